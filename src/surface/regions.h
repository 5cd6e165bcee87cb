// Splits the particles into regions that are polygonised separately, so that nearby liquids do not merge
// early.
#pragma once

#include "ooze/base/math.h"

#include "surface/lattice_particles.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::surface {

/// Connected components of the particles: pairs closer than a distance belong to the same region.
/// Source: Steele et al. 2004, rendering. Distant regions share a number (greedy graph colouring), so few
/// numbers suffice. Buffers are reused.
class RegionGrid {
 public:
  static constexpr std::uint8_t kMost = 16;  ///< number of labels; surplus regions in a place share the last

  /// Computes the regions.
  /// @param joined  pairs closer than this belong to the same region [m]
  /// @param apart   regions closer than this get different numbers [m]
  /// @return the region number of each particle, valid until the next call; empty if there is only one region
  std::span<const std::uint8_t> find(std::span<const Vec3> positions, float joined, float apart);

 private:
  struct RegionCell {
    BlockCoordinate at;
    std::uint32_t first = 0, count = 0;  ///< particles of the cell, as a range in order_
    bool whole = false;  ///< whether all particles of the cell are known to be in the same region
  };
  /// The particles of a region inside a single cell.
  struct RegionPiece {
    std::uint32_t region;
    Aabb box;
  };

  void sort(std::span<const Vec3> positions, float edge);
  void join(std::span<const Vec3> positions, float distance);
  void joinCells(std::span<const Vec3> positions, RegionCell& a, RegionCell& b, float distance2);
  void collectPieces(std::span<const Vec3> positions);
  void findNear(float apart);
  void number();
  std::uint32_t rootOf(std::uint32_t i);
  void unite(std::uint32_t a, std::uint32_t b);

  std::vector<RegionCell> cells_;
  std::vector<std::uint32_t> cellOf_, order_, parent_;
  BlockMap map_;
  std::vector<RegionPiece> pieces_;
  std::vector<std::uint32_t> pieceFirst_;  ///< first piece of each cell
  std::vector<std::pair<std::uint32_t, std::uint32_t>> near_;
  std::vector<std::uint8_t> numbers_, labels_;
};

}  // namespace ooze::surface
