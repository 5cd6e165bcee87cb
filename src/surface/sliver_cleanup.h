// Thin triangles taken out of a mesh, by merging vertices that lie close together.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/surface/surface_mesh.h"

#include "surface/level_set.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::surface {

/// Where the level set grazes a node of the lattice, cubes cut off small corners: short edges, thin
/// triangles. As in Moore and Warren 1992, "Compact isocontours from sampled data", the vertices round such a
/// node become one; by edge collapses, shortest first, as long as the mesh stays closed and manifold and no
/// triangle turns over. Keeps its memory.
class SliverCleanUp {
 public:
  /// Vertices that stay do not move.
  /// @param mesh      with positions, normals and triangles only
  /// @param shortest  edges below are merged away where possible, in units of positions
  /// @param set       is told which vertices are left
  /// @return          number that each vertex has now, ascending; kNone: it is not there any more. Empty: all
  ///                  stay. Valid until the next call
  std::span<const std::uint32_t> apply(SurfaceMesh& mesh, float shortest, LevelSet& set,
                                       const Threads& threads);

 private:
  struct ShortEdge {
    float length2;
    std::uint32_t a, b;
  };

  void findShortEdges(const SurfaceMesh& mesh, float shortest, const Threads& threads);
  void linkCorners(const SurfaceMesh& mesh);
  /// Calls visit(triangle, corner) for each triangle that is left at a vertex.
  template <class Visit>
  void forTriangles(const SurfaceMesh& mesh, std::uint32_t vertex, const Visit& visit);
  /// Whether the one ring of each allows that they become one: Dey et al. 1999, the link condition.
  [[nodiscard]] bool canMerge(const SurfaceMesh& mesh, std::uint32_t a, std::uint32_t b);
  [[nodiscard]] bool staysUpright(const SurfaceMesh& mesh, std::uint32_t kept, std::uint32_t lost);
  void merge(SurfaceMesh& mesh, std::uint32_t kept, std::uint32_t lost);
  [[nodiscard]] std::uint32_t nowAt(std::uint32_t vertex) const {
    while (mergedInto_[vertex] != kNone) vertex = mergedInto_[vertex];
    return vertex;
  }
  void compact(SurfaceMesh& mesh, LevelSet& set);

  std::vector<std::uint8_t> isShort_;  ///< a bit for each edge of a triangle
  std::vector<ShortEdge> edges_;
  std::vector<std::uint32_t> first_,
      next_;                         ///< corners (3 triangle + k) at a vertex: the first, one after another
  std::vector<std::uint32_t> mark_;  ///< of a vertex: the last question that met it
  std::uint32_t question_ = 0;
  std::vector<std::uint32_t> mergedInto_;  ///< kNone: it is there
};

}  // namespace ooze::surface
