// What golden runs keep of a field of a method.
#pragma once

#include "ooze/methods/field.h"

#include "base/random.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// The sum of the hashes of all values: of particles each with its id, so that their order does not count, of
/// anything else with its index.
/// @param ids   of the particles
/// @param byId  gains the hash of each particle; as long as ids go. Only of fields of particles.
inline std::uint64_t hashField(FieldPlace place, std::span<const float> values,
                               std::span<const std::uint32_t> ids, std::uint64_t salt,
                               std::vector<std::uint64_t>& byId) {
  const bool ofParticles = place == FieldPlace::Particle;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint64_t key = ofParticles ? ids[i] : static_cast<std::uint64_t>(i);
    const std::uint64_t hash = randomBits(salt << 32 | key, std::bit_cast<std::uint32_t>(values[i]));
    sum += hash;
    if (ofParticles) byId[ids[i]] += hash;
  }
  return sum;
}

}  // namespace ooze
