// Velocities beyond the liquid, from which advection takes what comes in.
#pragma once

#include "ooze/base/threads.h"

#include "grid/cell_blocks.h"
#include "grid/face_conditions.h"
#include "grid/marching.h"
#include "grid/pressure_system.h"
#include "grid/staggered_grid.h"

#include <array>
#include <limits>
#include <vector>

namespace ooze::grid {

/// The velocity beside the liquid, in air and in solids (Rasmussen et al. 2004, "divergence-free
/// extrapolation" and object boundaries; step 3). In this order: intoAir(), freeOfDivergence(), intoSolids(),
/// holdAlongSolids(). The same bits at any number of threads. Keeps its memory.
class Extension {
 public:
  /// Faces of air take the velocity of the liquid next to them along the gradient of phi. Faces of liquid and
  /// hard ones keep theirs; those closed by solids take no part.
  /// @param reach     how far from the liquid; phi must be known as far. Beyond, velocities become 0 [cells]
  /// @param velocity  [m/s]
  void intoAir(const CellBlocks& cells, const CellField& phi, const FaceConditions& faces, float reach,
               FaceField& velocity, const Threads& threads);

  /// Then div u = 0 in the cells of air all of whose faces were reached: what comes to where two drops will
  /// meet lets the air between them out, instead of closing on it. Faces of liquid, hard ones and solids
  /// stand; beyond the last cell p = 0. Air that has no way out keeps the mean of its divergence.
  /// @param dt      the step, by which PressureSettings::divergence is measured [s]
  /// @param reach   how far from the liquid, at most; p = 0 beyond [cells]
  /// @param target  D instead of 0, as the liquid beside has it: what swells moves its surface as fast as
  /// itself; null: 0 [1/s]
  PressureResult freeOfDivergence(const CellBlocks& cells, const CellField& phi, const FaceConditions& faces,
                                  float dt, FaceField& velocity, const PressureSettings& settings,
                                  const Threads& threads,
                                  float reach = std::numeric_limits<float>::infinity(),
                                  const CellField* target = nullptr);

  /// Faces closed by solids take the velocity of what was reached, inward.
  /// @param distance  from the solid, negative inside [m]
  /// @param reach     how far inside [cells]
  void intoSolids(const CellBlocks& cells, const CellField& distance, const FaceConditions& faces,
                  float reach, FaceField& velocity, const Threads& threads);

  /// Then what a solid lets liquid do there (Rasmussen et al. 2004, "object"): along it between the liquid's
  /// velocity and its own, by its friction; against it its own where liquid would enter, and the liquid's
  /// where that leaves. Written to the velocity and to faces.solid, where the pressure and the viscosity find
  /// it. Faces that intoSolids() did not reach move with the solid.
  void holdAlongSolids(const CellBlocks& cells, const CellField& distance, SolidMotionAt motion,
                       FaceConditions& faces, FaceField& velocity, const Threads& threads);

 private:
  [[nodiscard]] bool isKnown(int axis, CellIndex c) const {
    return march_[static_cast<std::size_t>(axis)].state[c] == MarchState::Known;
  }
  [[nodiscard]] glm::dvec3 whole(const CellBlocks& cells, const FaceField& velocity, int axis, CellIndex face,
                                 const glm::dvec3& unknown) const;

  std::array<Marching, 3> march_;
  std::array<std::vector<float>, 3> distances_;  ///< of faces [m]
  PressureSystem system_;
  CellField pressure_;
  FaceField held_;
};

/// Cells of air take what liquid next to them has: temperature, viscosity, before they are carried along.
/// @param reach  how far; cells beyond keep what they have [cells]
void extendIntoAir(const CellBlocks& cells, const CellField& phi, float reach, CellField& field,
                   Marching& memory, const Threads& threads);

}  // namespace ooze::grid
