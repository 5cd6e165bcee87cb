// Tests the motion of level sets against theory: mean curvature flow, normal motion and advection.
#include "grid/level_set.h"
#include "unit/grid_level_set_fixtures.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <gtest/gtest.h>
#include <hwy/targets.h>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

namespace ooze::grid_level_set_motion_test {
namespace {

using grid::kNodes;
using grid::LevelSet;
using grid::nodeIn;
using namespace level_set_fixtures;

float meanOf(const std::vector<float>& v) {
  return std::accumulate(v.begin(), v.end(), 0.f) / static_cast<float>(v.size());
}

TEST(LevelSetMotion, ShrinksABallByItsCurvature) {
  // The ball of radius R shrinks by mean curvature flow at the speed mu times the curvature 2 / R: dR/dt = -2
  // mu / R, so R^2 = R0^2 - 4 mu t.
  for (const float cell : {0.1f, 0.06f}) {
    const float mu = 0.5f, from = 1.f, to = 0.8f;
    LevelSet set = ballSet(from, cell);
    const float time = (from * from - to * to) / (4.f * mu);
    set.advance([](const Vec3&) { return 0.f; }, mu, time, one());
    const auto r = radii(set, kMiddle, 0.4f, 1.1f);
    const float mean = meanOf(r);
    EXPECT_NEAR((from * from - mean * mean) / (4.f * mu * time), 1.f, 0.03f);
    EXPECT_LT(*std::max_element(r.begin(), r.end()) - *std::min_element(r.begin(), r.end()), 0.05f * cell);
  }
}

TEST(LevelSetMotion, LetsASmallBallVanish) {
  LevelSet set = ballSet(0.3f, 0.1f);
  for (int k = 0; k < 60; ++k) {  // the ball vanishes after 0.0225 s
    set.advance([](const Vec3&) { return 0.f; }, 1.f, 0.0005f, one());
    bool inside = false;
    forNodes(set, [&](const glm::ivec3&, const Vec3&, float phi) { inside |= phi < 0.f; });
    EXPECT_EQ(set.empty(), !inside);
  }
  EXPECT_TRUE(set.empty());
  EXPECT_EQ(set.volume(one()), 0.0);
}

TEST(LevelSetMotion, GoesAlongTheNormal) {
  const float cell = 0.08f;
  for (const float speed : {0.5f, -0.5f}) {
    LevelSet set = ballSet(1.f, cell);
    set.advance([&](const Vec3&) { return speed; }, 0.f, 0.8f, one());
    const float exact = 1.f + 0.8f * speed;
    for (const float r : radii(set, kMiddle, exact - 0.2f, exact + 0.2f)) EXPECT_NEAR(r, exact, 0.1f * cell);
    EXPECT_LT(worstOf(set, ball(exact), 2.f * cell), 0.2f * cell);
    const double volume = 4.0 / 3.0 * kPi * std::pow(static_cast<double>(exact), 3);
    // The tolerance covers a radius that is off by 0.1 cells, and the curvature of the surface.
    EXPECT_NEAR(set.volume(one()), volume, 0.02 * volume);
  }
}

TEST(LevelSetMotion, StandsWhereSpeedAndCurvatureAreInBalance) {
  const float cell = 0.1f, mu = 0.5f;
  LevelSet set = ballSet(1.f, cell);
  set.advance([&](const Vec3&) { return 2.f * mu; }, mu, 0.1f, one());
  for (const float r : radii(set, kMiddle, 0.7f, 1.3f)) EXPECT_NEAR(r, 1.f, 0.1f * cell);
}

TEST(LevelSetMotion, JoinsTwoBallsThatGrow) {
  const float cell = 0.05f;
  LevelSet set = ballSet(0.3f, cell, {-0.4f, 0.f, 0.f});
  set.unite(ballSet(0.3f, cell, {0.4f, 0.f, 0.f}), one());
  EXPECT_GT(set.sample(Vec3(0.f)), 0.f);
  set.advance([](const Vec3&) { return 1.f; }, 0.f, 0.2f, one());
  EXPECT_LT(set.sample(Vec3(0.f)), 0.f);
  const double r = 0.5, d = 0.8, lens = kPi * (4.0 * r + d) * (2.0 * r - d) * (2.0 * r - d) / 12.0;
  const double exact = 2.0 * 4.0 / 3.0 * kPi * r * r * r - lens;
  EXPECT_NEAR(set.volume(one()), exact, 0.01 * exact);  // the crease is as wide as a cell
}

TEST(LevelSetMotion, IsCarriedRound) {
  const float cell = 0.06f;
  LevelSet set = ballSet(0.4f, cell, {0.5f, 0.f, 0.f});
  const double volume = set.volume(one());
  // The ball makes half a turn about z and rises at the same time.
  set.advect([](const Vec3& p) { return Vec3(-p.y, p.x, 0.3f); }, static_cast<float>(kPi), one());
  const Vec3 middle(-0.5f, 0.f, static_cast<float>(0.3 * kPi));
  for (const float r : radii(set, middle, 0.2f, 0.6f)) EXPECT_NEAR(r, 0.4f, 0.15f * cell);
  EXPECT_NEAR(set.volume(one()) / volume, 1.0, 0.01);
}

TEST(LevelSetMotion, SamplesNoVelocityFarFromTheSurface) {
  const auto flow = [](const Vec3& p) { return Vec3(-p.y, p.x, 0.4f * p.x); };
  constexpr float kCell = 0.08f, kFastest = 2.4f, kTime = 2.f * kCell / kFastest;
  for (const LevelSet::Order order : {LevelSet::Order::First, LevelSet::Order::Second}) {
    LevelSet all = ballSet(1.f, kCell), some = all;
    std::atomic<int> asked{0}, askedOfAll{0};
    all.carry([&](const Vec3& p) { return ++askedOfAll, flow(p); }, kTime, order, one());
    some.carry([&](const Vec3& p) { return ++asked, flow(p); }, kTime, order, one(), kFastest);
    EXPECT_LT(2 * asked, askedOfAll);
    all.reinitialise(one());
    some.reinitialise(one());
    for (std::size_t b = 0; b < all.blocks().size(); ++b)
      for (std::size_t n = 0; n < kNodes; ++n) {
        const glm::ivec3 node = nodeIn(all.blocks().at(b), n);
        ASSERT_EQ(some.value(node), all.nodes(b)[n]) << node.x << ' ' << node.y << ' ' << node.z;
      }
  }
}

/// One of the two time steps stays within the window of a block, the other leaves the window.
TEST(LevelSetMotion, IsCarriedToTheSameBitsWithAnyInstructions) {
  const std::int64_t all = hwy::SupportedTargets();
  for (const float cells : {2.f, 5.f}) {
    const auto run = [&] {
      LevelSet set = ballSet(0.6f, 0.12f);
      set.carry([](const Vec3& p) { return Vec3(1.f + p.y, 0.3f - p.z, p.x); }, cells * 0.12f,
                LevelSet::Order::Second, one());
      return set;
    };
    const LevelSet expected = run();
    for (const std::int64_t target : {HWY_SCALAR, HWY_EMU128, HWY_SSE4, HWY_AVX2, HWY_AVX3, HWY_NEON}) {
      if ((all & target) == 0) continue;
      hwy::GetChosenTarget().Update(target);  // restricts Highway to these SIMD instructions
      const LevelSet set = run();
      hwy::GetChosenTarget().Update(all);
      ASSERT_EQ(set.blocks().size(), expected.blocks().size());
      EXPECT_TRUE(std::equal(set.nodes(0), set.nodes(set.blocks().size()), expected.nodes(0)))
          << hwy::TargetName(target);
    }
  }
}

TEST(LevelSetMotion, SamplesManyPlacesAsOneByOne) {
  const LevelSet set = ballSet(0.6f, 0.12f);
  std::mt19937 random(5);
  std::uniform_real_distribution<float> step(-0.2f, 0.2f), far(-2.f, 2.f);
  std::vector<grid::LatticePosition> places;
  Vec3 p(0.5f);
  for (int k = 0; k < 2003; ++k) {
    p = k % 9 == 0 ? Vec3(far(random), far(random), far(random)) : p + Vec3(step(random), step(random), 0.f);
    places.push_back(*grid::toLatticePosition(p, set.cell()));
  }
  std::vector<float> phi(places.size());
  LevelSet::Sampler(set).sample(places, phi.data());
  for (std::size_t k = 0; k < places.size(); ++k) ASSERT_EQ(phi[k], set.sample(places[k])) << k;
}

TEST(LevelSetMotion, HasTheSameBitsAtAnyNumberOfThreads) {
  const auto run = [](int threadCount) {
    const Threads threads(threadCount);
    const float cell = 0.12f;
    LevelSet set = LevelSet::fromFunction(ball(0.6f), {kMiddle - 0.6f, kMiddle + 0.6f}, cell, kBand, threads);
    set.advect([](const Vec3& p) { return Vec3(1.f + p.y, 0.3f, p.x); }, 0.25f, threads);
    set.advance([](const Vec3& p) { return 0.5f + p.x; }, 0.05f, 0.2f, threads);
    set.unite(ballSet(0.4f, cell, {0.7f, 0.2f, 0.1f}), threads);
    set.reinitialise(threads);
    return std::pair(set, set.volume(threads));
  };
  const auto [first, volume] = run(1);
  EXPECT_GT(first.blocks().size(), 20u);
  for (const int threads : {2, 7, 16}) {
    const auto [set, other] = run(threads);
    EXPECT_EQ(other, volume);
    ASSERT_TRUE(
        std::equal(set.blocks().begin(), set.blocks().end(), first.blocks().begin(), first.blocks().end()));
    EXPECT_TRUE(std::equal(set.nodes(0), set.nodes(set.blocks().size()), first.nodes(0))) << threads;
  }
}

TEST(LevelSetMotion, RefusesWhatIsNotFinite) {
  LevelSet set = ballSet(0.5f, 0.1f);
  const float nan = std::nanf("");
  const auto still = [](const Vec3&) { return 0.f; };
  EXPECT_THROW(set.advance([&](const Vec3&) { return nan; }, 0.f, 1.f, one()), std::invalid_argument);
  EXPECT_THROW(set.advect([&](const Vec3& p) { return Vec3(p.x, nan, 0.f); }, 1.f, one()),
               std::invalid_argument);
  for (const float bad : {-1.f, nan, std::numeric_limits<float>::infinity()}) {
    EXPECT_THROW(set.advance(still, bad, 1.f, one()), std::invalid_argument);
    EXPECT_THROW(set.advance(still, 1.f, bad, one()), std::invalid_argument);
  }
  EXPECT_LT(worstOf(set, ball(0.5f), 0.3f), 1e-6f);  // the set is unchanged
}

}  // namespace
}  // namespace ooze::grid_level_set_motion_test
