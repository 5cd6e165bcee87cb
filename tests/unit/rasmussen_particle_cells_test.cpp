// Tests of the sums over particles around cells: they are those of a serial loop, to the bit.
#include "base/random.h"
#include "methods/rasmussen/cells.h"
#include "methods/rasmussen/particle_cells.h"

#include <gtest/gtest.h>
#include <vector>

namespace ooze::rasmussen_particle_cells_test {
namespace {

using grid::CellIndex;

constexpr float kCell = 0.1f;

/// Makes a grid of 3 x 2 x 1 blocks.
grid::CellBlocks makeCells() {
  grid::BlockSet blocks;
  for (int x = 0; x < 3; ++x)
    for (int y = 0; y < 2; ++y) blocks.add({x, y, 0});
  blocks.sort();
  grid::CellBlocks cells(kCell);
  cells.assign(blocks, Threads(1));
  return cells;
}

class ParticleCellsTest : public testing::TestWithParam<int> {};

TEST_P(ParticleCellsTest, SumsAreThoseOfASerialLoop) {
  const Threads threads(GetParam());
  const grid::CellBlocks cells = makeCells();
  // Some of the particles lie on borders between blocks, and some outside the grid.
  const auto unit = [](std::uint64_t k) { return randomUnit(3, k); };
  Vec3Array positions;
  std::vector<float> values;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const Vec3 place(unit(4 * i), unit(4 * i + 1), unit(4 * i + 2));
    positions.push(place * Vec3(2.6f, 1.8f, 1.f) - Vec3(0.1f));
    values.push_back(unit(4 * i + 3) - 0.5f);
  }
  positions.push(8.f * kCell * Vec3(1.f, 1.f, 0.5f));
  values.push_back(1.f);
  std::vector<float> expectedWeights(cells.size(), 0.f), expectedSums(cells.size(), 0.f);
  for (std::size_t i = 0; i < positions.size(); ++i)
    rasmussen::forSurroundingCells(cells, positions[i], -1, [&](CellIndex c, float weight) {
      expectedWeights[c] += weight;
      expectedSums[c] += weight * values[i];
    });

  rasmussen::ParticleCells particleCells;
  particleCells.find(cells, positions, threads);
  std::vector<float> weights{1.f}, sums(2 * cells.size(), 1.f), alone;
  particleCells.sum(weights, sums, threads, [&](std::size_t i) { return values[i]; });
  particleCells.sumWeights(alone, threads);
  EXPECT_EQ(weights, expectedWeights);
  EXPECT_EQ(sums, expectedSums);
  EXPECT_EQ(alone, expectedWeights);
  float whole = 0.f;
  particleCells.forCells(positions.size() - 1, [&](CellIndex, float weight) { whole += weight; });
  EXPECT_FLOAT_EQ(whole, 1.f);
}

INSTANTIATE_TEST_SUITE_P(Threads, ParticleCellsTest, testing::Values(1, 2, 8));

}  // namespace
}  // namespace ooze::rasmussen_particle_cells_test
