// Tests that a second solution of a linear system allocates no memory.
#include "allocation/counting_new.h"
#include "grid/conjugate_gradients.h"
#include "grid/preconditioners.h"
#include "unit/grid_fixtures.h"

#include <gtest/gtest.h>

namespace ooze {
namespace {

TEST(WarmSolver, TakesNoMemory) {
  const Threads threads(1);
  const std::vector<grid::SparseRows> matrices{test::poissonRows(20, false), test::poissonRows(18, true)};
  grid::ConjugateGradients solver;
  grid::IncompleteCholesky cholesky;
  std::vector<double> b(matrices[0].size()), x(b.size());
  const auto solve = [&](const grid::SparseRows& a, bool singular) {
    for (std::size_t i = 0; i < a.size(); ++i) b[i] = static_cast<double>(i % 7), x[i] = 0.0;
    cholesky.factor(a, 0.97);
    return solver
        .solve([&](auto in, auto out) { a.multiply(in, out, threads); }, std::span(b).first(a.size()),
               std::span(x).first(a.size()), [&](auto r, auto z) { cholesky.apply(r, z, threads); },
               {.constantNullSpace = singular}, threads)
        .iterations;
  };
  for (const bool singular : {false, true}) EXPECT_GT(solve(matrices[singular], singular), 5);
  test::startCounting();
  for (const bool singular : {false, true}) solve(matrices[singular], singular);
  EXPECT_EQ(test::stopCounting(), 0);
}

}  // namespace
}  // namespace ooze
