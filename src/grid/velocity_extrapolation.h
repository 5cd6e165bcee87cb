// Velocity extrapolation from the liquid into air and solids.
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

/// Velocity extrapolation into air and solids, for advection near the surface.
/// Source: Rasmussen et al. 2004, "divergence-free extrapolation" and object boundaries; step 3. Call in this
/// order: extrapolateIntoAir(), removeAirDivergence(), extrapolateIntoSolids(), applySolidBoundary(). The
/// bits are the same at any number of threads. Buffers are reused.
class VelocityExtrapolation {
 public:
  /// Extrapolates velocities to the faces of air, constant along the gradient of phi (fast marching).
  /// Faces of liquid and hard faces keep their velocity; faces closed by solids are skipped.
  /// @param reach     distance from the liquid up to which phi is known; beyond, velocities become 0 [cells]
  /// @param velocity  velocity at the faces; receives the extrapolated values [m/s]
  void extrapolateIntoAir(const CellBlocks& cells, const CellField& phi, const FaceConditions& faces,
                          float reach, FaceField& velocity, const Threads& threads);

  /// Makes the velocity divergence-free in the air cells whose faces were all reached (pressure projection).
  /// Air between two approaching drops can then escape instead of being trapped. Faces of liquid, hard faces
  /// and solids keep their velocity; beyond the last cell p = 0. Air that has no way out keeps the mean of
  /// its divergence.
  /// @param dt      the time step, by which PressureSettings::divergence is measured [s]
  /// @param reach   largest distance from the liquid; p = 0 beyond [cells]
  /// @param target  divergence to reach instead of 0, as used for the liquid: the surface of swelling liquid
  /// then moves with the liquid [1/s]; null: 0
  PressureResult removeAirDivergence(const CellBlocks& cells, const CellField& phi,
                                     const FaceConditions& faces, float dt, FaceField& velocity,
                                     const PressureSettings& settings, const Threads& threads,
                                     float reach = std::numeric_limits<float>::infinity(),
                                     const CellField* target = nullptr);

  /// Extrapolates the known velocities inward to the faces closed by solids.
  /// @param distance  signed distance from the solid, negative inside [m]
  /// @param reach     depth inside the solid up to which faces receive a velocity [cells]
  void extrapolateIntoSolids(const CellBlocks& cells, const CellField& distance, const FaceConditions& faces,
                             float reach, FaceField& velocity, const Threads& threads);

  /// Applies the solid's boundary condition to the extrapolated velocities (Rasmussen et al. 2004, "object").
  /// The tangential velocity is blended between liquid and solid by the solid's friction. The normal velocity
  /// is the solid's where liquid would enter, and the liquid's where the liquid leaves. The result is written
  /// to the velocity and to faces.solid, for the pressure and the viscosity. Faces that
  /// extrapolateIntoSolids() did not reach move with the solid.
  void applySolidBoundary(const CellBlocks& cells, const CellField& distance, SolidMotionFunction motion,
                          FaceConditions& faces, FaceField& velocity, const Threads& threads);

 private:
  [[nodiscard]] bool isKnown(int axis, CellIndex c) const {
    return march_[static_cast<std::size_t>(axis)].state[c] == FastMarchingState::Known;
  }
  [[nodiscard]] glm::dvec3 velocityVectorAt(const CellBlocks& cells, const FaceField& velocity, int axis,
                                            CellIndex face, const glm::dvec3& unknown) const;

  std::array<FastMarching, 3> march_;
  /// Distance of each face from the liquid, or depth inside the solid [m].
  std::array<std::vector<float>, 3> distances_;
  PressureSystem system_;
  CellField pressure_;
  FaceField held_;
};

/// Extrapolates a cell field such as temperature or viscosity into air, before the field is advected.
/// @param reach  distance from the liquid; cells beyond keep their value [cells]
void extrapolateCellsIntoAir(const CellBlocks& cells, const CellField& phi, float reach, CellField& field,
                             FastMarching& memory, const Threads& threads);

}  // namespace ooze::grid
