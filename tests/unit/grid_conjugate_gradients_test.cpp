// Tests preconditioned conjugate gradients against a direct solver. Iterations are as few as theory says, and
// bits are equal at any number of threads.
#include "grid/conjugate_gradients.h"
#include "grid/preconditioners.h"
#include "unit/grid_fixtures.h"

#include <Eigen/Sparse>
#include <Eigen/SparseCholesky>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <numeric>

namespace ooze {
namespace {

using grid::ConjugateGradients;
using grid::SolverEnd;
using grid::SolverResult;
using grid::SolverSettings;
using grid::SparseRows;
using Numbers = std::vector<double>;

enum class Preconditioner { Nothing, Diagonal, Cholesky, ModifiedCholesky };

struct Solver {
  const SparseRows& a;
  grid::DiagonalPreconditioner diagonal{};
  grid::IncompleteCholesky cholesky{};
  ConjugateGradients cg{};
  Preconditioner by;

  Solver(const SparseRows& rows, Preconditioner preconditioner) : a(rows), by(preconditioner) {
    if (by == Preconditioner::Diagonal) diagonal.set(a.diagonal);
    if (by == Preconditioner::Cholesky) cholesky.factor(a, 0.0);
    if (by == Preconditioner::ModifiedCholesky) cholesky.factor(a, 0.97);
  }
  SolverResult solve(const Numbers& b, Numbers& x, const SolverSettings& settings = {}, int threadCount = 1) {
    const Threads threads(threadCount);
    return cg.solve([&](auto in, auto out) { a.multiply(in, out, threads); }, b, x,
                    [&](auto r, auto z) {
                      if (by == Preconditioner::Nothing)
                        std::copy(r.begin(), r.end(), z.begin());
                      else if (by == Preconditioner::Diagonal)
                        diagonal.apply(r, z, threads);
                      else
                        cholesky.apply(r, z, threads);
                    },
                    settings, threads);
  }
};

double norm(const Numbers& v) { return std::sqrt(std::inner_product(v.begin(), v.end(), v.begin(), 0.0)); }

Numbers difference(const Numbers& a, const Numbers& b) {
  Numbers d(a);
  for (std::size_t i = 0; i < d.size(); ++i) d[i] -= b[i];
  return d;
}

Numbers times(const SparseRows& a, const Numbers& x) {
  Numbers y(x.size());
  a.multiply(x, y, Threads(1));
  return y;
}

Numbers solveDirectly(const SparseRows& a, const Numbers& b) {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    const int row = static_cast<int>(i);
    entries.emplace_back(row, row, a.diagonal[i]);
    for (std::uint32_t k = a.first[i]; k < a.first[i + 1]; ++k)
      entries.emplace_back(row, static_cast<int>(a.column[k]), a.value[k]);
  }
  const auto n = static_cast<Eigen::Index>(a.size());
  Eigen::SparseMatrix<double> matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> direct(matrix);
  const Eigen::VectorXd x = direct.solve(Eigen::Map<const Eigen::VectorXd>(b.data(), n));
  return {x.begin(), x.end()};
}

void expectTheDirectSolution(const SparseRows& a, Preconditioner by) {
  const Numbers b = test::randomVector(a.size(), 2), exact = solveDirectly(a, b);
  Numbers x(a.size(), 0.0);
  const SolverResult result = Solver(a, by).solve(b, x, {.residual = 1e-12});
  EXPECT_TRUE(result.converged());
  EXPECT_LE(result.residual, 1e-12);
  EXPECT_NEAR(result.residual, norm(difference(times(a, x), b)) / norm(b), 1e-14);  // rounding of two sums
  // The error is at most the residual times the condition number, which is below 1000.
  EXPECT_LT(norm(difference(x, exact)) / norm(exact), 1e-9);
}

class EachPreconditioner : public testing::TestWithParam<Preconditioner> {};
INSTANTIATE_TEST_SUITE_P(ConjugateGradients, EachPreconditioner,
                         testing::Values(Preconditioner::Nothing, Preconditioner::Diagonal,
                                         Preconditioner::Cholesky, Preconditioner::ModifiedCholesky));

TEST_P(EachPreconditioner, FindsTheDirectSolutionOfRandomSystems) {
  for (const auto& [n, neighbours] : {std::pair{2u, 2}, {40u, 4}, {300u, 12}, {2000u, 30}}) {
    const SparseRows a = test::randomRows(n, neighbours, n);
    a.check();
    expectTheDirectSolution(a, GetParam());
  }
}

TEST_P(EachPreconditioner, FindsTheDirectSolutionOfPoissonsEquation) {
  expectTheDirectSolution(test::poissonRows(13, false), GetParam());
}

TEST_P(EachPreconditioner, SolvesOneUnknownAtOnce) {
  const SparseRows a = test::rowsOf({4.0}, {});
  Numbers x{7.0};
  const SolverResult result = Solver(a, GetParam()).solve({2.0}, x);
  EXPECT_TRUE(result.converged());
  EXPECT_EQ(result.iterations, 1);
  EXPECT_DOUBLE_EQ(x[0], 0.5);
}

TEST_P(EachPreconditioner, AnswersZeroWithZero) {
  const SparseRows a = test::poissonRows(4, false);
  Numbers x = test::randomVector(a.size(), 3);
  const SolverResult result = Solver(a, GetParam()).solve(Numbers(a.size(), 0.0), x);
  EXPECT_TRUE(result.converged());
  EXPECT_EQ(result.iterations, 0);
  EXPECT_EQ(x, Numbers(a.size(), 0.0));
}

TEST_P(EachPreconditioner, GivesTheSameBitsAtAnyNumberOfThreads) {
  const SparseRows a = test::poissonRows(24, false);  // 13,824 unknowns: several chunks
  const Numbers b = test::randomVector(a.size(), 4);
  const auto run = [&](int threads) {
    Numbers x(a.size(), 0.0);
    const SolverResult result = Solver(a, GetParam()).solve(b, x, {}, threads);
    EXPECT_TRUE(result.converged());
    return x;
  };
  const Numbers one = run(1);
  for (const int threads : {2, 7, 16}) EXPECT_EQ(run(threads), one) << threads;
}

TEST_P(EachPreconditioner, SolvesBetweenWallsUpToAConstant) {
  const SparseRows a = test::poissonRows(12, true);
  Numbers exact = test::randomVector(a.size(), 5);
  const double mean = std::accumulate(exact.begin(), exact.end(), 0.0) / static_cast<double>(exact.size());
  for (double& v : exact) v -= mean;
  Numbers x(a.size(), 100.0);  // the initial guess has a mean of its own
  const SolverResult result =
      Solver(a, GetParam()).solve(times(a, exact), x, {.residual = 1e-11, .constantNullSpace = true});
  EXPECT_TRUE(result.converged());
  // The error is at most the residual times the condition number, some 200.
  EXPECT_LT(norm(difference(x, exact)) / norm(exact), 1e-8);
}

TEST_P(EachPreconditioner, ReportsAnInconsistentRightHandSide) {
  const SparseRows a = test::poissonRows(8, true);
  Numbers b = times(a, test::randomVector(a.size(), 6));
  const double fair = norm(b);
  const double extra = 0.5 * fair / std::sqrt(static_cast<double>(b.size()));
  for (double& v : b) v += extra;
  Numbers x(a.size(), 0.0);
  const SolverResult result = Solver(a, GetParam()).solve(b, x, {.constantNullSpace = true});
  EXPECT_EQ(result.end, SolverEnd::Inconsistent);
  EXPECT_NEAR(result.residual, 0.5 / std::hypot(1.0, 0.5), 1e-9);
  Numbers rest = difference(b, times(a, x));  // only the constant part must be left
  for (double& v : rest) v -= extra;
  EXPECT_LT(norm(rest) / norm(b), 1.01e-8);
}

// On n^3 nodes, the condition number grows as n^2 and iterations as n. Modified incomplete Cholesky takes the
// square root of both (Saad 2003, sections 6.11.3 and 10.3.5).
TEST(ConjugateGradients, StepsGrowNoFasterThanTheSideOfTheGrid) {
  std::map<Preconditioner, std::vector<int>> steps;
  for (const std::uint32_t n : {10u, 20u, 40u}) {
    const SparseRows a = test::poissonRows(n, false);
    Numbers b(a.size(), 1e-3);
    b[b.size() / 3] = 1.0;
    for (const Preconditioner by :
         {Preconditioner::Diagonal, Preconditioner::Cholesky, Preconditioner::ModifiedCholesky}) {
      Numbers x(a.size(), 0.0);
      const SolverResult result = Solver(a, by).solve(b, x);
      EXPECT_TRUE(result.converged());
      steps[by].push_back(result.iterations);
    }
  }
  for (const auto& [by, of] : steps) {
    EXPECT_LE(of[1], 2.1 * of[0]);  // iterations double, within rounding to a whole number
    EXPECT_LE(of[2], 2.1 * of[1]);
  }
  EXPECT_LE(steps[Preconditioner::ModifiedCholesky][2], 1.7 * steps[Preconditioner::ModifiedCholesky][1]);
  EXPECT_LT(2 * steps[Preconditioner::ModifiedCholesky][1], steps[Preconditioner::Diagonal][1]);
}

TEST(ConjugateGradients, NeedsAtMostOneStepForEachUnknown) {
  const SparseRows a = test::randomRows(30, 6, 9);
  const Numbers b = test::randomVector(30, 10);
  Numbers x(30, 0.0);
  const SolverResult result = Solver(a, Preconditioner::Nothing).solve(b, x, {.residual = 1e-10});
  EXPECT_TRUE(result.converged());
  EXPECT_LE(result.iterations, 30);
}

TEST(ConjugateGradients, StartsAtTheInitialGuess) {
  const SparseRows a = test::poissonRows(16, false);
  const Numbers b = test::randomVector(a.size(), 11);
  Solver solver(a, Preconditioner::Diagonal);
  Numbers x(a.size(), 0.0);
  const int cold = solver.solve(b, x).iterations;
  EXPECT_EQ(solver.solve(b, x).iterations, 0);  // x is already the solution
  for (double& v : x) v *= 1.0 + 1e-6;
  const int warm = solver.solve(b, x).iterations;
  EXPECT_GT(warm, 0);
  EXPECT_LT(2 * warm, cold);
}

TEST(ConjugateGradients, StopsAtItsLimit) {
  const SparseRows a = test::poissonRows(16, false);
  const Numbers b = test::randomVector(a.size(), 12);
  Numbers x(a.size(), 0.0);
  const SolverResult result = Solver(a, Preconditioner::Diagonal).solve(b, x, {.iterations = 5});
  EXPECT_EQ(result.end, SolverEnd::IterationLimit);
  EXPECT_EQ(result.iterations, 5);
  EXPECT_NEAR(result.residual, norm(difference(b, times(a, x))) / norm(b), 1e-14);
}

TEST(ConjugateGradients, GivesUpWhereRoundingDoes) {
  const SparseRows a = test::poissonRows(10, false);
  const Numbers b = test::randomVector(a.size(), 13);
  Numbers x(a.size(), 0.0);
  const SolverResult result = Solver(a, Preconditioner::Cholesky).solve(b, x, {.residual = 1e-18});
  EXPECT_EQ(result.end, SolverEnd::Stalled);
  EXPECT_LT(result.residual, 1e-14);
}

TEST(ConjugateGradients, ReportsAMatrixThatIsNotPositive) {
  const SparseRows a = test::rowsOf({1.0, 1.0}, {{{0, 1}, 2.0}});
  Numbers x(2, 0.0);
  EXPECT_EQ(Solver(a, Preconditioner::Nothing).solve({1.0, -1.0}, x).end, SolverEnd::Indefinite);
  // The matrix is singular, and the solver was not told: constants are mapped to 0.
  for (const std::uint32_t n : {3u, 4u, 7u})
    for (const Preconditioner by :
         {Preconditioner::Nothing, Preconditioner::Diagonal, Preconditioner::Cholesky}) {
      const SparseRows walls = test::poissonRows(n, true);
      Numbers y(walls.size(), 0.0), b = test::randomVector(walls.size(), n);
      b[0] += 10.0;
      const SolverEnd end = Solver(walls, by).solve(b, y).end;  // finds the matrix indefinite, or stalls
      EXPECT_TRUE(end == SolverEnd::Indefinite || end == SolverEnd::Stalled)
          << n << " " << static_cast<int>(by);
    }
}

TEST(ConjugateGradients, ReportsValuesThatAreNotFinite) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  SparseRows a = test::poissonRows(3, false);
  const Numbers good = test::randomVector(a.size(), 14);
  Numbers bad = good, x(a.size(), 0.0);
  bad[13] = nan;
  EXPECT_EQ(Solver(a, Preconditioner::Diagonal).solve(bad, x).end, SolverEnd::NotFinite);
  EXPECT_EQ(x, Numbers(a.size(), 0.0));
  Numbers badStart(a.size(), 0.0);
  badStart[2] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(Solver(a, Preconditioner::Diagonal).solve(good, badStart).end, SolverEnd::NotFinite);
  a.value[5] = nan;
  EXPECT_EQ(Solver(a, Preconditioner::Diagonal).solve(good, x).end, SolverEnd::NotFinite);
  bad.pop_back();
  EXPECT_THROW((void)Solver(a, Preconditioner::Diagonal).solve(bad, x), std::invalid_argument);
}

