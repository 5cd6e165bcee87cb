// Unit vector between two particles, also for coincident ones.
#pragma once

#include "ooze/base/math.h"

#include "base/random.h"

#include <cstdint>

namespace ooze {

/// Returns rij / r, the unit vector between the particles i and j.
/// For coincident particles returns a pseudo-random direction that depends on the pair only and changes sign
/// when i and j are swapped.
inline Vec3 direction(const Vec3& rij, float r, std::uint32_t idI, std::uint32_t idJ) {
  if (r > 0.f) return rij * (1.f / r);
  const bool ordered = idI < idJ;
  const std::uint64_t key = (static_cast<std::uint64_t>(ordered ? idI : idJ) << 32) | (ordered ? idJ : idI);
  Vec3 d(0.f);
  // Rejection sampling makes the direction uniform; few tries are needed.
  for (std::uint64_t tries = 0; glm::dot(d, d) < 0.01f || glm::dot(d, d) > 1.f; ++tries)
    d = 2.f *
            Vec3(randomUnit(key, 3 * tries), randomUnit(key, 3 * tries + 1), randomUnit(key, 3 * tries + 2)) -
        Vec3(1.f);
  return (ordered ? 1.f : -1.f) * glm::normalize(d);
}

}  // namespace ooze
