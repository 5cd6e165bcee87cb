// A solid by its parameters: what its distance field, its mass, its contacts with other solids and its
// picture are made from.
#pragma once

#include "ooze/base/math.h"
#include "ooze/geometry/mesh.h"
#include "ooze/geometry/signed_distance.h"

#include <filesystem>
#include <glm/mat3x3.hpp>
#include <memory>

namespace ooze {

/// Parameters of a solid, by the kind of shape.
struct SolidShape {
  /// All in the shape's own frame; containers and round shapes stand along y.
  enum class Kind {
    Plane,      ///< the half-space below a plane through the origin; size: its unit normal
    Sphere,     ///< size.x: radius
    Box,        ///< size: half extents
    Capsule,    ///< size.x: radius, size.y: half the length of the straight part
    Cylinder,   ///< size.x: radius, size.y: half height
    Ellipsoid,  ///< size: semi-axes
    Cup,   ///< open upward; size.x: outer radius, size.y: half height, size.z: thickness of wall and floor
    Tank,  ///< everything outside a box is solid; size: inner half extents
    Mesh,  ///< the inside of a closed mesh
    Mould  ///< everything outside a closed mesh
  };
  Kind kind = Kind::Mesh;  ///< the default shape, a mesh of nothing, neither touches nor shows
  Vec3 size{1.f};          ///< [m], by kind
  bool openTop = true;     ///< of a tank: it has no lid, and its walls reach up without end
  std::shared_ptr<const Mesh> mesh = nullptr;  ///< of Mesh and Mould
};

/// Volume integrals of a solid of density 1.
struct MassProperties {
  double volume = 0;        ///< [m^3]
  glm::dvec3 centre{0.0};   ///< of mass, in the shape's frame [m]
  glm::dmat3 inertia{0.0};  ///< about that centre [m^5]
};

/// A mesh that faces inward as a whole counts as turned round.
/// @throws InputError if the solid is endless (plane, tank, mould), its parameters make no solid, or its mesh
/// is open, disagrees on which side is out, or encloses no volume
MassProperties massProperties(const SolidShape& shape);

/// The distance field of a solid.
/// @param cell, cacheFolder  as for makeMeshDistance(); analytic shapes need neither
/// @throws InputError if the parameters make no solid, or as makeMeshDistance()
ShapePtr makeDistance(const SolidShape& shape, float cell = 0.f,
                      const std::filesystem::path& cacheFolder = {});

}  // namespace ooze
