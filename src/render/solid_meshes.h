// Keeps meshes of solids on the graphics card, and makes the meshes of basic shapes.
#pragma once

#include "ooze/geometry/mesh.h"

#include "render/gl_objects.h"

#include <map>
#include <memory>
#include <utility>

namespace ooze {

class GpuMesh {
 public:
  explicit GpuMesh(const Mesh& mesh);
  void draw() const;

 private:
  VertexArray vertices_;
  Buffer positions_, normals_, triangles_;
  GLsizei indexCount_ = 0;
};

/// Make unit shapes: a sphere of radius 1, a cube and a square (in x and z) of half side 1, a cylinder along
/// y of radius and half height 1.
Mesh unitSphere();
Mesh unitCube();
Mesh unitSquare();
/// Makes a unit cube whose normals all point up. A thin bar then has one brightness all along: its faces are
/// narrower than a pixel, and pixels that hit faces of different brightness would look like dashes.
Mesh unitBar();
Mesh unitCylinder();
/// Makes a cup with the measures of SolidShape::SolidKind::Cup [m].
Mesh cupMesh(float radius, float halfHeight, float wall);
/// Inner radius over outer radius of a nozzle.
inline constexpr float kBore = 0.86f;
/// Returns the rotation that takes +y to a direction, a unit vector. A nozzle that pours along a direction is
/// drawn along its opposite.
Quat turnUpTo(const Vec3& direction);

/// Makes an open pipe along +y from 0 to 1: outer radius 1, inner radius `bore`.
/// @param sides  number of sides; 4 gives a square duct
Mesh unitPipe(float bore, int sides);

/// Simplifies a mesh by vertex clustering (Rossignac and Borrel 1993): all vertices in a cell of a grid
/// become one vertex. The result has about 3 cells^2 triangles. A closed mesh stays closed.
/// @param cells  number of cells along the longest side of the mesh's bounds
Mesh simplifyByClustering(const Mesh& mesh, int cells);

/// Keeps the meshes of bodies on the card for as long as they are drawn.
class MeshCache {
 public:
  /// Returns the mesh on the card, uploaded at the first call.
  /// @param coarse  true: simplified, for pictures of quality 0
  const GpuMesh& get(const std::shared_ptr<const Mesh>& mesh, bool coarse = false);
  /// Drops meshes that get() has not returned since the last call.
  void forgetUnused();

 private:
  struct MeshEntry {
    std::shared_ptr<const Mesh> source;  // kept alive, so that no other mesh gets the same address
    GpuMesh mesh;
    bool used;
  };
  std::map<std::pair<const Mesh*, bool>, MeshEntry> entries_;  // uploaded meshes by source mesh and `coarse`
};

}  // namespace ooze
