// Point sampling of solids: filling a volume, and spreading points over a surface.
#pragma once

#include "ooze/base/math.h"
#include "ooze/geometry/signed_distance.h"

#include <cstdint>
#include <vector>

namespace ooze {

/// Selects the arrangement of the points that fillVolume() places.
enum class Sampling {
  Lattice,    ///< simple cubic lattice at the spacing
  BlueNoise,  ///< Poisson-disk-like, same mean density as the lattice, no axis
  Settled     ///< blue noise after relaxation within the shape: even up to the walls and in thin parts
};

/// Fills the inside of a shape with points, one per spacing cubed.
/// Points lie where distance < -margin, in world space. The result is deterministic for a seed.
/// @param pose     placement of the shape
/// @param spacing  mean spacing [m]
/// @param margin   least distance to the surface [m]
/// @param limit    most points to place
/// @throws InputError if the volume would hold more than `limit` points; checked before memory is allocated
std::vector<Vec3> fillVolume(const SignedDistance& shape, const Pose& pose, float spacing, Sampling sampling,
                             std::uint64_t seed, float margin, std::size_t limit);

/// A point on the surface of a solid.
struct SurfacePoint {
  /// Position [m].
  Vec3 place;
  Vec3 normal;  ///< unit, out of the solid
};

/// Spreads points over the part of a solid's surface that lies within a box (Poisson-disk sampling).
/// No two points are nearer than 0.75 spacings, and no place on the surface is much farther than 0.75
/// spacings from the nearest point.
/// @param spacing  [m]
/// @throws InputError if the box does not bound the surface, if the result would exceed `limit` points, or if
///         the spacing is too fine for the area to search
std::vector<SurfacePoint> spreadOnSurface(const SignedDistance& shape, float spacing, const Aabb& within,
                                          std::size_t limit);

}  // namespace ooze
