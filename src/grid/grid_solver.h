// Solves equations between neighbours on a grid.
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
  IncompleteCholesky,  ///< modified, nearly in full
  Multigrid            ///< by aggregation: fewer iterations, and more work for other threads
};

struct GridSolverSettings {
  double residual = 1e-7;  ///< |b - A x| / |b| at which x is good enough [1]
  int iterations = 2000;   ///< most in one solution
  GridPreconditioner preconditioner = GridPreconditioner::Multigrid;
};

/// Conjugate gradients with either preconditioner. Keeps its memory.
class GridSolver {
 public:
  /// @param a     as Multigrid::build() and IncompleteCholesky::factor() have it
  /// @param at    the cell of each unknown
  /// @param kept  see Multigrid::build()
  /// @param x     the start, and then the solution
  SolverResult solve(const SparseRows& a, std::span<const glm::ivec3> at, double kept,
                     std::span<const double> b, std::span<double> x, const GridSolverSettings& settings,
                     const Threads& threads);

 private:
  IncompleteCholesky cholesky_;
  Multigrid multigrid_;
  ConjugateGradients solver_;
};

}  // namespace ooze::grid
