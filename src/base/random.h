// Counter-based random numbers. A value depends on (seed, counter) alone, so no state needs serialization.
#pragma once

#include <cstdint>

namespace ooze {

/// Hashes seed and counter to 64 well-mixed bits (splitmix64 finaliser, Steele, Lea and Flood 2014).
constexpr std::uint64_t randomBits(std::uint64_t seed, std::uint64_t counter) {
  std::uint64_t z = seed + 0x9e3779b97f4a7c15ull * (counter + 1);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

/// Returns a uniformly distributed number in [0, 1).
constexpr float randomUnit(std::uint64_t seed, std::uint64_t counter) {
  return static_cast<float>(randomBits(seed, counter) >> 40) * 0x1p-24f;
}

}  // namespace ooze
