// Fields that are carried along by a velocity.
#pragma once

#include "ooze/base/threads.h"

#include "grid/cell_blocks.h"
#include "grid/staggered_grid.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::grid {

enum class AdvectionScheme : std::uint8_t {
  /// First order in space: no new extrema, whatever the step (Stam 1999).
  SemiLagrangian,
  /// Second order where the field is smooth: forth and back again, and half of what that changes taken off;
  /// limited to the values from which the first came (Selle et al. 2008, section 4.2). Where these reach
  /// out of the blocks it is the first alone.
  MacCormack
};

/// Semi-Lagrangian advection: a value comes from where the flow was dt ago, by a midpoint step (second order
/// Runge-Kutta), trilinear from there. Stable for steps of any length; the further back, the less of the way
/// is seen, so CFL <= 5 (Foster and Fedkiw 2001). A constant field stays the same bits, and so does any
/// field, shifted, that is carried by whole cells. The same bits at any number of threads. Keeps its memory.
class Advection {
 public:
  /// @param velocity  known round all that is wanted, as far as the flow comes in dt (extension.h) [m/s]
  /// @param from      may be the velocity itself
  /// @param to        another field than both others
  /// @param wanted    by cell, not 0: its six faces are. Of others `to` has what `from` has. Empty: all
  void advect(const CellBlocks& cells, const FaceField& velocity, float dt, const FaceField& from,
              FaceField& to, AdvectionScheme scheme, const Threads& threads,
              std::span<const std::uint8_t> wanted = {});
  void advect(const CellBlocks& cells, const FaceField& velocity, float dt, const CellField& from,
              CellField& to, AdvectionScheme scheme, const Threads& threads,
              std::span<const std::uint8_t> wanted = {});

  /// The longest step in which nothing goes farther than `cfl` cells along one axis; infinite if all is
  /// still.
  [[nodiscard]] float stableStep(const CellBlocks& cells, const FaceField& velocity, float cfl,
                                 const Threads& threads);

 private:
  struct EightCells;
  struct Carried;
  void advect(const CellBlocks& cells, const FaceField& velocity, const Carried& carried,
              AdvectionScheme scheme, const Threads& threads);

  std::vector<float> forth_;                   ///< what came first
  std::vector<std::array<float, 2>> allowed_;  ///< least and greatest of where it came from
  std::vector<glm::dvec3> ahead_;              ///< where the flow takes it [cells, from its block's first]
  std::vector<std::uint8_t> isWanted_, isNeeded_;
  std::vector<float> fastest_;  ///< of each chunk
};

}  // namespace ooze::grid
