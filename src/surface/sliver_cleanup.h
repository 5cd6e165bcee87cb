// Removes thin triangles from the mesh by collapsing short edges.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/surface/surface_mesh.h"

#include "surface/isosurface_extractor.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::surface {

/// Edge-collapse clean-up after marching cubes.
/// Where the isosurface passes close to a grid node, marching cubes cuts off small corners: short edges and
/// thin triangles. The vertices around such a node are merged, as in Moore and Warren 1992, "Compact
/// isocontours from sampled data". Edges are collapsed shortest first, as long as the mesh stays closed and
/// manifold and no triangle flips. Buffers are reused.
class SliverCleanUp {
 public:
  /// Collapses short edges. The remaining vertices do not move.
  /// @param mesh      mesh that has positions, normals and triangles only
  /// @param shortest  edges shorter than this are collapsed where possible, in units of positions
  /// @param set       extractor that made the mesh, updated to the remaining vertices
  /// @return          new index of each vertex, ascending; kNone: the vertex was removed. Empty: none was
  /// removed. Valid until the next call
  std::span<const std::uint32_t> apply(SurfaceMesh& mesh, float shortest, IsosurfaceExtractor& set,
                                       const Threads& threads);

 private:
  struct ShortEdge {
    float length2;
    std::uint32_t a, b;
  };

  void findShortEdges(const SurfaceMesh& mesh, float shortest, const Threads& threads);
  void linkCorners(const SurfaceMesh& mesh);
  /// Calls visit(triangle, corner) for each remaining triangle at a vertex.
  template <class Visit>
  void forTriangles(const SurfaceMesh& mesh, std::uint32_t vertex, const Visit& visit);
  /// Returns true if the edge satisfies the link condition (Dey et al. 1999), so the collapse keeps the mesh
  /// manifold.
  [[nodiscard]] bool canMerge(const SurfaceMesh& mesh, std::uint32_t a, std::uint32_t b);
  [[nodiscard]] bool staysUpright(const SurfaceMesh& mesh, std::uint32_t kept, std::uint32_t lost);
  void merge(SurfaceMesh& mesh, std::uint32_t kept, std::uint32_t lost);
  [[nodiscard]] std::uint32_t nowAt(std::uint32_t vertex) const {
    while (mergedInto_[vertex] != kNone) vertex = mergedInto_[vertex];
    return vertex;
  }
  void compact(SurfaceMesh& mesh, IsosurfaceExtractor& set);

  std::vector<std::uint8_t> isShort_;  ///< short edges of each triangle, a bit for each edge
  std::vector<ShortEdge> edges_;
  std::vector<std::uint32_t> first_,
      next_;  ///< corners (3 triangle + k) of each vertex as linked lists: first and next
  std::vector<std::uint32_t> mark_;  ///< last query (question_) that visited each vertex
  std::uint32_t question_ = 0;
  /// Vertex that replaced each vertex; kNone: the vertex still exists.
  std::vector<std::uint32_t> mergedInto_;
};

}  // namespace ooze::surface
