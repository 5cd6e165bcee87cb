// Extracts the isosurface of the grid's field as welded triangles (marching cubes).
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"
#include "ooze/surface/surface_mesh.h"

#include "surface/block_grid.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ooze::surface {

/// Marching-cubes output of a block: the crossings of the edges that start at its nodes, and its cubes.
/// A cube belongs to the block of its lowest corner.
struct BlockCuts {
  /// Index of the next block along x (1), y (2), z (4) or several; 0: itself.
  std::array<std::uint32_t, 8> above;
  std::array<std::array<Plane, kBlock>, 3> crossed;  ///< edges along each axis that the isosurface crosses
  std::array<std::array<std::uint16_t, kBlock>, 3> before;  ///< number of crossings before each plane
  std::array<Plane, kBlock> cubes;                          ///< cubes cut by the isosurface
  std::uint32_t crossings, interiorPoints, triangles;
  std::uint32_t firstVertex, firstTriangle;  ///< first index in the mesh; crossings come before middles
};

/// Isosurface extractor (marching cubes). Buffers are reused between meshes.
class IsosurfaceExtractor {
 public:
  /// Finds the crossings and counts the triangles of each block.
  void find(const BlockGrid& grid, float level, const Threads& threads);

  /// Fills positions, normals and triangles.
  void write(const BlockGrid& grid, float level, float cell, const Threads& threads, SurfaceMesh& mesh);

  /// Updates the vertex ranges after vertices of the mesh were removed.
  /// @param number  new index of each vertex, ascending; kNone: the vertex was removed
  void keep(const std::vector<std::uint32_t>& number);

  struct VertexRange {
    std::uint32_t first, count;
  };
  [[nodiscard]] VertexRange verticesOf(std::size_t block) const { return vertices_[block]; }
  /// Returns the position of each vertex, from the first node of its own block [cells].
  [[nodiscard]] const std::vector<Vec3>& local() const { return local_; }

 private:
  class Writer;

  std::vector<BlockCuts> cuts_;
  std::vector<Vec3> local_;
  std::vector<VertexRange> vertices_;  ///< vertices of each block
  std::uint32_t vertexCount_ = 0, triangleCount_ = 0;
};

}  // namespace ooze::surface
