// Large symmetric systems of equations: A x = b, where A is what a caller does to a vector.
#pragma once

#include "ooze/base/threads.h"

#include "grid/ordered_sum.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::grid {

/// out = A in, or M^-1 in; both of the system's length, and never the same memory. For the same bits at any
/// number of threads it must itself give those.
using LinearMap = FunctionRef<void(std::span<const double> in, std::span<double> out)>;

struct SolverSettings {
  double residual = 1e-8;   ///< |b - A x| / |b| at which x is good enough [1]
  int iterations = 10'000;  ///< most in one solution
  /// Every row of A adds up to 0, and A makes 0 of constants alone: as in a pressure between walls alone.
  /// Then x comes with mean 0, and what b has of a constant, which no x can give, is left out.
  bool constantNullSpace = false;
};

enum class SolverEnd : std::uint8_t {
  Converged,
  IterationLimit,
  Stalled,       ///< rounding keeps it from becoming better
  Indefinite,    ///< p A p or r M^-1 r is not positive: A or M is not, or A is singular, b out of its range
  Inconsistent,  ///< b has more of a constant than the residual allows; the rest is solved
  NotFinite,     ///< in A, M, b or x; x is as it was when that came up
};

struct SolverResult {
  int iterations = 0;
  double residual = 0.0;  ///< |b - A x| / |b|, computed from x itself; 0 if b is 0 [1]
  SolverEnd end = SolverEnd::Converged;
  [[nodiscard]] bool converged() const { return end == SolverEnd::Converged; }
};

/// Preconditioned conjugate gradients (Hestenes and Stiefel 1952; Saad 2003, algorithm 9.1) in double
/// precision. Sums have one order, so x has the same bits at any number of threads. Keeps its memory: once
/// warm, a system no larger than one before takes none.
class ConjugateGradients {
 public:
  /// @param a               symmetric, positive definite (or see constantNullSpace)
  /// @param b               n numbers
  /// @param x               n numbers: the start, and then the solution. With b = 0 it becomes 0
  /// @param preconditioner  M^-1, symmetric and positive definite (preconditioners.h)
  /// @throws std::invalid_argument if b and x are of different lengths
  SolverResult solve(LinearMap a, std::span<const double> b, std::span<double> x, LinearMap preconditioner,
                     const SolverSettings& settings, const Threads& threads);

 private:
  struct Run;

  std::vector<double> r_, z_, p_, q_;
  OrderedSum sum_;
};

}  // namespace ooze::grid
