// A block's nodes together with their neighbours, copied into a contiguous array (ghost layer).
#pragma once

#include "ooze/base/math.h"

#include "surface/block_grid.h"
#include "surface/marching_cubes_table.h"

#include <array>

namespace ooze::surface {

/// A point on the isosurface, relative to the block's first node [cells].
struct Crossing {
  Vec3 at;
  Vec3 normal;  ///< unit normal, outward: against the field's gradient
};

/// Nodes -1 .. 9 along each axis: the cubes of a block use nodes 0 .. 8, and central differences need a
/// further layer.
class NodeWindow {
 public:
  NodeWindow(const BlockGrid& grid, std::size_t block);

  /// Returns the field minus the isovalue at the corners of the cube of node n.
  [[nodiscard]] std::array<float, 8> corners(const glm::ivec3& n, float level) const;

  /// Computes the crossing of the isosurface on the edge from node n to the next node along an axis.
  [[nodiscard]] Crossing crossing(const glm::ivec3& n, int axis, float level) const;

  /// Computes the mean of the crossings of these edges (a bit each) of the cube of node n.
  [[nodiscard]] Crossing middle(const glm::ivec3& n, unsigned edges, float level) const;

 private:
  static constexpr int kWidth = kBlock + 3;
  static constexpr std::array<int, 3> kStep{1, kWidth, kWidth* kWidth};

  [[nodiscard]] static int indexOf(const glm::ivec3& n) {
    return ((n.z + 1) * kWidth + n.y + 1) * kWidth + n.x + 1;
  }
  /// Returns twice the gradient, by central differences [1/cell].
  [[nodiscard]] Vec3 gradient(int index) const;

  std::array<float, kWidth * kWidth * kWidth> f_;
};

}  // namespace ooze::surface
