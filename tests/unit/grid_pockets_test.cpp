// Tests the search for pockets (parts of a pressure system without a free surface) and the treatment of their
// constants.
#include "grid/sparse_rows.h"
#include "unit/grid_fixtures.h"

#include <gtest/gtest.h>
#include <numeric>

namespace ooze::grid_pockets_test {
namespace {

using grid::Pockets;
using grid::SparseRows;
using Numbers = std::vector<double>;

/// Makes a matrix that couples unknowns 0-1-2 in a row and 3 with 5, and leaves 4 alone. Rows of coupled
/// unknowns add up to `more`, which is added to the diagonal.
SparseRows parts(const Numbers& more = Numbers(6, 0.0)) {
  Numbers diagonal{2.0, 3.0, 1.0, 4.0, 5.0, 4.0};
  for (std::size_t i = 0; i < diagonal.size(); ++i) diagonal[i] += more[i];
  return test::rowsOf(diagonal, {{{0, 1}, -2.0}, {{1, 2}, -1.0}, {{3, 5}, -4.0}});
}

TEST(GridPockets, ThereAreNoneWhereEverythingSeesTheSurface) {
  Pockets pockets;
  EXPECT_EQ(pockets.count(), 0u);
  // A single unknown at the surface suffices for each connected part.
  pockets.find(parts(), std::vector<std::uint8_t>{0, 0, 1, 0, 1, 1}, Threads(1));
  EXPECT_EQ(pockets.count(), 0u);
  SparseRows matrix = parts();
  Numbers right{1.0, 2.0, 3.0, 4.0, 5.0, 6.0}, pressure = right;
  pockets.close(matrix, right);
  pockets.level(pressure);
  EXPECT_EQ(matrix.diagonal, parts().diagonal);
  EXPECT_EQ(right, pressure);
  EXPECT_EQ(right[5], 6.0);
  pockets.find(SparseRows{{}, {0}, {}, {}}, {}, Threads(1));
  EXPECT_EQ(pockets.count(), 0u);
}

TEST(GridPockets, EachHasAMeanOfItsOwn) {
  Pockets pockets;
  pockets.find(parts(), std::vector<std::uint8_t>{0, 0, 0, 0, 1, 0}, Threads(1));
  ASSERT_EQ(pockets.count(), 2u);
  SparseRows matrix = parts();
  Numbers right{1.0, 2.0, 6.0, -4.0, 7.0, 5.0};
  pockets.close(matrix, right);
  EXPECT_EQ(right, (Numbers{-2.0, -1.0, 3.0, -4.5, 7.0, 4.5}));
  // The diagonal changes far less than any residual. The row of the part at the surface is unchanged.
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(matrix.diagonal[i], parts().diagonal[i], 1e-8);
    EXPECT_EQ(matrix.diagonal[i] == parts().diagonal[i], i == 4);
  }
  EXPECT_EQ(matrix.value, parts().value);
  Numbers pressure{5.0, -2.0, 0.5, 8.0, -3.0, 9.0};
  pockets.level(pressure);
  EXPECT_EQ(pressure, (Numbers{7.0, 0.0, 2.5, 0.0, -3.0, 1.0}));
}

/// Each neighbour at the surface lets 0.1 pass, less the fewer they are for each unknown.
TEST(GridPockets, PastAFewAtTheSurfaceGoesAsMuchAsTheyMakeWayFor) {
  Pockets pockets;
  pockets.find(parts(), std::vector<std::uint8_t>{0, 2, 1, 0, 1, 1}, Threads(1));
  SparseRows matrix = parts();
  Numbers right{3.0, -1.0, 1.3, -2.0, 0.1, -3.0};
  pockets.close(matrix, right, 0.1);
  const Numbers expected{2.0, -2.0, 0.3, 0.475, 0.1, -0.525};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(right[i], expected[i], 1e-12) << i;
  EXPECT_EQ(matrix.diagonal, parts().diagonal);
  EXPECT_EQ(pockets.count(), 0u);
}

TEST(GridPockets, AnotherSearchForgetsTheFirst) {
  Pockets pockets;
  pockets.find(parts(), std::vector<std::uint8_t>(6, 0), Threads(1));
  EXPECT_EQ(pockets.count(), 3u);
  pockets.find(parts(), std::vector<std::uint8_t>{1, 0, 0, 0, 0, 0}, Threads(1));
  EXPECT_EQ(pockets.count(), 2u);
}

/// Every member of a long row is found although neighbours are far apart in memory.
TEST(GridPockets, ALongRowIsOnePocket) {
  constexpr std::uint32_t kMany = 1001, kStride = 373;
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> above;
  for (std::uint32_t k = 0; k + 1 < kMany; ++k) {
    const std::uint32_t a = k * kStride % kMany, b = (k + 1) * kStride % kMany;
    above[{std::min(a, b), std::max(a, b)}] = -1.0;
  }
  SparseRows matrix = test::rowsOf(Numbers(kMany, 2.0), above);
  std::vector<std::uint8_t> open(kMany, 0);
  Pockets pockets;
  pockets.find(matrix, open, Threads(1));
  ASSERT_EQ(pockets.count(), 1u);
  Numbers right(kMany);
  std::iota(right.begin(), right.end(), 0.0);
  pockets.close(matrix, right);
  EXPECT_NEAR(std::accumulate(right.begin(), right.end(), 0.0), 0.0, 1e-9);
  EXPECT_EQ(right[500], 0.0);
  open[777] = 1;
  pockets.find(matrix, open, Threads(1));
  EXPECT_EQ(pockets.count(), 0u);
}

}  // namespace
}  // namespace ooze::grid_pockets_test
