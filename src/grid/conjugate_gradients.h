// Matrix-free solver for large symmetric linear systems A x = b: preconditioned conjugate gradients.
#pragma once

#include "ooze/base/threads.h"

#include "base/reductions.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ooze::grid {

/// Computes out = A in, or out = M^-1 in; both have the system's length and never share memory.
/// For results that do not depend on the number of threads, the map itself must not depend on it.
using LinearMap = FunctionRef<void(std::span<const double> in, std::span<double> out)>;

struct SolverSettings {
  double residual = 1e-8;   ///< relative residual |b - A x| / |b| at which the iteration stops [1]
  int iterations = 10'000;  ///< maximum number of iterations
  /// Set if the null space of A consists of the constants, so every row of A sums to 0. An example is a
  /// pressure between walls alone (pure Neumann problem).
  /// Then x has mean 0, and the constant part of b is removed, because no x can produce a constant.
  bool constantNullSpace = false;
};

enum class SolverEnd : std::uint8_t {
  Converged,
  IterationLimit,
  Stalled,     ///< rounding prevents further progress
  Indefinite,  ///< p A p or r M^-1 r is not positive: A or M is not positive definite, or A is singular and b
               ///< out of its range
  Inconsistent,  ///< the constant part of b exceeds the allowed residual; the rest is solved
  NotFinite,     ///< A, M, b or x holds an infinite number or NaN; x keeps its last value
};

struct SolverResult {
  int iterations = 0;
  double residual = 0.0;  ///< |b - A x| / |b|, computed from the final x; 0 if b is 0 [1]
  SolverEnd end = SolverEnd::Converged;
  [[nodiscard]] bool converged() const { return end == SolverEnd::Converged; }
};

/// Throws if a solve has not converged; the world then repeats the frame with half the time step.
/// @param of     name of the solve, for the message
/// @param worst  residual below which a solve that has not converged is accepted [1]
/// @throws RunError with the residual and the number of iterations
void requireSolved(const SolverResult& result, std::string_view of, double worst = 0.0);

/// Preconditioned conjugate gradients in double precision (Hestenes and Stiefel 1952; Saad 2003, algorithm
/// 9.1). Sums have a fixed order, so x has the same bits at any number of threads. Buffers are reused:
/// repeated systems of the same or smaller size allocate no memory.
class ConjugateGradients {
 public:
  /// Solves A x = b.
  /// @param a               multiplies by A, which is symmetric and positive definite (or see
  /// constantNullSpace)
  /// @param b               n numbers
  /// @param x               n numbers: the initial guess, and then the solution. With b = 0, x becomes 0
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
