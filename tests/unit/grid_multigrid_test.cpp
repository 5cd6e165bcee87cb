// Tests the multigrid preconditioner: symmetric, positive and equal at any number of threads, with few more
// iterations on larger grids.
#include "grid/conjugate_gradients.h"
#include "grid/grid_solver.h"
#include "unit/grid_fixtures.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace ooze::grid_multigrid_test {
namespace {

using grid::Multigrid;
using grid::SparseRows;
using Numbers = std::vector<double>;

/// Returns the cells of test::poissonRows(), counted from a corner.
std::vector<glm::ivec3> cubeCells(int n, const glm::ivec3& corner) {
  std::vector<glm::ivec3> cells;
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) cells.push_back(corner + glm::ivec3(x, y, z));
  return cells;
}

/// A system in which every third cell is missing. Couplings vary over three decades, and some cells are
/// coupled to a surface.
struct IrregularSystem {
  SparseRows a;
  std::vector<glm::ivec3> cells;

  explicit IrregularSystem(int n) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> in(-2.0, 1.0);
    std::vector<std::uint32_t> number;
    for (const glm::ivec3& c : cubeCells(n, glm::ivec3(-n / 2))) {
      const bool isThere = random() % 3 > 0;
      number.push_back(isThere ? static_cast<std::uint32_t>(cells.size()) : ~0u);
      if (isThere) cells.push_back(c);
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> above;
    Numbers diagonal(cells.size(), 1e-9);
    for (double& d : diagonal)
      if (random() % 5 == 0) d = std::pow(10.0, in(random));
    const std::array<int, 3> step{1, n, n * n};
    for (int k = 0; k < n * n * n; ++k)
      for (const int s : step) {
        const auto i = number[static_cast<std::size_t>(k)];
        if (k / s % n + 1 == n || i == ~0u || number[static_cast<std::size_t>(k + s)] == ~0u) continue;
        const auto j = number[static_cast<std::size_t>(k + s)];
        const double w = std::pow(10.0, in(random));
        above[{i, j}] = -w, diagonal[i] += w, diagonal[j] += w;
      }
    a = test::rowsOf(diagonal, above);
  }
};

double dot(const Numbers& u, const Numbers& v) {
  return std::inner_product(u.begin(), u.end(), v.begin(), 0.0);
}

grid::SolverResult solve(const SparseRows& a, const std::vector<glm::ivec3>& cells, const Numbers& b,
                         Numbers& x, int threadCount = 1) {
  const Threads threads(threadCount);
  Multigrid multigrid;
  multigrid.build(a, cells, Multigrid::kSurfaces, threads);
  grid::ConjugateGradients cg;
  return cg.solve([&](auto in, auto out) { a.multiply(in, out, threads); }, b, x,
                  [&](auto in, auto out) { multigrid.apply(in, out, threads); }, {}, threads);
}

TEST(Multigrid, IterationsHardlyGrowWithTheGrid) {
  std::vector<int> iterations;
  for (const int n : {10, 20, 40}) {
    const SparseRows a = test::poissonRows(static_cast<std::uint32_t>(n), false);
    Numbers b(a.size(), 1e-3), x(a.size(), 0.0);
    b[b.size() / 3] = 1.0;
    const auto result = solve(a, cubeCells(n, {-3, 5, -11}), b, x);
    EXPECT_TRUE(result.converged());
    iterations.push_back(result.iterations);
  }
  EXPECT_LE(iterations[0], 14);
  EXPECT_LE(iterations[2], 21);  // iterations in proportion to the side would be 12, 24, 48
}

TEST(Multigrid, SolvesIrregularSystems) {
  const IrregularSystem system(17);
  system.a.check();
  const Numbers exact = test::randomVector(system.a.size(), 1);
  Numbers b(exact.size()), x(exact.size(), 0.0), left(exact.size());
  system.a.multiply(exact, b, Threads(1));
  const auto result = solve(system.a, system.cells, b, x);
  EXPECT_TRUE(result.converged());
  EXPECT_LT(result.iterations, 80);
  system.a.multiply(x, left, Threads(1));
  for (std::size_t i = 0; i < left.size(); ++i) left[i] -= b[i];
  EXPECT_LT(std::sqrt(dot(left, left) / dot(b, b)), 1.01e-8);
}

TEST(Multigrid, IsSymmetricAndPositive) {
  const IrregularSystem system(13);
  Multigrid multigrid;
  multigrid.build(system.a, system.cells, Multigrid::kSurfaces, Threads(1));
  ASSERT_GE(multigrid.levels(), 3u);
  for (unsigned seed = 1; seed < 20; ++seed) {
    const Numbers u = test::randomVector(system.a.size(), seed),
                  v = test::randomVector(system.a.size(), 100 + seed);
    Numbers mu(u.size()), mv(v.size());
    multigrid.apply(u, mu, Threads(1));
    multigrid.apply(v, mv, Threads(1));
    EXPECT_GT(dot(u, mu), 0.0);
    EXPECT_NEAR(dot(v, mu), dot(u, mv), 1e-9 * std::sqrt(dot(u, mu) * dot(v, mv)));
  }
}