TEST(IncompleteCholesky, ModifiedInFullKeepsRowSums) {
  SparseRows random = test::randomRows(60, 20, 20);  // with triangles in the graph, which a grid lacks
  for (double& v : random.value) v = -std::abs(v);
  for (const SparseRows& a : {test::poissonRows(6, false), random}) {
    grid::IncompleteCholesky cholesky;
    cholesky.factor(a, 1.0);
    EXPECT_EQ(cholesky.replacedPivots(), 0u);
    const Numbers ones(a.size(), 1.0);
    Numbers back(a.size());
    cholesky.apply(times(a, ones), back, Threads(1));  // M 1 = A 1, with the preconditioner M of A
    for (const double v : back) EXPECT_NEAR(v, 1.0, 1e-11);
  }
}

TEST(IncompleteCholesky, IsExactWhereNothingFillsIn) {
  // The graphs are a chain, and a star whose middle is the last unknown.
  const std::uint32_t n = 20;
  for (const bool star : {false, true}) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> above;
    for (std::uint32_t i = 0; i + 1 < n; ++i) above[{i, star ? n - 1 : i + 1}] = 0.1 * (i % 3) - 0.15;
    const SparseRows a = test::rowsOf(Numbers(n, 2.5), above);
    const Numbers x = test::randomVector(n, 15);
    for (const double modified : {0.0, 1.0}) {
      grid::IncompleteCholesky cholesky;
      cholesky.factor(a, modified);
      Numbers z(n);
      cholesky.apply(times(a, x), z, Threads(1));
      EXPECT_LT(norm(difference(z, x)), 1e-12) << star << " " << modified;
    }
  }
}

