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
/// Points and normals are in the shape's local frame. No member function throws.
class SignedDistance {
 public:
  /// Distance and normal at one point.
  struct Sample {
    float distance;  ///< distance to the surface [m], negative inside; a lower bound far off a mesh
    Vec3 normal;     ///< unit gradient, pointing out of the solid
  };

  /// Up to six samples, one for each face of the solid near a point.
  struct Faces {
    std::array<Sample, 6> list;  ///< faces near the point; only the first `count` entries are valid
    std::size_t count = 0;       ///< number of faces, at most 6

    /// Appends a face. The caller must not add more than 6.
    void add(const Sample& face) { list[count++] = face; }
    /// Returns the first face.
    [[nodiscard]] const Sample* begin() const { return list.data(); }
    /// Returns the end of the faces: one past the last valid face.
    [[nodiscard]] const Sample* end() const { return list.data() + count; }
  };

  virtual ~SignedDistance() = default;
  /// Returns the signed distance at `p` [m]: negative inside.
  [[nodiscard]] virtual float distance(const Vec3& p) const = 0;
  /// Returns the signed distance [m] and its unit gradient at `p` [m].
  [[nodiscard]] virtual Sample sample(const Vec3& p) const = 0;
  /// Returns sample(p) where distance(p) < `reach` [m]; elsewhere the distance and an unspecified normal.
  /// Cheaper than sample() for callers that do not know yet whether p is near the solid.
  [[nodiscard]] virtual Sample sampleWithin(const Vec3& p, float reach) const;
  /// Returns one sample for each face closer than `reach` [m] to p, as if each face were alone.
  /// In a corner several faces are near. A shape without separate faces returns its nearest point only. Empty
  /// if no face is near.
  [[nodiscard]] virtual Faces facesWithin(const Vec3& p, float reach) const;
  /// Returns the bounding box of the surface [m], for drawing and framing; a plane has infinite sides.
  [[nodiscard]] virtual Aabb bounds() const = 0;
  /// Returns a box around the solid [m] whose distance from any point never exceeds distance().
  /// Callers use the box to skip points that are far away. The box is infinite for an endless solid, and for
  /// shapes that do not override this function.
  [[nodiscard]] virtual Aabb solidBounds() const;
};

/// A shared shape; the shape never changes.
using ShapePtr = std::shared_ptr<const SignedDistance>;

/// Makes the half-space below the plane through the origin with this normal.
/// @param normal  out of the solid; of any length, normalised here
/// @throws InputError if the normal is zero or not finite
ShapePtr makePlane(const Vec3& normal);
/// Makes a sphere around the origin.
/// @param radius  radius of the sphere [m]
/// @throws InputError if the radius is not positive and finite
ShapePtr makeSphere(float radius);
/// Makes a box around the origin.
/// @param halfExtents  half the size along x, y and z [m]
/// @throws InputError if a half extent is not positive and finite
ShapePtr makeBox(const Vec3& halfExtents);
/// Makes a container: everything outside the box is solid. With openTop the box reaches up without end.
/// @param halfExtents  half the lengths of the inner edges [m]
/// @throws InputError if a half extent is not positive and finite
ShapePtr makeTank(const Vec3& halfExtents, bool openTop);
/// Makes a cylinder along y with round ends, centred on the origin.
/// @param radius      radius of the cylinder and of the round ends [m]
/// @param halfLength  half the length of the straight part [m]
/// @throws InputError if a length is not positive and finite
ShapePtr makeCapsule(float radius, float halfLength);
/// Makes a cylinder along y with flat ends, centred on the origin.
/// @param radius, halfHeight  radius, and half the length along y [m]
/// @throws InputError if a length is not positive and finite
ShapePtr makeCylinder(float radius, float halfHeight);
/// Makes an ellipsoid around the origin.
/// @param semiAxes  semi-axes along x, y and z [m]
/// @throws InputError if a semi-axis is not positive and finite
ShapePtr makeEllipsoid(const Vec3& semiAxes);
/// Makes a cylindrical cup along y, open upward. Within the cavity, floor and wall count as separate faces.
/// @param radius      outer radius [m]
/// @param halfHeight  half the outer height [m]
/// @param wall        thickness of wall and floor; less than the radius and the height [m]
/// @throws InputError if a length is not positive and finite, or the wall leaves no cavity
ShapePtr makeCup(float radius, float halfHeight, float wall);
/// Makes the complement of a shape: everything outside `shape` is solid.
/// @param shape  shared, not copied; not null
ShapePtr makeComplement(ShapePtr shape);

/// Samples a mesh into a dense grid of signed distances.
/// Distance and gradient use trilinear interpolation. The generalised winding number (Jacobson et al. 2013)
/// decides which points are inside, so small holes and flipped or overlapping triangles do not leak.
/// Blocks, and uses every core of the machine.
/// @param mesh         not kept
/// @param cell         grid spacing, above 0 [m]
/// @param cacheFolder  folder for computed grids, keyed by content hash; empty: no cache. A damaged or
///         unwritable cache is ignored, never an error.
/// @return the distance field in the frame of the mesh
/// @throws InputError if the mesh has no triangles, a vertex that is not finite or an index out of range, if
///         the mesh encloses no volume, if the cell is not positive, or if the grid would need more than 256
///         million samples
ShapePtr makeMeshDistance(const Mesh& mesh, float cell, const std::filesystem::path& cacheFolder = {});

}  // namespace ooze