/// A cell's own inertia weighs as much on every level, a coupling to a surface weighs less.
TEST(Multigrid, KeepsTheRequestedPartOfRowSums) {
  const auto steps = [](const SparseRows& a, double kept) {
    const Threads threads(1);
    Multigrid multigrid;
    multigrid.build(a, cubeCells(24, {0, 0, 0}), kept, threads);
    Numbers b = test::randomVector(a.size(), 9), x(b.size(), 0.0);
    grid::ConjugateGradients cg;
    return cg
        .solve([&](auto in, auto out) { a.multiply(in, out, threads); }, b, x,
               [&](auto in, auto out) { multigrid.apply(in, out, threads); }, {}, threads)
        .iterations;
  };
  SparseRows inertia = test::poissonRows(24, true);
  for (double& d : inertia.diagonal) d += 0.03;
  EXPECT_LT(steps(inertia, Multigrid::kInertia), steps(inertia, Multigrid::kSurfaces));
  const SparseRows surfaces = test::poissonRows(24, false);
  EXPECT_LE(steps(surfaces, Multigrid::kSurfaces), steps(surfaces, Multigrid::kInertia));
}

TEST(Multigrid, IsExactOfFewUnknowns) {
  const SparseRows a = test::poissonRows(4, false);  // a matrix of 64 unknowns
  Multigrid multigrid;
  multigrid.build(a, cubeCells(4, {0, 0, 0}), Multigrid::kSurfaces, Threads(1));
  EXPECT_EQ(multigrid.levels(), 1u);
  const Numbers x = test::randomVector(a.size(), 3);
  Numbers b(x.size()), z(x.size());
  a.multiply(x, b, Threads(1));
  multigrid.apply(b, z, Threads(1));
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(z[i], x[i], 1e-10);
}

TEST(Multigrid, SolvesDropsThatTouchNothing) {
  std::vector<glm::ivec3> cells;
  for (int k = 0; k < 300; ++k) cells.push_back({3 * k - 450, 7 * k % 100 * 2, -k});
  SparseRows a = test::rowsOf(Numbers(cells.size(), 6.0), {});
  const Numbers b = test::randomVector(a.size(), 5);
  Numbers x(b.size(), 0.0);
  EXPECT_TRUE(solve(a, cells, b, x).converged());
  for (std::size_t i = 0; i < b.size(); ++i) EXPECT_NEAR(x[i], b[i] / 6.0, 1e-8);
}

TEST(Multigrid, SolvesBetweenWallsUpToAConstant) {
  SparseRows a = test::poissonRows(12, true);
  for (double& d : a.diagonal) d *= 1.0 + 1e-9;  // the regularization of a closed pocket
  Numbers b = test::randomVector(a.size(), 6), x(b.size(), 0.0);
  const double mean = std::accumulate(b.begin(), b.end(), 0.0) / static_cast<double>(b.size());
  for (double& v : b) v -= mean;
  const auto result = solve(a, cubeCells(12, {-4, -4, -4}), b, x);
  EXPECT_TRUE(result.converged());
  EXPECT_LT(result.iterations, 20);
}

TEST(Multigrid, GivesTheSameBitsAtAnyNumberOfThreads) {
  const SparseRows a = test::poissonRows(30, false);
  const auto cells = cubeCells(30, {-17, 2, 9});
  const Numbers b = test::randomVector(a.size(), 4);
  Numbers once(b.size(), 0.0), many(b.size(), 0.0);
  solve(a, cells, b, once);
  solve(a, cells, b, many, 7);
  EXPECT_EQ(once, many);
}

TEST(Multigrid, ForgetsTheSystemBefore) {
  const SparseRows large = test::poissonRows(20, false), small = test::poissonRows(9, false);
  Multigrid used, fresh;
  used.build(large, cubeCells(20, {0, 0, 0}), Multigrid::kSurfaces, Threads(1));
  used.build(small, cubeCells(9, {0, 0, 0}), Multigrid::kSurfaces, Threads(1));
  fresh.build(small, cubeCells(9, {0, 0, 0}), Multigrid::kSurfaces, Threads(1));
  const Numbers r = test::randomVector(small.size(), 8);
  Numbers a(r.size()), b(r.size());
  used.apply(r, a, Threads(1));
  fresh.apply(r, b, Threads(1));
  EXPECT_EQ(a, b);
  EXPECT_THROW(used.build(small, cubeCells(8, {0, 0, 0}), Multigrid::kSurfaces, Threads(1)),
               std::invalid_argument);
}

}  // namespace
}  // namespace ooze::grid_multigrid_test
