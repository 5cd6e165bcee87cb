// Counter-based random numbers: a value depends on (seed, counter) alone, so it needs no state to save.
#pragma once

#include <cstdint>

namespace ooze {

/// A well-mixed 64-bit value of seed and counter (splitmix64 finaliser, Steele, Lea and Flood 2014).
constexpr std::uint64_t randomBits(std::uint64_t seed, std::uint64_t counter) {
  std::uint64_t z = seed + 0x9e3779b97f4a7c15ull * (counter + 1);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

/// Uniform in [0, 1).
constexpr float randomUnit(std::uint64_t seed, std::uint64_t counter) {
  return static_cast<float>(randomBits(seed, counter) >> 40) * 0x1p-24f;
}

}  // namespace ooze
