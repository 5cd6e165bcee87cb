// Meshes on the graphics card, and the few that are made from formulas.
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

/// Unit shapes: a sphere of radius 1, a cube and a square (in x and z) of half side 1, a cylinder along y of
/// radius and half height 1.
Mesh unitSphere();
Mesh unitCube();
Mesh unitSquare();
Mesh unitCylinder();
/// As SolidShape::Kind::Cup measures it [m].
Mesh cupMesh(float radius, float halfHeight, float wall);
/// An open pipe along +y from 0 to 1: outer radius 1, inner radius `bore`. @param sides  4 gives a square
/// duct
Mesh unitPipe(float bore, int sides);

/// The mesh with what lies in one cell of a grid drawn together into one vertex (Rossignac and Borrel 1993):
/// about 3 cells^2 triangles. A closed mesh stays closed.
/// @param cells  along the longest side of its bounds
Mesh clustered(const Mesh& mesh, int cells);

/// Keeps the meshes of bodies on the card for as long as they are drawn.
class MeshCache {
 public:
  /// @param coarse  with fewer triangles, for pictures of quality 0
  const GpuMesh& get(const std::shared_ptr<const Mesh>& mesh, bool coarse = false);
  /// Drops what get() has not returned since the last call.
  void forgetUnused();

 private:
  struct Entry {
    std::shared_ptr<const Mesh> source;  // keeps the address from being used again
    GpuMesh mesh;
    bool used;
  };
  std::map<std::pair<const Mesh*, bool>, Entry> entries_;  // by source and whether it is coarse
};

}  // namespace ooze