TEST(IncompleteCholesky, IsSymmetric) {
  const SparseRows a = test::randomRows(200, 16, 16);
  grid::IncompleteCholesky cholesky;
  cholesky.factor(a, 0.0);
  const Numbers u = test::randomVector(200, 17), v = test::randomVector(200, 18);
  Numbers mu(200), mv(200);
  cholesky.apply(u, mu, Threads(1));
  cholesky.apply(v, mv, Threads(1));
  EXPECT_NEAR(std::inner_product(u.begin(), u.end(), mv.begin(), 0.0),
              std::inner_product(v.begin(), v.end(), mu.begin(), 0.0), 1e-12);
}

TEST(Preconditioners, RefuseADiagonalThatIsNotPositive) {
  for (const double d : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    const SparseRows a = test::rowsOf({1.0, d}, {});
    EXPECT_THROW(grid::DiagonalPreconditioner().set(a.diagonal), std::invalid_argument);
    EXPECT_THROW(grid::IncompleteCholesky().factor(a, 0.0), std::invalid_argument);
  }
}

TEST(SparseRows, AreCheckedForTheirOrderAndSymmetry) {
  const SparseRows good = test::poissonRows(3, false);
  EXPECT_NO_THROW(good.check());
  SparseRows a = good;
  a.value[4] = -2.0;
  EXPECT_THROW(a.check(), std::invalid_argument);
  a = good;
  std::swap(a.column[0], a.column[1]);
  EXPECT_THROW(a.check(), std::invalid_argument);
  a = good;
  a.column[0] = 27;
  EXPECT_THROW(a.check(), std::invalid_argument);
  a = good;
  a.value.pop_back();
  EXPECT_THROW(a.check(), std::invalid_argument);
  a = good;
  a.first.back() = 3;
  EXPECT_THROW(a.check(), std::invalid_argument);
}

}  // namespace
}  // namespace ooze
