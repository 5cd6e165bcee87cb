// Contact lines: the lines where the free surface of the liquid ends at a solid.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/surface/surface_builder.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::surface {

/// Classifies a vertex: on the free surface, against a solid, or on the contact line between both.
enum class VertexContact : std::uint8_t { Free, Against, OnContactLine };

/// Straightens the contact line between the liquid and the walls.
/// Marching cubes resolves a cut field only between grid nodes, so the liquid would end on a wall in steps as
/// large as cells. The free surface next to the wall is smooth and meets the wall at a right angle, because
/// mirrored particles continue the liquid behind the wall. The true contact line therefore lies at the feet
/// of the lowest free vertices, projected onto the wall, and the stepped vertices are moved to those feet.
/// Buffers are reused.
class ContactLines {
 public:
  /// Moves the vertices of the contact lines and gives them the normals of the free surface.
  /// @param mesh     closed and manifold, cut at the walls
  /// @param cell  side of a marching-cubes cell [m]
  /// @param h     interaction radius [m]
  void straighten(std::span<const SurfaceWall> walls, float cell, float h, const Threads& threads,
                  SurfaceMesh& mesh);

  /// Updates the vertex classes after vertices of the mesh were removed.
  /// @param number  new index of each vertex; kNone: the vertex was removed. Empty: none was removed
  void keep(std::span<const std::uint32_t> number, const SurfaceMesh& mesh);
  /// Adds creases, so that triangles against a wall are drawn with the wall's normal up to the contact line.
  /// @param cell  side of a marching-cubes cell [m]
  /// @param h     interaction radius [m]
  void crease(std::span<const SurfaceWall> walls, float cell, float h, SurfaceMesh& mesh) const;
  /// Returns the class of each vertex; empty without walls.
  [[nodiscard]] const std::vector<VertexContact>& standing() const { return standing_; }

 private:
  void classifyVertices(std::span<const SurfaceWall> walls, float near, const Threads& threads,
                        const SurfaceMesh& mesh);
  void collectNeighbours(const SurfaceMesh& mesh);
  /// Moves vertices against a wall to their foot points.
  /// @param gap  between liquid and solid [m]
  void moveToFootPoints(std::span<const SurfaceWall> walls, float near, float gap, const Threads& threads,
                        SurfaceMesh& mesh);
  /// Moves vertices halfway back where a triangle was flipped, because a foot may lie beyond other vertices.
  /// @return whether any triangle was flipped
  bool revertFlippedTriangles(SurfaceMesh& mesh);
  void turnNormals(std::span<const SurfaceWall> walls, float near, const Threads& threads,
                   SurfaceMesh& mesh) const;

  struct ContactVertex {
    Vec3 wall{0.f};     ///< normal of a wall near the vertex; 0: no wall is near
    Vec3 freeSum{0.f};  ///< sum of the positions of the neighbours on the free surface
    float freeCount = 0.f;
    Vec3 from{0.f};             ///< position of the vertex before the move
    bool inCorner = false;      ///< whether the vertex is near several walls
    bool betweenWalls = false;  ///< not in a corner, but a neighbour lies against another wall: in a thin lip
  };
  std::vector<VertexContact> standing_;
  std::vector<ContactVertex> places_;
  std::vector<std::uint32_t> folded_;
};

}  // namespace ooze::surface
