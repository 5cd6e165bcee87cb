// Signed distance fields of solids: metres, negative inside the solid, in the shape's local frame.
#pragma once

#include "ooze/base/math.h"
#include "ooze/geometry/mesh.h"

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>

namespace ooze {

/// A solid given by its signed distance field. Immutable, so worlds, snapshots and threads share one object.
class SignedDistance {
 public:
  /// Distance and normal at one point.
  struct Sample {
    float distance;  ///< [m], negative inside; a lower bound of the true distance far outside a sampled mesh
    Vec3 normal;     ///< unit gradient, pointing out of the solid
  };

  /// Up to six samples, one for each face of the solid near a point.
  struct Faces {
    std::array<Sample, 6> list;  ///< the first `count` entries are valid
    std::size_t count = 0;       ///< number of faces, at most 6

    /// Appends a face; there is space for 6.
    void add(const Sample& face) { list[count++] = face; }
    /// Returns the first face.
    [[nodiscard]] const Sample* begin() const { return list.data(); }
    /// Returns the end of the faces.
    [[nodiscard]] const Sample* end() const { return list.data() + count; }
  };

  virtual ~SignedDistance() = default;
  /// Returns the signed distance at `p` [m].
  [[nodiscard]] virtual float distance(const Vec3& p) const = 0;
  /// Returns the signed distance and its unit gradient at `p`.
  [[nodiscard]] virtual Sample sample(const Vec3& p) const = 0;
  /// Returns sample(p) where distance(p) < `reach` [m]; elsewhere the distance without a normal.
  /// Cheaper than sample() for callers that do not know yet whether p is near the solid.
  [[nodiscard]] virtual Sample sampleWithin(const Vec3& p, float reach) const;
  /// Returns one sample for each face closer than `reach` [m] to p, as if each face were alone.
  /// In a corner several faces are near. A shape without separate faces returns its nearest point only.
  [[nodiscard]] virtual Faces facesWithin(const Vec3& p, float reach) const;
  /// Returns the bounding box of the surface, for drawing and framing; a plane has infinite sides.
  [[nodiscard]] virtual Aabb bounds() const = 0;
  /// Returns a box around the solid whose distance from any point never exceeds distance().
  /// Callers use the box to skip points that are far away. The box is infinite for an endless solid, and for
  /// shapes that do not override this function.
  [[nodiscard]] virtual Aabb solidBounds() const;
};

/// A shared shape; the shape never changes.
using ShapePtr = std::shared_ptr<const SignedDistance>;

/// Makes the half-space below the plane through the origin with this unit normal.
/// @throws InputError if the normal is zero or not finite
ShapePtr makePlane(const Vec3& normal);
/// Makes a sphere. @param radius  [m]
ShapePtr makeSphere(float radius);
/// Makes a box. @param halfExtents  half the size along x, y and z [m]
ShapePtr makeBox(const Vec3& halfExtents);
/// Makes a container: everything outside the box is solid. With openTop the box reaches up without end.
/// @param halfExtents  half the lengths of the inner edges [m]
ShapePtr makeTank(const Vec3& halfExtents, bool openTop);
/// Makes a cylinder along y with round ends. @param halfLength  half the length of the straight part [m]
ShapePtr makeCapsule(float radius, float halfLength);
/// Makes a cylinder along y with flat ends. All lengths in [m].
/// @param radius, halfHeight  [m]
ShapePtr makeCylinder(float radius, float halfHeight);
/// Makes an ellipsoid. @param semiAxes  along x, y and z [m]
ShapePtr makeEllipsoid(const Vec3& semiAxes);
/// Makes a cylindrical cup along y, open upward. Within the cavity, floor and wall count as separate faces.
/// @param radius  outer [m]
/// @param wall    thickness of wall and floor; must leave a cavity [m]
/// @throws InputError if the wall leaves no cavity
ShapePtr makeCup(float radius, float halfHeight, float wall);
/// Makes the complement of a shape: everything outside `shape` is solid.
ShapePtr makeComplement(ShapePtr shape);

/// Samples a mesh into a dense grid of signed distances.
/// Distance and gradient use trilinear interpolation. The generalised winding number (Jacobson et al. 2013)
/// decides which points are inside, so small holes and flipped or overlapping triangles do not leak.
/// @param cell         grid spacing [m]
/// @param cacheFolder  folder for computed grids, keyed by content hash; empty: no cache. A damaged or
///         unwritable cache is ignored, never an error.
/// @throws InputError if the mesh encloses no volume or the grid would need more than 256 million samples
ShapePtr makeMeshDistance(const Mesh& mesh, float cell, const std::filesystem::path& cacheFolder = {});

}  // namespace ooze
