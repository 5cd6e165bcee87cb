#include "grid/grid_solver.h"

namespace ooze::grid {
namespace {

constexpr double kModified = 0.97;  // modification factor of the incomplete factorisation (preconditioners.h)

}  // namespace

SolverResult GridSolver::solve(const SparseRows& a, std::span<const glm::ivec3> at, double kept,
                               std::span<const double> b, std::span<double> x,
                               const GridSolverSettings& settings, const Threads& threads) {
  const bool byMultigrid = settings.preconditioner == GridPreconditioner::Multigrid;
  if (byMultigrid)
    multigrid_.build(a, at, kept, threads);
  else
    cholesky_.factor(a, kModified);
  return solver_.solve(
      [&](std::span<const double> in, std::span<double> out) { a.multiply(in, out, threads); }, b, x,
      [&](std::span<const double> in, std::span<double> out) {
        if (byMultigrid)
          multigrid_.apply(in, out, threads);
        else
          cholesky_.apply(in, out, threads);
      },
      {.residual = settings.residual, .iterations = settings.iterations}, threads);
}

}  // namespace ooze::grid
