// Advection of fields on the staggered grid: semi-Lagrangian and MacCormack.
#pragma once

#include "ooze/base/threads.h"

#include "grid/cell_blocks.h"
#include "grid/face_conditions.h"
#include "grid/staggered_grid.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::grid {

enum class AdvectionScheme : std::uint8_t {
  /// First order in space: creates no new extrema, for any time step (Stam 1999).
  SemiLagrangian,
  /// Second order where the field is smooth (Selle et al. 2008, section 4.2).
  /// Advects forwards and backwards again, and subtracts half of the round-trip error. The result is limited
  /// to the values that the forward step interpolated. The scheme falls back to SemiLagrangian where a trace
  /// ends among values that lie outside the blocks or at faces that a solid covers.
  MacCormack
};

/// Semi-Lagrangian advection with RK2 (midpoint) backtracing and trilinear interpolation.
/// A value is taken from the place where the flow was dt ago. Stable for any time step, but a long backtrace
/// misses detail of the flow, so CFL <= 5 is recommended (Foster and Fedkiw 2001). A constant field keeps its
/// bits, and so does a field that is moved by whole cells. The bits are the same at any number of threads.
/// Buffers are reused.
class Advection {
 public:
  /// Advects a field.
  /// @param velocity  velocity of the flow [m/s], known around all wanted cells as far as the flow reaches in
  /// dt (velocity_extrapolation.h)
  /// @param from      the field before the step; may be the velocity itself
  /// @param to        receives the field after the step; must be neither velocity nor from
  /// @param wanted    per cell: nonzero to advect the cell, or its six faces; elsewhere `from` is copied.
  /// An empty span advects all cells.
  /// @param conditions  boundary conditions of the faces. MacCormack's scheme takes no correction from faces
  /// whose velocity is prescribed: near walls such corrections add energy, most in short time steps. Null: no
  /// velocity is prescribed.
  void advect(const CellBlocks& cells, const FaceField& velocity, float dt, const FaceField& from,
              FaceField& to, AdvectionScheme scheme, const Threads& threads,
              std::span<const std::uint8_t> wanted = {}, const FaceConditions* conditions = nullptr);
  void advect(const CellBlocks& cells, const FaceField& velocity, float dt, const CellField& from,
              CellField& to, AdvectionScheme scheme, const Threads& threads,
              std::span<const std::uint8_t> wanted = {});

  /// Returns the longest time step in which no flow moves more than `cfl` cells along an axis; infinite if
  /// the flow is at rest.
  [[nodiscard]] float stableStep(const CellBlocks& cells, const FaceField& velocity, float cfl,
                                 const Threads& threads);

 private:
  struct CellBatch;
  struct Carried;
  void advect(const CellBlocks& cells, const FaceField& velocity, const Carried& carried,
              AdvectionScheme scheme, const Threads& threads);

  std::vector<float> forwardResult_;           ///< values after the forward step of MacCormack advection
  std::vector<std::array<float, 2>> allowed_;  ///< range of the values that the forward step interpolated
  std::vector<glm::dvec3> ahead_;  ///< end point of the forward trace [cells, from its block's first]
  std::vector<std::uint8_t> isWanted_, isNeeded_;
  std::vector<float> fastest_;  ///< largest speed in each chunk
};

}  // namespace ooze::grid
