// Pressure projection: makes the liquid's velocity divergence-free.
#pragma once

#include "ooze/base/threads.h"

#include "grid/cell_blocks.h"
#include "grid/face_conditions.h"
#include "grid/pressure_system.h"
#include "grid/staggered_grid.h"

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace ooze::grid {

/// Treatment of pockets: liquid between solids and hard faces that touches no air.
/// The pressure of a pocket has a solution only if the net inflow is 0.
enum class PocketRule : std::uint8_t {
  /// Averages each velocity in the pocket over its neighbours, `sweeps` times, and excludes the pocket from
  /// the pressure solve (Rasmussen et al. 2004, "pockets").
  AverageVelocities,
  /// Subtracts the pocket's mean divergence, which no pressure can remove, and solves for the pressure of the
  /// pocket. Departs from that paper, so that liquid that fills a closed vessel keeps flowing.
  WithoutMean
};

struct ProjectionSettings {
  PressureSettings pressure{};
  PocketRule pockets = PocketRule::AverageVelocities;
  int sweeps = 3;  ///< number of averaging sweeps over the velocities of pockets
};

struct ProjectionResult {
  PressureResult pressure;   ///< counts only pockets that were solved
  std::size_t pockets = 0;   ///< number of parts without air, not counting single sealed cells
  std::size_t enslaved = 0;  ///< number of liquid cells excluded from the pressure solve
};

/// Pressure projection, the last stage of a step (Rasmussen et al. 2004, step 7): a pressure solve
/// (PressureSystem), then the subtraction of the pressure gradient.
/// Liquid cells have phi < 0; air is empty, with p = 0 at the surface. Buffers are reused.
class Projection {
 public:
  /// Projects the velocity: afterwards div u = D (the prescribed divergence) in the liquid, up to the
  /// solver's residual and rounding. Hard faces, and faces without liquid, keep their bits; faces closed by a
  /// solid take its velocity.
  /// @param phi       signed distance from the surface, negative in the liquid [m]
  /// @param target    prescribed divergence D, the outflow of a cell per volume [1/s]; null: 0
  /// @param dt        time step, positive [s]
  /// @param velocity  velocity at the faces, indexed by cell like all other fields [m/s]
  /// @param pressure  p / rho: the initial guess, and then the solution [m^2/s^2]
  /// @param bodies    as PressureSystem::solve()
  ProjectionResult project(const CellBlocks& cells, const CellField& phi, const FaceConditions& faces,
                           const CellField* target, float dt, FaceField& velocity, CellField& pressure,
                           const ProjectionSettings& settings, const Threads& threads,
                           std::span<RigidRows> bodies = {});

  [[nodiscard]] const PressureSystem& system() const { return system_; }

 private:
  struct PocketFace {
    int axis;
    CellIndex cell;
    float next;
  };
  void averagePocketVelocities(const CellBlocks& cells, const CellField& phi, const FaceConditions& faces,
                               int sweeps, FaceField& velocity);

  PressureSystem system_;
  std::vector<CellIndex> enslaved_;
  std::vector<PocketFace> pocketFaces_;
};

}  // namespace ooze::grid
