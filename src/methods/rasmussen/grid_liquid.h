// The liquid on its grid: surface, cells and velocities, and how particles add to it and take from it.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/base/threads.h"
#include "ooze/liquid/band.h"
#include "ooze/liquid/seeds.h"
#include "ooze/particles/particles.h"

#include "grid/particle_level_set.h"
#include "grid/staggered_grid.h"
#include "methods/rasmussen/cell_range.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ooze::rasmussen {

/// What of the liquid was where it was taken out: phi at nodes.
struct TakenLiquid {
  std::vector<glm::ivec3> nodes;
  std::vector<float> phi;  ///< [m]
};

/// phi at all nodes of a set, block by block [m].
[[nodiscard]] std::vector<float> nodesOf(const grid::LevelSet& set);

/// phi and markers, the cells in which liquid is or comes, and the velocity on their faces: what a step of
/// the grid begins with, and all that it leaves. Each of the method's particles stands for one cell's volume.
class GridLiquid {
 public:
  static constexpr float kBand = 4.f;  ///< [cells]

  /// @param cell  [m]
  explicit GridLiquid(float cell);

  [[nodiscard]] float cell() const { return cells_.cell(); }  ///< [m]
  [[nodiscard]] bool empty() const { return surface_.levelSet().empty(); }
  [[nodiscard]] const grid::LevelSet& levelSet() const { return surface_.levelSet(); }
  [[nodiscard]] grid::ParticleLevelSet& surface() { return surface_; }
  [[nodiscard]] const grid::ParticleLevelSet& surface() const { return surface_; }
  [[nodiscard]] const grid::CellBlocks& cells() const { return cells_; }
  [[nodiscard]] const grid::CellField& phi() const { return phi_; }  ///< at the middles of cells [m]
  [[nodiscard]] grid::CellField& phi() { return phi_; }              ///< for what solids do to it in a step
  grid::FaceField velocity;                                          ///< [m/s]

  /// So many markers in a cell from now on.
  void setMarkers(int perCell);

  /// The liquid of these particles is there too, and where nothing was moves as they do.
  /// @param first  of them; those before were there
  /// @param seeds  from which they came, for the shape that they fill
  void add(const Vec3Array& positions, const Vec3Array& velocities, std::size_t first,
           const LiquidSeeds& seeds, const Threads& threads);
  /// Liquid fills this shape too, until the next step settles the surface.
  void fill(const SignedDistance& shape, const Pose& pose, const Threads& threads);
  /// What stands for these particles, by index, of all that there are, is gone.
  void remove(const Vec3Array& positions, std::span<const std::uint32_t> gone, const Threads& threads);
  /// What remove() would change.
  [[nodiscard]] TakenLiquid taken(const Vec3Array& positions, std::span<const std::uint32_t> gone) const;
  /// Puts it back; what has come there since stays.
  void putBack(const TakenLiquid& liquid, const Threads& threads);
  /// As far as there are still particles round it: liquid has no other place to come back to.
  void putBack(const TakenLiquid& liquid, const Vec3Array& positions, const Threads& threads);

  /// Takes the liquid out that is not farther than three quarters of a cell from a blade.
  /// @param beside  how far from it a place is, as CutLiquid has it [m]
  /// @return what was there
  TakenLiquid slit(FunctionRef<std::optional<float>(const Vec3&)> beside, const Threads& threads);

  /// Lets another phi stand at the nodes, with nodes in these blocks too.
  /// @param put  changes the nodes of the set, block by block as it has them [m]
  /// @return whether it said that it changed one
  bool direct(const grid::BlockSet& where,
              FunctionRef<bool(const grid::LevelSet& set, std::vector<float>& phi)> put,
              const Threads& threads);

  /// Liquid of fewer cells than this, all round in the air, is none to the grid: its particles fly as drops.
  /// @return how many there were
  std::size_t dropIslands(std::size_t fewest, const Threads& threads);

  /// What is outside of a window is air (window.cpp). Nodes farther in than the band is wide keep their bits,
  /// and where no liquid is outside all do. @return whether there was some
  bool keepWithin(const CellRange& range, const Threads& threads);
  /// phi of what comes from other runs (bands.cpp), and no markers against it.
  void hold(std::span<const HeldBand> bands, const Threads& threads);

  /// The cells follow the surface; velocities stay where they are.
  void layOut(const Threads& threads);

  void save(ByteWriter& out) const;
  /// What save() wrote. @throws InputError if it is not what a step can have left
  void restore(ByteReader& in, const Threads& threads);

 private:
  struct Touched;
  [[nodiscard]] float filledAt(const glm::ivec3& node) const;
  template <class Visit>
  void forNear(const Vec3& p, int reach, const Visit& visit) const;
  template <class Put>
  void change(const grid::BlockSet& where, const Put& put, const Threads& threads);
  [[nodiscard]] grid::LevelSet setOf(const SignedDistance& shape, const Pose& pose, const Aabb& box,
                                     const Threads& threads) const;
  void unite(const LiquidSeeds& seeds, const Vec3Array& positions, std::size_t first, const Threads& threads);
  void setVelocities(Touched& touched, const Vec3Array& positions, const Vec3Array& velocities,
                     std::size_t first);
  void findGone(const Vec3Array& positions, std::span<const std::uint32_t> gone, Touched& touched) const;
  void removeMarkers(const Threads& threads);

  grid::ParticleLevelSet surface_;
  grid::CellBlocks cells_, nextCells_;
  grid::CellField phi_;
  grid::FaceField next_;
};

}  // namespace ooze::rasmussen
