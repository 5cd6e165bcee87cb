// Texture coordinates carried by particles: each particle keeps its initial position (Rasmussen et al. 2004,
// section 6).
#pragma once

#include "ooze/particles/particles.h"

#include "liquid/particle_arrays.h"

#include <cstddef>
#include <vector>

namespace ooze::rasmussen {

/// Describes the particle array of initial positions. A new particle has none until beginInitialPositions()
/// sets one.
[[nodiscard]] ParticleArray<Vec3> describeInitialPositions();
/// Sets the initial position of each particle from `first` on that has none: its position minus `upstream`.
/// @param upstream  distance that the particle's jet has already travelled [m]
void beginInitialPositions(const Vec3Array& positions, std::size_t first, const Vec3& upstream,
                           Vec3Array& initial);
/// Returns the checker pattern value of each particle, by the square that contains its initial position.
/// @param spacing  spacing of particles at rest [m]
[[nodiscard]] std::vector<float> checkerOf(const Vec3Array& initial, float spacing);

}  // namespace ooze::rasmussen
