#include "grid/conjugate_gradients.h"

#include "ooze/base/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

namespace ooze::grid {
namespace {

using Vector = std::span<double>;
using ConstVector = std::span<const double>;

/// Sums with four accumulators, so that an addition does not wait for the previous result.
template <class Term>
double sumOf(std::size_t begin, std::size_t end, const Term& term) {
  double sums[4] = {};
  std::size_t i = begin;
  for (; i + 4 <= end; i += 4)
    for (std::size_t k = 0; k < 4; ++k) sums[k] += term(i + k);
  for (; i < end; ++i) sums[i & 3] += term(i);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

constexpr std::size_t kGrain = OrderedSum::kGrain;

template <class F>
void forEachIndex(std::size_t n, const Threads& threads, const F& f) {
  threads.forChunks(n, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) f(i);
  });
}

}  // namespace

/// State of a single solve.
struct ConjugateGradients::Run {
  ConjugateGradients& memory;
  LinearMap a;
  ConstVector b;
  Vector x;
  LinearMap preconditioner;
  const SolverSettings& settings;
  const Threads& threads;
  Vector r, z, p, q;
  SolverResult result{};
  double bNorm = 0.0;         ///< norm |b| of the right side
  double constantNorm = 0.0;  ///< norm of the constant part of b, which no x can produce

  [[nodiscard]] std::size_t n() const { return b.size(); }

  double dot(ConstVector u, ConstVector v) {
    return memory.sum_(n(), threads, [&](std::size_t begin, std::size_t end) {
      return sumOf(begin, end, [&](std::size_t i) { return u[i] * v[i]; });
    });
  }
  double mean(ConstVector u) {
    return memory.sum_(n(), threads, [&](std::size_t begin, std::size_t end) {
      return sumOf(begin, end, [&](std::size_t i) { return u[i]; });
    }) / static_cast<double>(n());
  }
  /// Removes the constant part of u (projection onto the range of A).
  void project(Vector u) {
    if (!settings.constantNullSpace) return;
    const double shift = mean(u);
    forEachIndex(n(), threads, [&](std::size_t i) { u[i] -= shift; });
  }
  /// Returns |b - A x| / |b| for a residual r without the constant part.
  [[nodiscard]] double relative(double rNorm) const { return std::hypot(rNorm, constantNorm) / bNorm; }

  /// Prepares the solve.
  /// @return false if nothing is left to solve
  bool begin() {
    bNorm = std::sqrt(dot(b, b));
    const double xNorm2 = dot(x, x);
    if (!std::isfinite(bNorm) || !std::isfinite(xNorm2)) return end(SolverEnd::NotFinite);
    if (bNorm == 0.0) {
      std::fill(x.begin(), x.end(), 0.0);
      return end(SolverEnd::Converged);
    }
    if (settings.constantNullSpace) {
      constantNorm = std::abs(mean(b)) * std::sqrt(static_cast<double>(n()));
      project(x);
    }
    return true;
  }

  /// Computes r = b - A x without the constant part.
  /// @return the norm |r| of the residual
  double findResidual() {
    a(x, q);
    forEachIndex(n(), threads, [&](std::size_t i) { r[i] = b[i] - q[i]; });
    project(r);
    return std::sqrt(dot(r, r));
  }

  /// Iterates from the residual r until the recursive residual is small enough.
  /// @return false if that never happens
  bool descend(double enough) {
    double rz = 0.0;
    for (bool fresh = true; result.iterations < settings.iterations; fresh = false) {
      preconditioner(r, z);
      project(z);
      const double rzBefore = rz;
      rz = dot(r, z);
      if (!std::isfinite(rz)) return end(SolverEnd::NotFinite);
      if (!(rz > 0.0)) return end(SolverEnd::Indefinite);
      const double beta = fresh ? 0.0 : rz / rzBefore;
      forEachIndex(n(), threads, [&](std::size_t i) { p[i] = fresh ? z[i] : z[i] + beta * p[i]; });
      a(p, q);
      const double pq = dot(p, q);
      if (!std::isfinite(pq)) return end(SolverEnd::NotFinite);
      const double alpha = rz / pq;
      if (!(pq > 0.0) || !std::isfinite(alpha)) return end(SolverEnd::Indefinite);
      ++result.iterations;
      const double rNorm = std::sqrt(advance(alpha));
      if (!std::isfinite(rNorm)) return end(SolverEnd::NotFinite);
      if (rNorm <= enough) return true;
    }
    return end(SolverEnd::IterationLimit);
  }

  /// Advances by a step of length alpha along the search direction p: x += alpha p, and r -= alpha q with
  /// q = A p.
  /// @return the squared norm of the residual r
  double advance(double alpha) {
    if (settings.constantNullSpace) {
      forEachIndex(n(), threads, [&](std::size_t i) {
        x[i] += alpha * p[i];
        r[i] -= alpha * q[i];
      });
      project(r);
      return dot(r, r);
    }
    return memory.sum_(n(), threads, [&](std::size_t begin, std::size_t end) {
      return sumOf(begin, end, [&](std::size_t i) {
        x[i] += alpha * p[i];
        r[i] -= alpha * q[i];
        return r[i] * r[i];
      });
    });
  }

  /// Solves with restarts.
  /// Rounding lets the recursive residual drift away from b - A x. On convergence the true residual is
  /// computed, and the iteration restarts from there if that residual is too large.
  SolverResult solve() {
    if (!begin()) return result;
    const double allowed = settings.residual * bNorm;
    const bool inconsistent = constantNorm > allowed;
    // The constant part counts towards the allowed residual.
    const double enough =
        inconsistent ? allowed : std::sqrt((allowed - constantNorm) * (allowed + constantNorm));
    double before = 0.0;
    for (bool first = true;; first = false) {
      const double rNorm = findResidual();
      result.residual = relative(rNorm);
      if (!std::isfinite(rNorm)) {
        end(SolverEnd::NotFinite);
        break;
      }
      if (rNorm <= enough) break;
      if (!first && rNorm > 0.5 * before) {
        end(SolverEnd::Stalled);
        break;
      }
      before = rNorm;
      if (descend(enough)) continue;
      if (result.end != SolverEnd::NotFinite) {
        const double left = findResidual();
        result.residual = relative(left);
        if (left <= enough) end(SolverEnd::Converged);
      }
      break;
    }
    if (result.end == SolverEnd::Converged && inconsistent) end(SolverEnd::Inconsistent);
    project(x);
    return result;
  }

  bool end(SolverEnd how) {
    result.end = how;
    return false;
  }
};

SolverResult ConjugateGradients::solve(LinearMap a, std::span<const double> b, std::span<double> x,
                                       LinearMap preconditioner, const SolverSettings& settings,
                                       const Threads& threads) {
  if (b.size() != x.size())
    throw std::invalid_argument("a system of equations must have one unknown for each equation");
  for (std::vector<double>* v : {&r_, &z_, &p_, &q_}) v->resize(b.size());
  return Run{*this, a, b, x, preconditioner, settings, threads, r_, z_, p_, q_}.solve();
}

void requireSolved(const SolverResult& result, std::string_view of, double worst) {
  if (!result.converged() && !(result.residual < worst))
    throw RunError(fmt::format("the {} solver did not converge: its residual is {:.2g} after {} iterations",
                               of, result.residual, result.iterations));
}

}  // namespace ooze::grid
