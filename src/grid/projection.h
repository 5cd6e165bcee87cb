// Makes the flow of a liquid free of divergence.
#pragma once

#include "ooze/base/threads.h"

#include "grid/cell_blocks.h"
#include "grid/face_conditions.h"
#include "grid/pressure_system.h"
#include "grid/staggered_grid.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace ooze::grid {

/// What becomes of liquid that touches no air, between solids and hard faces: its pressure has no solution
/// unless what comes in is what goes out.
enum class PocketRule : std::uint8_t {
  /// Its velocities become means of those beside them, and the pressure leaves it out (Rasmussen et al. 2004,
  /// "pockets").
  Enslave,
  /// Solved all the same, without the mean of its divergence, which no pressure can take away. Departs from
  /// that paper: liquid that fills a closed vessel goes on flowing.
  WithoutMean
};

struct ProjectionSettings {
  PressureSettings pressure{};
  PocketRule pockets = PocketRule::Enslave;
  int sweeps = 3;  ///< of means over pockets
};

struct ProjectionResult {
  PressureResult pressure;   ///< its pockets are those that were solved
  std::size_t pockets = 0;   ///< liquid in parts without air, single sealed cells aside
  std::size_t enslaved = 0;  ///< cells of liquid that the pressure leaves out
};

/// The last stage of a step (Rasmussen et al. 2004, step 7). Liquid are the cells with phi < 0; air is empty,
/// with p = 0 at the surface. Keeps its memory.
class Projection {
 public:
  /// div u = D in liquid afterwards, up to the solver's residual and rounding. Hard faces, and those that
  /// touch no liquid, keep their bits; those closed by a solid take its velocity.
  /// @param phi       [m]
  /// @param target    D, what flows out of a cell for each of its volume; null: 0 [1/s]
  /// @param dt        positive [s]
  /// @param velocity  by cell as all others [m/s]
  /// @param pressure  p / rho: the start, and then the solution [m^2/s^2]
  /// @throws std::invalid_argument if liquid lies beside the edge of the blocks
  ProjectionResult project(const CellBlocks& cells, const CellField& phi, const FaceConditions& faces,
                           const CellField* target, float dt, FaceField& velocity, CellField& pressure,
                           const ProjectionSettings& settings, const Threads& threads);

  [[nodiscard]] const PressureSystem& system() const { return system_; }

 private:
  struct PocketFace {
    int axis;
    CellIndex cell;
    float next;
  };
  void enslave(const CellBlocks& cells, const CellField& phi, const FaceConditions& faces, int sweeps,
               FaceField& velocity);

  PressureSystem system_;
  std::vector<CellIndex> enslaved_;
  std::vector<PocketFace> pocketFaces_;
};

}  // namespace ooze::grid
