// Shapes as signed distance fields: negative inside the solid, metres, in the shape's local frame.
#pragma once

#include "ooze/base/math.h"
#include "ooze/geometry/mesh.h"

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>

namespace ooze {

/// An immutable solid. Shared freely between worlds, snapshots and threads.
class SignedDistance {
 public:
  /// Distance and normal at one point.
  struct Sample {
    float distance;  ///< [m], negative inside; a lower bound of the true distance far outside a sampled mesh
    Vec3 normal;     ///< unit gradient, pointing out of the solid
  };

  /// A few samples, one for each face.
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
  /// Returns the signed distance at a point in the shape's frame, negative inside [m].
  [[nodiscard]] virtual float distance(const Vec3& p) const = 0;
  /// Returns distance and normal at a point in the shape's frame.
  [[nodiscard]] virtual Sample sample(const Vec3& p) const = 0;
  /// sample(p) where distance(p) is below `reach` [m]; elsewhere that distance, and no normal. For who does
  /// not know yet whether p is near.
  [[nodiscard]] virtual Sample sampleWithin(const Vec3& p, float reach) const;
  /// The faces closer than `reach` [m] to p, each as if it were alone: in a corner there are several. A shape
  /// that does not know its faces gives its nearest point.
  [[nodiscard]] virtual Faces facesWithin(const Vec3& p, float reach) const;
  /// Box round the solid's surface, for drawing and framing; infinite sides for a plane.
  [[nodiscard]] virtual Aabb bounds() const = 0;
  /// Box that distance() is never shorter to than to the solid: what is far from it need not be asked.
  /// Without end where the solid has none, and unless a shape knows better.
  [[nodiscard]] virtual Aabb solidBounds() const;
};

/// A shared shape; the shape never changes.
using ShapePtr = std::shared_ptr<const SignedDistance>;

/// The half-space below the plane through the origin with this unit normal.
/// @throws InputError if the normal is zero or not finite
ShapePtr makePlane(const Vec3& normal);
/// A sphere about the origin. @param radius  [m]
ShapePtr makeSphere(float radius);
/// A box about the origin. @param halfExtents  half the lengths of the edges [m]
ShapePtr makeBox(const Vec3& halfExtents);
/// A container: everything outside the box is solid. With openTop the box reaches up without end.
/// @param halfExtents  half the lengths of the inner edges [m]
ShapePtr makeTank(const Vec3& halfExtents, bool openTop);
/// A cylinder along y with round ends. @param halfLength  half the length of the straight part [m]
ShapePtr makeCapsule(float radius, float halfLength);
/// A cylinder along y with flat ends.
/// @param radius, halfHeight  [m]
ShapePtr makeCylinder(float radius, float halfHeight);
/// An ellipsoid about the origin. @param semiAxes  along x, y and z [m]
ShapePtr makeEllipsoid(const Vec3& semiAxes);
/// A cylindrical cup along y, open upward. Within its cavity floor and wall count as faces of their own.
/// @param radius  outer [m]
/// @param wall    thickness of wall and floor; must leave a cavity [m]
/// @throws InputError if the wall leaves no cavity
ShapePtr makeCup(float radius, float halfHeight, float wall);
/// Everything outside `shape` is solid.
ShapePtr makeComplement(ShapePtr shape);

/// Samples a mesh into a dense grid of signed distances with trilinear interpolation of distance and
/// gradient. The inside is decided by generalised winding number (Jacobson et al. 2013), so that small holes,
/// flipped or overlapping triangles do not leak.
/// @param cell         grid spacing [m]
/// @param cacheFolder  where grids are kept by content hash; empty: no cache. A damaged or unwritable cache
/// is
///                     ignored, never an error.
/// @throws InputError if the mesh encloses no volume or the grid would need more than 256 million samples
ShapePtr makeMeshDistance(const Mesh& mesh, float cell, const std::filesystem::path& cacheFolder = {});

}  // namespace ooze
