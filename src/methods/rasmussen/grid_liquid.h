// Liquid on a staggered (MAC) grid with a particle level set, and its changes when particles are added or
// removed.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/base/threads.h"
#include "ooze/liquid/band.h"
#include "ooze/liquid/seeds.h"
#include "ooze/particles/particles.h"

#include "grid/particle_level_set.h"
#include "grid/staggered_grid.h"
#include "methods/rasmussen/cells.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ooze::rasmussen {

/// Liquid that was removed from the grid, kept for undo: phi at nodes.
struct RemovedLiquid {
  std::vector<glm::ivec3> nodes;
  std::vector<float> phi;  ///< signed distance phi at each removed node [m]
};

/// Returns phi at all nodes of a level set, block by block [m].
[[nodiscard]] std::vector<float> nodesOf(const grid::LevelSet& set);

/// State of the grid between time steps: the particle level set (phi and markers), the cells in which liquid
/// is or comes, and the staggered velocity on their faces. Each of the method's particles stands for the
/// volume of one cell.
class GridLiquid {
 public:
  static constexpr float kBand = 4.f;  ///< width of the narrow band of phi [cells]

  /// @param cell  side of a grid cell [m]
  explicit GridLiquid(float cell);

  [[nodiscard]] float cell() const { return cells_.cell(); }  ///< side of a cell [m]
  [[nodiscard]] bool empty() const { return surface_.levelSet().empty(); }
  [[nodiscard]] const grid::LevelSet& levelSet() const { return surface_.levelSet(); }
  [[nodiscard]] grid::ParticleLevelSet& surface() { return surface_; }
  [[nodiscard]] const grid::ParticleLevelSet& surface() const { return surface_; }
  [[nodiscard]] const grid::CellBlocks& cells() const { return cells_; }
  [[nodiscard]] const grid::CellField& phi() const { return phi_; }  ///< level set at cell centres [m]
  [[nodiscard]] grid::CellField& phi() { return phi_; }  ///< mutable; solids change phi during a step
  grid::FaceField velocity;                              ///< velocity on the faces of cells [m/s]

  /// Sets the number of markers per cell, from the next reseeding on.
  void setMarkers(int perCell);

  /// Adds the liquid of these particles to phi. Faces of empty cells take the particles' velocity.
  /// @param first  index of the first new particle; the particles before it are already present
  /// @param shapes  the liquids whose shapes the particles fill; empty if only their positions are known
  void add(const Vec3Array& positions, const Vec3Array& velocities, std::size_t first,
           std::span<const LiquidSeeds> shapes, const Threads& threads);
  /// Unites phi with a shape. The next step reinitialises phi.
  void fill(const SignedDistance& shape, const Pose& pose, const Threads& threads);
  /// Removes the liquid of these particles.
  /// @param positions  positions of all particles, the removed ones included [m]
  /// @param gone  indices of the removed particles
  void remove(const Vec3Array& positions, std::span<const std::uint32_t> gone, const Threads& threads);
  /// Returns the liquid that remove() would take, for undo.
  [[nodiscard]] RemovedLiquid taken(const Vec3Array& positions, std::span<const std::uint32_t> gone) const;
  /// Puts back removed liquid. Liquid that has come to the place since stays.
  void putBack(const RemovedLiquid& liquid, const Threads& threads);
  /// Puts back removed liquid only near particles, because liquid elsewhere has no particles to stand for it.
  void putBack(const RemovedLiquid& liquid, const Vec3Array& positions, const Threads& threads);

  /// Cuts a slit: removes liquid within three quarters of a cell of a blade.
  /// @param beside  returns the signed distance of a place from the blade, as in CutLiquid [m]
  /// @return the removed liquid
  RemovedLiquid cutSlit(FunctionRef<std::optional<float>(const Vec3&)> beside, const Threads& threads);

  /// Replaces phi at nodes, after nodes were added in these blocks.
  /// @param put  changes the nodes of the set, block by block [m]; returns whether any node changed
  /// @return the result of `put`
  bool editNodes(const grid::BlockSet& where,
                 FunctionRef<bool(const grid::LevelSet& set, std::vector<float>& phi)> put,
                 const Threads& threads);

  /// Removes islands of liquid with fewer cells than this from the grid. Their particles fly on as drops.
  /// @return number of removed islands
  std::size_t removeIslands(std::size_t fewest, const Threads& threads);

  /// Removes liquid outside a window (window.cpp). Nodes farther inside than the narrow band keep their
  /// values bit for bit, and all nodes do if no liquid was outside.
  /// @return whether liquid was outside
  bool keepWithin(const CellRange& range, const Threads& threads);
  /// Imposes phi of bands from other runs (bands.cpp), and removes markers that contradict it.
  void imposeBands(std::span<const SourceBand> bands, const Threads& threads);

  /// Rebuilds the cells around the surface. Velocities keep their places.
  void rebuildCells(const Threads& threads);

  void save(ByteWriter& out) const;
  /// Restores a snapshot written by save().
  /// @throws InputError if no step can have left this state
  void restore(ByteReader& in, const Threads& threads);

 private:
  struct NodeAccumulator;
  [[nodiscard]] float filledAt(const glm::ivec3& node) const;
  template <class Visit>
  void forNearbyNodes(const Vec3& p, int reach, const Visit& visit) const;
  template <class Put>
  void change(const grid::BlockSet& where, const Put& put, const Threads& threads);
  [[nodiscard]] grid::LevelSet levelSetOf(const SignedDistance& shape, const Pose& pose, const Aabb& box,
                                          const Threads& threads) const;
  [[nodiscard]] grid::LevelSet unionOf(std::span<const LiquidSeeds> liquids, const Threads& threads) const;
  void unite(std::span<const LiquidSeeds> liquids, const Threads& threads);
  void setVelocities(NodeAccumulator& touched, const Vec3Array& positions, const Vec3Array& velocities,
                     std::size_t first);
  void accumulateRemoved(const Vec3Array& positions, std::span<const std::uint32_t> gone,
                         NodeAccumulator& touched) const;
  void removeMarkers(const Threads& threads);

  grid::ParticleLevelSet surface_;
  grid::CellBlocks cells_, nextCells_;
  grid::CellField phi_;
  grid::FaceField next_;
};

}  // namespace ooze::rasmussen
