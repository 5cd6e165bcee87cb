// What solids are to the cells of a block, kept while they stand still.
#pragma once

#include "ooze/base/threads.h"

#include "grid/block_set.h"
#include "grid/lattice_place.h"
#include "methods/rasmussen/solids.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ooze::rasmussen {

/// Distances from the nearest solid at the nodes and corners of blocks, and where phi of nodes in solids
/// comes from. A block is looked at once, until a solid moves. Keeps its memory.
class SolidBlocks {
 public:
  static constexpr float kFilm = 0.5f;      ///< what is nearer to a solid lies on it [cells]
  static constexpr float kShell = 3.f;      ///< liquid goes on into solids so far [cells]
  static constexpr float kNearSolid = 2.f;  ///< farther nodes need not know how far [cells]

  /// Where phi is looked up for a node in a solid: before the face that is nearest to it.
  struct Behind {
    std::uint16_t node;  ///< its number in the block
    bool isDeep;         ///< no liquid goes on so far
    float depth;         ///< [m]
    /// Half of a film before the face, and a film; nothing for what is too far.
    std::optional<grid::LatticePlace> near, far;
  };
  struct Block {
    std::vector<float> distances;  ///< of the nodes; empty: none is in a solid or beside one [m]
    std::vector<float> corners;    ///< of the cells' corners; empty: none is in a solid [m]
    std::vector<Behind> behind;    ///< nodes nearer than half a film or in a solid
  };

  /// @param band  phi is not beyond it [m]
  void follow(const Solids& solids, float cell, float band);
  /// Looks at those that are not known yet; what at() gave is no longer valid.
  void find(const Solids& solids, const grid::BlockSet& blocks, const Threads& threads);
  /// Whether no cell of a block is in a solid or beside one.
  [[nodiscard]] static bool isFar(const Solids& solids, const grid::BlockCoordinate& at, float cell);
  /// One of those.
  [[nodiscard]] const Block& at(const grid::BlockCoordinate& block) const {
    return blocks_[set_.find(block)];
  }

 private:
  void look(const Solids& solids, const grid::BlockCoordinate& at, Block& block) const;

  float cell_ = 0.f, band_ = 0.f;
  std::vector<Solids::Stand> stands_;  ///< of the solids
  grid::BlockSet set_;
  std::vector<Block> blocks_;  ///< by the set's numbers
};

/// The places before the face of the nearest solid from which phi of a place in it comes.
struct BeforeFace {
  float depth;     ///< of p [m]
  Vec3 near, far;  ///< half of a film before the face, and a film [m]
};
[[nodiscard]] BeforeFace beforeFace(const Solids& solids, const Vec3& p, float cell);

}  // namespace ooze::rasmussen
