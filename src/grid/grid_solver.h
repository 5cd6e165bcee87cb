// Solver for linear systems on a grid (Poisson-like equations): conjugate gradients with a preconditioner.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include "grid/conjugate_gradients.h"
#include "grid/multigrid.h"
#include "grid/preconditioners.h"
#include "grid/sparse_rows.h"

#include <cstdint>
#include <span>

namespace ooze::grid {

enum class GridPreconditioner : std::uint8_t {
  IncompleteCholesky,  ///< modified incomplete Cholesky, with a modification near 1
  Multigrid            ///< aggregation multigrid: fewer iterations, and better parallel scaling
};

struct GridSolverSettings {
  double residual = 1e-7;  ///< relative residual |b - A x| / |b| at which the iteration stops [1]
  int iterations = 2000;   ///< maximum number of iterations
  GridPreconditioner preconditioner = GridPreconditioner::Multigrid;
};

/// Conjugate gradients with either preconditioner. Buffers are reused.
class GridSolver {
 public:
  /// Solves a x = b.
  /// @param a     the matrix, as required by Multigrid::build() and IncompleteCholesky::factor()
  /// @param at    the cell of each unknown
  /// @param kept  fraction of the row sums that coarse levels keep; see Multigrid::build()
  /// @param x     the initial guess, and then the solution
  SolverResult solve(const SparseRows& a, std::span<const glm::ivec3> at, double kept,
                     std::span<const double> b, std::span<double> x, const GridSolverSettings& settings,
                     const Threads& threads);

 private:
  IncompleteCholesky cholesky_;
  Multigrid multigrid_;
  ConjugateGradients solver_;
};

}  // namespace ooze::grid
