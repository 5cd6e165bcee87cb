// Tests fields on staggered (MAC) grids: positions of the values, interpolation and shifts.
#include "grid/staggered_grid.h"
#include "unit/grid_liquid_fixtures.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>
#include <limits>
#include <random>
#include <set>
#include <vector>

namespace ooze::grid_staggered_grid_test {
namespace {

using namespace grid_liquid_fixtures;

const auto linear = [](const Vec3& p) { return 1.f + 2.f * p.x - 3.f * p.y + 0.5f * p.z; };
const auto linearVelocity = [](const Vec3& p) -> Vec3 {
  return {linear(p), 2.f - p.x + p.y + 4.f * p.z, -1.f + p.x * 0.25f - 2.f * p.z};
};

/// Makes an L of blocks, with some coordinates below zero.
CellBlocks someCells() {
  grid::BlockSet blocks;
  for (const grid::BlockCoordinate& at :
       {grid::BlockCoordinate{-1, 0, -1}, {0, 0, -1}, {-1, 1, -1}, {-1, 0, 0}})
    blocks.add(at);
  blocks.sort();
  CellBlocks cells(0.25f);
  cells.assign(blocks, one());
  return cells;
}

TEST(CellBlocks, FindNeighboursAsCoordinatesSay) {
  const CellBlocks cells = someCells();
  std::set<CellIndex> all;
  for (std::size_t n = 0; n < cells.size(); ++n) {
    const auto c = static_cast<CellIndex>(n);
    ASSERT_EQ(cells.find(cells.at(c)), c);
    for (int axis = 0; axis < 3; ++axis)
      for (const int side : {-1, 1})
        ASSERT_EQ(cells.beside(c, axis, side), cells.find(cells.at(c) + alongAxis(axis, side)));
    all.insert(c);
  }
  EXPECT_EQ(all.size(), 4u * 512);
  EXPECT_EQ(cells.at(0), glm::ivec3(-8, 0, -8));
  EXPECT_EQ(cells.find({8, 0, -1}), kNone);
  EXPECT_EQ(cells.find({-9, 0, -1}), kNone);
}

TEST(CellBlocks, RefuseACellThatIsNone) {
  EXPECT_THROW(CellBlocks{0.f}, std::invalid_argument);
  EXPECT_THROW(CellBlocks{std::nanf("")}, std::invalid_argument);
  EXPECT_THROW(CellBlocks{std::numeric_limits<float>::infinity()}, std::invalid_argument);
}

TEST(StaggeredGrid, ValuesStandAtMiddlesOfCellsAndOfLowerFaces) {
  const CellBlocks cells = someCells();
  CellField scalar;
  FaceField vector;
  scalar.fill(cells, linear, one());
  vector.fill(cells, linearVelocity, one());
  const CellIndex c = cells.find({-3, 5, -7});
  const Vec3 middle = 0.25f * Vec3(-3.f, 5.f, -7.f);
  EXPECT_EQ(scalar.values[c], linear(middle));
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 face = middle;
    face[axis] -= 0.125f;
    EXPECT_EQ(vector.at(axis, c), linearVelocity(face)[axis]);
  }
  EXPECT_NEAR(grid::divergence(cells, vector, c), 2.0 + 1.0 - 2.0, 1e-5);
}

TEST(StaggeredGrid, SamplesWhatIsLinearExactly) {
  const CellBlocks cells = someCells();
  CellField scalar;
  FaceField vector;
  scalar.fill(cells, linear, one());
  vector.fill(cells, linearVelocity, one());
  std::mt19937 random(1);
  std::uniform_real_distribution<float> x(-1.8f, 1.6f), y(0.2f, 1.5f), z(-1.8f, -0.5f);
  for (int k = 0; k < 500; ++k) {
    const Vec3 p(x(random), y(random), z(random));  // places on both sides of a border between two blocks
    EXPECT_NEAR(scalar.sample(cells, p), linear(p), 3e-6f);
    for (int axis = 0; axis < 3; ++axis)
      EXPECT_NEAR(vector.sample(cells, p)[axis], linearVelocity(p)[axis], 3e-6f);
  }
}

/// Tests places inside blocks, across block borders, beyond the blocks and at invalid coordinates. Results
/// must have equal bits.
TEST(StaggeredGrid, SamplesManyPlacesAsOneByOneWithAnyInstructions) {
  const CellBlocks cells = someCells();
  std::mt19937 random(3);
  std::uniform_real_distribution<float> value(-1.f, 1.f), step(-0.3f, 0.3f);
  FaceField field;
  for (auto& axis : field.axes) {
    axis.resize(cells.size());
    for (float& v : axis) v = value(random);
  }
  std::vector<Vec3> places;
  for (int k = 0; k < 3000; ++k)
    places.push_back(k % 3 == 0 ? 3.f * Vec3(value(random), value(random), value(random))
                                : places.back() + Vec3(step(random), step(random), step(random)));
  places[700] = Vec3(std::nanf(""), 0.f, 0.f);
  places[701] = Vec3(0.f, 1e30f, 0.f);
  const std::int64_t all = hwy::SupportedTargets();
  for (const std::int64_t target : {HWY_SCALAR, HWY_EMU128, HWY_SSE4, HWY_AVX2, HWY_AVX3, HWY_NEON}) {
    if ((all & target) == 0) continue;
    hwy::GetChosenTarget().Update(target);  // restricts Highway to these SIMD instructions
    std::vector<Vec3> found(places.size());
    field.sample(cells, places, found.data());
    for (std::size_t k = 0; k < places.size(); ++k)
      ASSERT_EQ(found[k], field.sample(cells, places[k])) << k << ' ' << hwy::TargetName(target);
  }
  hwy::GetChosenTarget().Update(all);
}

TEST(StaggeredGrid, OutsideIsWhatItIsSaidToBe) {
  const CellBlocks cells = someCells();
  CellField scalar;
  scalar.outside = 7.f;
  FaceField vector;
  scalar.fill(cells, 1.f);
  vector.fill(cells, 1.f);
  EXPECT_EQ(scalar.sample(cells, {10.f, 10.f, 10.f}), 7.f);
  EXPECT_EQ(vector.sample(cells, {10.f, 10.f, 10.f}), Vec3(0.f));
  EXPECT_EQ(scalar.sample(cells, Vec3(1e30f)), 7.f);
  EXPECT_EQ(scalar.sample(cells, Vec3(std::nanf(""))), 7.f);
  EXPECT_EQ(scalar.sample(cells, {-1.f, -0.125f, -1.f}), 4.f);  // half way outside the blocks
  const CellBlocks none(1.f);
  scalar.fill(none, 1.f);
  EXPECT_EQ(none.size(), 0u);
  EXPECT_EQ(scalar.sample(none, Vec3(0.f)), 7.f);
}

TEST(StaggeredGrid, ShiftsByWholeCellsAndBackToTheBit) {
  const Liquid liquid = randomLiquid(3);
  const glm::ivec3 offset(3, -2, 9);
  const CellBlocks moved = blocksOver(glm::ivec3(-20), glm::ivec3(20), 0.1f);
  CellField there{}, back{};
  FaceField thereFaces, backFaces;
  there.shift(moved, liquid.phi, liquid.cells, offset, one());
  thereFaces.shift(moved, liquid.velocity, liquid.cells, offset, Threads(3));
  const glm::ivec3 some(-2, 1, 4);
  EXPECT_EQ(there.at(moved.find(some - offset)), liquid.phi.at(liquid.index(some)));
  EXPECT_EQ(there.outside, liquid.phi.outside);
  EXPECT_EQ(there.at(moved.find({20, 20, 20})), liquid.phi.outside);
  EXPECT_EQ(thereFaces.at(1, moved.find({20, 20, 20})), 0.f);
  back.shift(liquid.cells, there, moved, -offset, one());
  backFaces.shift(liquid.cells, thereFaces, moved, -offset, one());
  EXPECT_EQ(back.values, liquid.phi.values);
  EXPECT_EQ(backFaces.axes, liquid.velocity.axes);
}

}  // namespace
}  // namespace ooze::grid_staggered_grid_test
