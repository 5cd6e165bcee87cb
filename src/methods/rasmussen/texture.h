// Texture coordinates that the liquid carries (Rasmussen et al. 2004, section 6).
#pragma once

#include "ooze/particles/particles.h"

#include "liquid/particle_arrays.h"

#include <cstddef>
#include <vector>

namespace ooze::rasmussen {

/// As particles come they have none, until beginInitialPositions() has given them theirs.
[[nodiscard]] ParticleArray<Vec3> describeInitialPositions();
/// Those from the first on that have none get theirs: where they are, moved upstream [m].
void beginInitialPositions(const Vec3Array& positions, std::size_t first, const Vec3& upstream,
                           Vec3Array& initial);
/// Of each particle, by the square that it began in. @param spacing  of particles at rest [m]
[[nodiscard]] std::vector<float> checkerOf(const Vec3Array& initial, float spacing);

}  // namespace ooze::rasmussen
