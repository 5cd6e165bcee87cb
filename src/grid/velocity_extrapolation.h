// Velocity extrapolation from the liquid into air and solids, in order of distance as in fast marching.
#pragma once

#include "ooze/base/threads.h"

#include "grid/cell_blocks.h"
#include "grid/face_conditions.h"
#include "grid/pressure_system.h"
#include "grid/staggered_grid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace ooze::grid {

/// State of a cell or face during the extrapolation.
enum class FastMarchingState : std::uint8_t {
  Excluded,  ///< takes no part: neither gives nor receives a value
  Known,     ///< has a value, from which neighbours are extrapolated
  Unknown,   ///< receives an extrapolated value, and is Known afterwards
};

/// Extrapolation with grad d . grad u = 0, outward from the known values (Adalsteinsson and Sethian 1999).
/// The distance d is already known, so a single pass in order of d replaces fast marching: each place takes
/// its value from neighbours with smaller d by upwind differences. Works for any array indexed by CellIndex.
/// Buffers are reused.
class FastMarching {
 public:
  std::vector<FastMarchingState> state;  ///< state of each cell, to be set before run()

  /// Extrapolates to all unknown places.
  /// @param distance  distance(cell) of the array's places, in any unit
  /// @param farthest  places with a larger distance are not changed
  /// @param values    receives the extrapolated values; the state of these places becomes Known
  template <class Distance>
  void run(const CellBlocks& cells, const Distance& distance, float farthest, std::vector<float>& values) {
    order_.clear();
    for (std::size_t n = 0; n < cells.size(); ++n) {
      const auto c = static_cast<CellIndex>(n);
      if (state[c] != FastMarchingState::Unknown) continue;
      if (const float d = distance(c); d <= farthest) order_.emplace_back(d, c);
    }
    sort();
    // Places without a known neighbour are retried after their neighbours; unreachable places stay unknown.
    while (!order_.empty()) {
      std::size_t left = 0;
      for (const auto& [d, cell] : order_)
        if (!take(cells, distance, d, cell, values)) order_[left++] = {d, cell};
      if (left == order_.size()) break;
      order_.resize(left);
    }
  }

 private:
  void sort();

  template <class Distance>
  bool take(const CellBlocks& cells, const Distance& distance, float d, CellIndex cell,
            std::vector<float>& values) {
    double weights = 0.0, weighted = 0.0, sum = 0.0;
    int count = 0;
    for (int axis = 0; axis < 3; ++axis) {
      double weight = 0.0, value = 0.0;  // taken from the side with the smaller distance
      for (const int side : {-1, 1}) {
        const CellIndex n = cells.beside(cell, axis, side);
        if (n == kNone || state[n] != FastMarchingState::Known) continue;
        sum += static_cast<double>(values[n]), ++count;
        const double falls = static_cast<double>(d) - static_cast<double>(distance(n));
        if (falls > weight) weight = falls, value = static_cast<double>(values[n]);
      }
      weights += weight, weighted += weight * value;
    }
    if (count == 0) return false;
    values[cell] = static_cast<float>(weights > 0.0 ? weighted / weights : sum / count);
    state[cell] = FastMarchingState::Known;
    return true;
  }

  std::vector<std::pair<float, CellIndex>> order_, other_;
};

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

}  // namespace ooze::grid
