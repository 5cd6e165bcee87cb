// Filling a volume with points, and a surface.
#pragma once

#include "ooze/base/math.h"
#include "ooze/geometry/signed_distance.h"

#include <cstdint>
#include <vector>

namespace ooze {

/// How points fill a volume.
enum class Sampling {
  Lattice,    ///< simple cubic lattice at the spacing
  BlueNoise,  ///< Poisson-disk-like, same mean density as the lattice, no axis
  Settled  ///< blue noise that has been pushed apart within the shape: even up to its walls, and in thin ends
};

/// Points inside `shape` (distance < -margin), placed by `pose`, with mean spacing `spacing` [m] (one point
/// per spacing cubed). Deterministic for a seed.
/// @param limit  most points to place
/// @throws InputError if the volume would hold more than `limit` points, before memory is taken
std::vector<Vec3> fillVolume(const SignedDistance& shape, const Pose& pose, float spacing, Sampling sampling,
                             std::uint64_t seed, float margin, std::size_t limit);

/// A point on the surface of a solid.
struct SurfacePoint {
  Vec3 place;   ///< [m]
  Vec3 normal;  ///< unit, out of the solid
};

/// Points on the surface of a solid, as far as it lies within the box: no two nearer than 0.75 spacings [m],
/// and none of the surface much farther from the nearest than that.
/// @throws InputError if that leaves no end of the surface, if there would be more than `limit` points, or if
///         the spacing is very fine for what has to be searched
std::vector<SurfacePoint> spreadOnSurface(const SignedDistance& shape, float spacing, const Aabb& within,
                                          std::size_t limit);

}  // namespace ooze
