// The level set of a grid's field as welded triangles.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"
#include "ooze/surface/surface_mesh.h"

#include "surface/block_grid.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ooze::surface {

/// What of the level set belongs to a block: crossings of the edges that begin at its nodes, and the cubes of
/// which its nodes are the lowest corners.
struct BlockCuts {
  std::array<std::uint32_t, 8> above;  ///< blocks ahead along x (1), y (2), z (4) and their sums; 0: itself
  std::array<std::array<Plane, kBlock>, 3> crossed;         ///< edges along each axis
  std::array<std::array<std::uint16_t, kBlock>, 3> before;  ///< crossings of the block before each plane's
  std::array<Plane, kBlock> cubes;                          ///< cut ones
  std::uint32_t crossings, middles, triangles;
  std::uint32_t firstVertex, firstTriangle;  ///< in the mesh; crossings come before middles
};

/// Keeps its memory.
class LevelSet {
 public:
  /// Finds what of the level set belongs to each block.
  void find(const BlockGrid& grid, float level, const Threads& threads);

  /// Fills positions, normals and triangles.
  void write(const BlockGrid& grid, float level, float cell, const Threads& threads, SurfaceMesh& mesh);

  /// After vertices of the mesh were left out.
  /// @param number  that each vertex has now, ascending; kNone: it is not there any more
  void keep(const std::vector<std::uint32_t>& number);

  struct Range {
    std::uint32_t first, count;
  };
  [[nodiscard]] Range verticesOf(std::size_t block) const { return vertices_[block]; }
  /// Of each vertex, from the first node of the block that it belongs to [cells].
  [[nodiscard]] const std::vector<Vec3>& local() const { return local_; }

 private:
  class Writer;

  std::vector<BlockCuts> cuts_;
  std::vector<Vec3> local_;
  std::vector<Range> vertices_;  ///< of each block
  std::uint32_t vertexCount_ = 0, triangleCount_ = 0;
};

}  // namespace ooze::surface
