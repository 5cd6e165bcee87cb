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
/// Points lie where distance < -margin. The result is deterministic for a seed.
/// @param pose     placement of the shape in the world
/// @param spacing  mean spacing, above 0 [m]
/// @param seed     seed of the random sampling; Sampling::Lattice ignores the seed
/// @param margin   least distance to the surface [m]
/// @param limit    most points to place
/// @return positions in world space [m]; empty if the shape is too thin for the margin
/// @throws InputError if the spacing is not positive, if the shape is infinite, if the volume would hold more
///         than `limit` points (a rough count is checked before memory is allocated), or if the spacing is
///         too fine for the box to search
std::vector<Vec3> fillVolume(const SignedDistance& shape, const Pose& pose, float spacing, Sampling sampling,
                             std::uint64_t seed, float margin, std::size_t limit);

/// A point on the surface of a solid.
struct SurfacePoint {
  /// Position in the shape's frame [m].
  Vec3 place;
  Vec3 normal;  ///< unit normal of the surface, pointing out of the solid
};

/// Spreads points over the part of a solid's surface that lies within a box (Poisson-disk sampling).
/// No two points are nearer than 0.75 spacings, and no place on the surface is much farther than 0.75
/// spacings from the nearest point.
/// @param spacing  above 0 [m]
/// @param within   box in the shape's frame [m]
/// @param limit    most points to place
/// @return points in a fixed order; empty if the surface is outside the box
/// @throws InputError if the surface is infinite in the box, if the result would exceed `limit` points, or if
///         the spacing is too fine for the box to search
std::vector<SurfacePoint> spreadOnSurface(const SignedDistance& shape, float spacing, const Aabb& within,
                                          std::size_t limit);

}  // namespace ooze
