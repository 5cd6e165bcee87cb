// Tests level sets against surfaces with known distance, curvature and volume.
#include "grid/level_set.h"
#include "unit/grid_level_set_fixtures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace ooze::grid_level_set_test {
namespace {

using grid::LevelSet;
using namespace level_set_fixtures;

TEST(LevelSet, HoldsTheDistanceInItsBandAndThatWidthBeyond) {
  const float cell = 0.05f;
  const LevelSet set = ballSet(1.f, cell);
  EXPECT_FLOAT_EQ(set.band(), kBand * cell);
  std::size_t near = 0;
  forNodes(set, [&](const glm::ivec3& n, const Vec3& p, float phi) {
    EXPECT_NEAR(phi, std::clamp(ball(1.f)(p), -set.band(), set.band()), 1e-6f);
    EXPECT_EQ(set.value(n), phi);
    near += std::abs(phi) < set.band();
  });
  // The number of nodes is the volume of the shell in cells.
  EXPECT_NEAR(static_cast<double>(near),
              4.0 / 3.0 * kPi * (std::pow(1.3, 3) - std::pow(0.7, 3)) / std::pow(0.05, 3), 200);
  EXPECT_FLOAT_EQ(set.sample(kMiddle), -set.band());  // a place in a block without nodes
  EXPECT_EQ(set.sample(Vec3(5.f)), set.band());
  EXPECT_EQ(set.sample(Vec3(1e30f)), set.band());
  EXPECT_EQ(set.sample(Vec3(std::nanf(""))), set.band());
}

TEST(LevelSet, SamplesToSecondOrder) {
  const auto worst = [](float cell) {
    const LevelSet set = ballSet(1.f, cell);
    float error = 0.f;
    for (const Vec3& d : directions())
      for (const float r : {0.9f, 0.97f, 1.f, 1.02f, 1.1f})
        error = std::max(error, std::abs(set.sample(kMiddle + r * d) - (r - 1.f)));
    return error;
  };
  const float coarse = worst(0.1f), fine = worst(0.05f);
  // Error of trilinear interpolation in the middle of a cube near a ball of radius R: (2 / R) cell^2 / 8,
  // plus 10 %.
  EXPECT_LT(coarse, 0.25f * 0.01f / 0.9f * 1.1f);
  EXPECT_NEAR(coarse / fine, 4.f, 1.f);
}

TEST(LevelSet, KnowsTheGradientAndTheCurvatureOfABall) {
  for (const float cell : {0.1f, 0.05f}) {
    const LevelSet set = ballSet(1.f, cell);
    for (const Vec3& d : directions()) {
      // The error of the gradient is of second order in the cell size.
      EXPECT_LT(glm::length(set.gradient(kMiddle + d) - d), 1.f * cell * cell + 1e-5f);
      EXPECT_NEAR(set.curvature(kMiddle + d), 2.f, 0.03f * 2.f);
    }
  }
}

TEST(LevelSet, TakesASolidWhereItStands) {
  const float cell = 0.02f;
  const Pose pose{{0.3f, 0.1f, -0.2f}, glm::angleAxis(0.7f, glm::normalize(Vec3(1.f, 2.f, 3.f)))};
  const ShapePtr capsule = makeCapsule(0.2f, 0.3f);
  const auto distance = [&](const Vec3& p) { return capsule->distance(pose.toLocal(p)); };
  const LevelSet set = LevelSet::fromFunction(distance, {Vec3(-1.f), Vec3(1.f)}, cell, kBand, one());
  EXPECT_LT(worstOf(set, distance, set.band()), 1e-6f);
  EXPECT_NEAR(set.volume(one()), kPi * 0.04 * 0.6 + 4.0 / 3.0 * kPi * 0.008, 0.005 * 0.1);
}

TEST(LevelSet, IsCutAtItsBox) {
  const float cell = 0.05f;
  const ShapePtr floor = makePlane({0.f, 1.f, 0.f});
  const LevelSet set =
      LevelSet::fromFunction([&](const Vec3& p) { return floor->distance(p); },
                             {Vec3(-1.f, -0.5f, -1.f), Vec3(1.f, 0.5f, 1.f)}, cell, kBand, one());
  EXPECT_NEAR(set.volume(one()), 2.0 * 2.0 * 0.5,
              0.015);  // the error at edges is the square of a cell
  EXPECT_NEAR(set.sample({0.1f, -0.1f, 0.2f}), -0.1f, 1e-6f);
  EXPECT_NEAR(set.sample({1.1f, -0.25f, 0.f}), 0.1f, 1e-6f);
}

TEST(LevelSet, BecomesADistanceAndItsSurfaceStays) {
  for (const bool scaled : {true, false}) {
    const float cell = 0.05f, radius = 1.f;
    // phi is a third of the distance, or steeper and flatter from place to place.
    const auto f = [&](const Vec3& p) {
      return ball(radius)(p) *
             (scaled ? 0.33f : 0.6f + 0.3f * std::sin(5.f * p.x) * std::cos(4.f * p.y + p.z));
    };
    LevelSet set = LevelSet::fromFunction(f, {Vec3(-1.2f), Vec3(1.2f)}, cell, kBand, one());
    const auto before = radii(set, kMiddle, 0.7f, 1.3f);
    EXPECT_GT(worstSlope(set, 0.5f * set.band()), 0.3f);
    set.reinitialise(one());
    const auto after = radii(set, kMiddle, 0.7f, 1.3f);
    for (std::size_t k = 0; k < before.size(); ++k) EXPECT_NEAR(after[k], before[k], 0.1f * cell);
    EXPECT_LT(worstSlope(set, set.band() - cell), 0.02f);
    EXPECT_LT(worstOf(set, ball(radius), set.band() - cell), 0.1f * cell);
  }
}

TEST(LevelSet, RemembersThatBlocksWhichItDropsAreInside) {
  // The slope is 0.2, so the band is five times as wide as that of a distance.
  const float radius = 1.4f, cell = 0.05f;
  LevelSet set = LevelSet::fromFunction([&](const Vec3& p) { return 0.2f * ball(radius)(p); },
                                        {kMiddle - radius, kMiddle + radius}, cell, 4.f, one());
  const std::size_t wide = set.blocks().size();
  EXPECT_TRUE(set.blocks().contains({0, 0, 0}));
  set.reinitialise(one());
  EXPECT_LT(set.blocks().size(), wide);
  EXPECT_FALSE(set.blocks().contains({0, 0, 0}));
  EXPECT_FLOAT_EQ(set.sample(kMiddle), -set.band());
  const double volume = 4.0 / 3.0 * kPi * std::pow(1.4, 3);
  EXPECT_NEAR(set.volume(one()), volume, 0.002 * volume);  // relative error: (cell over radius)^2
}

TEST(LevelSet, TheUnionOfTwoBallsLacksTheirLensOnce) {
  const float cell = 0.025f;
  const double d = 0.9, ball = 4.0 / 3.0 * kPi;
  // Both balls have radius 1.
  const double lens = kPi * std::pow(2.0 - d, 2) * (d * d + 4.0 * d) / (12.0 * d);
  const LevelSet a = ballSet(1.f, cell, Vec3(0.f)), b = ballSet(1.f, cell, {0.9f, 0.f, 0.f});
  LevelSet both = a;
  both.unite(b, one());
  EXPECT_NEAR(both.volume(one()), 2.0 * ball - lens, 0.002 * ball);
  EXPECT_FLOAT_EQ(both.sample({0.45f, 0.f, 0.f}), -both.band());
  EXPECT_THROW(both.unite(LevelSet(0.05f, kBand), one()), std::invalid_argument);
  EXPECT_THROW(both.unite(LevelSet(cell, kBand + 1.f), one()), std::invalid_argument);
}

TEST(LevelSet, OfNothingStaysNothing) {
  for (LevelSet set : {LevelSet(0.1f, kBand), ballSet(-0.05f, 0.1f),
                       LevelSet::fromFunction([](const Vec3&) { return 0.2f; }, {Vec3(-1.f), Vec3(1.f)}, 0.1f,
                                              kBand, one())}) {
    EXPECT_TRUE(set.empty());
    set.reinitialise(one());
    set.advance([](const Vec3&) { return 1.f; }, 0.1f, 1.f, one());
    set.advect([](const Vec3&) { return Vec3(1.f); }, 1.f, one());
    EXPECT_TRUE(set.empty());
    EXPECT_EQ(set.sample(Vec3(0.f)), set.band());
    EXPECT_EQ(set.gradient(Vec3(0.f)), Vec3(0.f));
    EXPECT_EQ(set.curvature(Vec3(0.f)), 0.f);
    EXPECT_EQ(set.volume(one()), 0.0);
    const LevelSet some = ballSet(1.f, 0.1f);
    LevelSet same = some;
    same.unite(set, one());
    EXPECT_EQ(same.volume(one()), some.volume(one()));
    set.unite(some, one());
    EXPECT_EQ(set.volume(one()), some.volume(one()));
  }
}

TEST(LevelSet, GoesOnAcrossBlocksThatMeetInTheTable) {
  // The ball lies on the border of two blocks that share a slot of the hash table (256 slots).
  const float cell = 0.125f;
  int pairs = 0;
  for (std::int32_t k = 0; k < 40 * 40 * 40 && pairs < 3; ++k) {
    const grid::BlockCoordinate at{k % 40 - 20, k / 40 % 40 - 20, k / 1600 - 20};
    const std::uint64_t apart = grid::BlockMap::hashOf(at) - grid::BlockMap::hashOf(at.beside(1, 0, 0));
    if (apart % 256 != 0) continue;
    ++pairs;
    const Vec3 middle = Vec3(at.x + 1, at.y, at.z) + Vec3(0.01f, 0.5f, 0.5f);
    LevelSet set =
        LevelSet::fromFunction(ball(0.3f, middle), {middle - 0.3f, middle + 0.3f}, cell, 4.f, one());
    EXPECT_LT(worstOf(set, ball(0.3f, middle), set.band()), 2e-6f);
    EXPECT_TRUE(set.blocks().contains(at) && set.blocks().contains(at.beside(1, 0, 0)));
    set.reinitialise(one());
    EXPECT_LT(worstOf(set, ball(0.3f, middle), cell), 0.1f * cell);
  }
  EXPECT_EQ(pairs, 3);
}

TEST(LevelSet, OfChosenBlocksKnowsWhatLiesBetween) {
  const float radius = 1.4f, cell = 0.05f;
  const LevelSet whole = ballSet(radius, cell);
  grid::BlockSet near = whole.blocks();
  const auto fill = [&](const grid::BlockCoordinate& at, float* nodes) {
    for (int n = 0; n < 512; ++n)
      nodes[n] = ball(radius)(cell * Vec3(8 * at.x + n % 8, 8 * at.y + n / 8 % 8, 8 * at.z + n / 64));
  };
  const LevelSet set = LevelSet::fromBlocks(near, fill, cell, kBand, one());
  ASSERT_GT(set.inside().size(), 30u);
  EXPECT_TRUE(
      std::equal(set.inside().begin(), set.inside().end(), whole.inside().begin(), whole.inside().end()));
  ASSERT_EQ(set.blocks().size(), whole.blocks().size());
  EXPECT_LT(worstOf(set, ball(radius), set.band()), 1e-6f);
  EXPECT_EQ(set.volume(one()), whole.volume(one()));

  EXPECT_TRUE(LevelSet::fromBlocks({}, fill, cell, kBand, one()).empty());
  const auto nowhere = [](const grid::BlockCoordinate&, float* nodes) {
    std::fill_n(nodes, 512, std::nanf(""));
  };
  EXPECT_THROW((void)LevelSet::fromBlocks(near, nowhere, cell, kBand, one()), std::invalid_argument);
  near.clear();
  for (std::int32_t k = 0; near.size() <= LevelSet::kMaxBlocks; ++k) near.add({k & 1023, k >> 10, 0});
  EXPECT_THROW((void)LevelSet::fromBlocks(near, fill, cell, kBand, one()), std::invalid_argument);
}

TEST(LevelSet, RefusesWhatItCannotHold) {
  const auto make = [](const Aabb& box, float cell, float band) {
    return LevelSet::fromFunction(ball(1.f), box, cell, band, one());
  };
  const Aabb box{Vec3(-1.f), Vec3(1.f)};
  EXPECT_THROW(make(box, 0.f, kBand), std::invalid_argument);
  EXPECT_THROW(make(box, 0.1f, 2.f), std::invalid_argument);
  EXPECT_THROW(make(box, 0.1f, std::nanf("")), std::invalid_argument);
  EXPECT_THROW(make(box, 1e-4f, kBand), std::invalid_argument);
  const float far = std::numeric_limits<float>::infinity();
  EXPECT_THROW(make({Vec3(-far), Vec3(1.f)}, 0.1f, kBand), std::invalid_argument);
  EXPECT_THROW((void)LevelSet::fromFunction([](const Vec3& p) { return p.x > 0.93f ? std::nanf("") : p.y; },
                                            box, 0.1f, kBand, one()),
               std::invalid_argument);
  EXPECT_TRUE(make({}, 0.1f, kBand).empty());
}

}  // namespace
}  // namespace ooze::grid_level_set_test
