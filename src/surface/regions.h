// Which particles belong together: liquid that is near but does not touch is polygonised apart.
#pragma once

#include "ooze/base/math.h"

#include "surface/blocks.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::surface {

/// Steele et al. 2004, rendering: a region is what pairs nearer than a distance join. Regions that are far
/// from each other share a number, so that there are few. Keeps its memory.
class Regions {
 public:
  static constexpr std::uint8_t kMost = 16;  ///< numbers; more regions in one place share the last

  /// @param joined  pairs nearer than this are of one region [m]
  /// @param apart   regions nearer than this have numbers of their own [m]
  /// @return the number of each particle's region, valid until the next call; empty if there is only one
  std::span<const std::uint8_t> find(std::span<const Vec3> positions, float joined, float apart);

 private:
  struct Cell {
    BlockCoordinate at;
    std::uint32_t first = 0, count = 0;  ///< in order_
    bool whole = false;                  ///< all of it is known to be of one region
  };
  /// What of a region lies in one cell.
  struct Piece {
    std::uint32_t region;
    Aabb box;
  };

  void sort(std::span<const Vec3> positions, float edge);
  void join(std::span<const Vec3> positions, float distance);
  void joinCells(std::span<const Vec3> positions, Cell& a, Cell& b, float distance2);
  void collectPieces(std::span<const Vec3> positions);
  void findNear(float apart);
  void number();
  std::uint32_t rootOf(std::uint32_t i);
  void unite(std::uint32_t a, std::uint32_t b);

  std::vector<Cell> cells_;
  std::vector<std::uint32_t> cellOf_, order_, parent_;
  BlockMap map_;
  std::vector<Piece> pieces_;
  std::vector<std::uint32_t> pieceFirst_;  ///< of each cell
  std::vector<std::pair<std::uint32_t, std::uint32_t>> near_;
  std::vector<std::uint8_t> numbers_, labels_;
};

}  // namespace ooze::surface
