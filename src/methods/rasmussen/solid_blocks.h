// Cache of solid distances per block of cells, valid while solids stand still.
#pragma once

#include "ooze/base/threads.h"

#include "grid/blocks.h"
#include "grid/lattice_position.h"
#include "methods/rasmussen/solids.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ooze::rasmussen {

/// Caches distances to the nearest solid at the nodes and corners of blocks. Also caches the places from
/// which phi is extrapolated to nodes inside solids. A block is computed once, until a solid moves. Memory is
/// reused.
class SolidBlocks {
 public:
  static constexpr float kFilm = 0.5f;  ///< thickness of a film: nearer liquid lies on the solid [cells]
  static constexpr float kShell = 3.f;  ///< depth to which phi of liquid is extrapolated into solids [cells]
  static constexpr float kNearSolid = 2.f;  ///< nodes farther from a solid need no exact distance [cells]

  /// Places in front of the nearest face from which phi of a node inside a solid is taken.
  struct SolidNode {
    std::uint16_t node;  ///< index of the node in the block
    bool isDeep;         ///< true if the node lies deeper in the solid than liquid is extrapolated
    float depth;         ///< depth of the node below the solid's face [m]
    /// Places half a film and a film in front of the face; empty if too far away.
    std::optional<grid::LatticePosition> near, far;
  };
  struct SolidBlock {
    std::vector<float> distances;       ///< distances of the nodes; empty if none is in or near a solid [m]
    std::vector<float> corners;         ///< distances of the cell corners; empty if none is in a solid [m]
    std::vector<SolidNode> solidNodes;  ///< nodes within half a film of a solid or inside
  };

  /// Clears the cache if a solid has moved.
  /// @param band  width of the narrow band of phi [m]
  void clearIfMoved(const SolidSamples& solids, float cell, float band);
  /// Computes the blocks that are not cached yet. References from at() become invalid.
  void find(const SolidSamples& solids, const grid::BlockSet& blocks, const Threads& threads);
  /// Returns whether no cell of a block is in a solid or near one.
  [[nodiscard]] static bool isFar(const SolidSamples& solids, const grid::BlockCoordinate& at, float cell);
  /// Returns a block that find() has computed.
  [[nodiscard]] const SolidBlock& at(const grid::BlockCoordinate& block) const {
    return blocks_[set_.find(block)];
  }

 private:
  void computeBlock(const SolidSamples& solids, const grid::BlockCoordinate& at, SolidBlock& block) const;

  float cell_ = 0.f, band_ = 0.f;
  std::vector<SolidSamples::PosedShape> posedShapes_;  ///< poses of the solids at the time of caching
  grid::BlockSet set_;
  std::vector<SolidBlock> blocks_;  ///< cached blocks, in the order of set_
};

/// Places in front of the face of the nearest solid from which phi of a place inside is taken.
struct PlacesBeforeFace {
  float depth;     ///< depth of p below the face [m]
  Vec3 near, far;  ///< places half a film and one film in front of the face [m]
};
[[nodiscard]] PlacesBeforeFace findPlacesBeforeFace(const SolidSamples& solids, const Vec3& p, float cell);

}  // namespace ooze::rasmussen
