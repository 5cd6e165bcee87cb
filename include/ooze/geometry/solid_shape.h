// Parametric description of a solid.
// Its distance field, mass properties, contacts with other solids and drawn mesh are all made from this
// description.
#pragma once

#include "ooze/base/math.h"
#include "ooze/geometry/mesh.h"
#include "ooze/geometry/signed_distance.h"

#include <filesystem>
#include <glm/mat3x3.hpp>
#include <memory>

namespace ooze {

/// A solid of one of ten kinds, given by its size or by a mesh.
struct SolidShape {
  /// The kind of solid, in the shape's own frame. Containers and round shapes stand along y.
  enum class SolidKind {
    Plane,      ///< the half-space below a plane through the origin; size: its normal [1]
    Sphere,     ///< a ball; size.x: radius
    Box,        ///< a solid box; size: half extents
    Capsule,    ///< a cylinder with round ends; size.x: radius, size.y: half the length of the straight part
    Cylinder,   ///< a cylinder with flat ends; size.x: radius, size.y: half height
    Ellipsoid,  ///< an ellipsoid; size: semi-axes
    Cup,   ///< open upward; size.x: outer radius, size.y: half height, size.z: thickness of wall and floor
    Tank,  ///< everything outside a box is solid; size: inner half extents
    Mesh,  ///< the inside of a closed mesh
    Mould  ///< everything outside a closed mesh
  };
  SolidKind kind =
      SolidKind::Mesh;  ///< by default a mesh without triangles, which neither collides nor is drawn
  Vec3 size{1.f};       ///< dimensions of the shape, above 0; their meaning depends on the kind [m]
  bool openTop = true;  ///< true: a tank has no lid, and its walls reach up without end
  std::shared_ptr<const Mesh> mesh = nullptr;  ///< mesh of the kinds Mesh and Mould; null for other kinds
};

/// Volume integrals of a solid of density 1. Times the density, the volume gives the mass and the tensor the
/// moments of inertia.
struct MassProperties {
  double volume = 0;        ///< volume of the shape [m^3]
  glm::dvec3 centre{0.0};   ///< centre of mass, in the shape's frame [m]
  glm::dmat3 inertia{0.0};  ///< inertia tensor about the centre of mass [m^5]
};

/// Computes the mass properties of a solid at density 1, in double precision.
/// A mesh whose triangles all face inward counts as turned inside out and is corrected.
/// @throws InputError if the solid is endless (plane, tank, mould), its parameters make no solid, or its mesh
///         is open, inconsistently oriented, or encloses no volume
MassProperties massProperties(const SolidShape& shape);

/// Returns a solid whose thin wall is `leastWall` thick about its middle. A plate (a box, cylinder or
/// ellipsoid thin along one axis only) grows to all sides, a cup inward and outward. Other solids stay as
/// they are.
/// @param leastWall  least thickness of a wall that holds a liquid (leastWall() in methods/method.h) [m]
SolidShape withLeastWall(const SolidShape& shape, float leastWall);

/// Makes the signed distance field of a solid.
/// @param cell, cacheFolder  as for makeMeshDistance(); analytic shapes need neither
/// @return the distance field in the shape's own frame [m]; never null
/// @throws InputError if the parameters make no solid or a mesh is missing, or as makeMeshDistance()
ShapePtr makeDistance(const SolidShape& shape, float cell = 0.f,
                      const std::filesystem::path& cacheFolder = {});

}  // namespace ooze
