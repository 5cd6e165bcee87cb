// Hash of a field of a method, for golden runs.
#pragma once

#include "ooze/methods/field.h"

#include "base/random.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// Returns the sum of the hashes of all values. Particle values are hashed with the particle's id, so that
/// the order of particles does not matter; other values are hashed with their index.
/// @param ids   ids of the particles
/// @param byId  accumulates the hash of each particle, indexed by id; used for particle fields only
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
