// Tests the particle level set against flows with a known result and against a plain transcription.
#include "grid/finite_differences.h"
#include "grid/particle_level_set.h"
#include "unit/grid_level_set_fixtures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <utility>

namespace ooze::grid_particle_level_set_test {
namespace {

using grid::LatticePosition;
using grid::LevelSet;
using grid::Markers;
using grid::ParticleLevelSet;
using grid::square;
using namespace level_set_fixtures;

constexpr float kMinBand = 4.f;  // half width of the narrowest band [cells]
constexpr float kSheetZ = 3.5f;  // z of the middle section of columns, between nodes [cells]

/// Returns the area of the cross-section of a column through its middle. There are 4 x 4 samples per cell,
/// and cells have length 1.
double areaOf(const LevelSet& set, const Vec2& lower, const Vec2& upper) {
  double area = 0.0;
  for (float y = lower.y + 0.125f; y < upper.y; y += 0.25f)
    for (float x = lower.x + 0.125f; x < upper.x; x += 0.25f)
      area += set.sample({x, y, kSheetZ}) < 0.f ? 0.0625 : 0.0;
  return area;
}

/// Makes a column 8 cells high, so that the middle section does not feel the ends.
template <class F>
LevelSet columnOf(const F& f, const Vec2& lower, const Vec2& upper) {
  const auto column = [&](const Vec3& p) {
    return std::max(f(Vec2(p.x, p.y)), std::abs(p.z - kSheetZ) - 4.f);
  };
  LevelSet set =
      LevelSet::fromFunction(column, {Vec3(lower, -0.5f), Vec3(upper, 7.5f)}, 1.f, kMinBand, one());
  set.reinitialise(one());
  return set;
}

// 16 markers per cell are usual in two dimensions. The four cells round a node then hold as many markers as
// eight cells of 8 here.
constexpr int kPerCellOfColumn = 8;

// The slotted disc of Zalesak 1979, with cells of length 1.
float slottedDisc(const Vec2& p) {
  const Vec2 slot = glm::abs(p - Vec2(50.f, 70.f)) - Vec2(2.5f, 15.f);
  const float outside = glm::length(glm::max(slot, Vec2(0.f))) + std::min(std::max(slot.x, slot.y), 0.f);
  return std::max(glm::length(p - Vec2(50.f, 75.f)) - 15.f, -outside);
}

constexpr auto zalesakVelocity = [](const Vec3& p) {
  return static_cast<float>(kPi) / 314.f * Vec3(50.f - p.y, p.x - 50.f, 0.f);
};

TEST(ParticleLevelSet, ZalesaksDiscKeepsItsAreaAndItsSlot) {
  const Vec2 lower(30.f, 55.f), upper(70.f, 95.f);
  const LevelSet disc = columnOf(slottedDisc, {34.f, 59.f}, {66.f, 91.f});
  const double exact = 582.21;
  EXPECT_NEAR(areaOf(disc, lower, upper), exact, 0.002 * exact);

  const int steps = 50;  // each step moves up to 5 cells at the edge of the domain
  const float dt = 628.f / static_cast<float>(steps);
  ParticleLevelSet set(disc, {.perCell = kPerCellOfColumn}, one());
  for (int k = 0; k < steps; ++k) set.advance(zalesakVelocity, dt, one());
  EXPECT_NEAR(areaOf(set.levelSet(), lower, upper), exact, 0.01 * exact);
  // The slot is open from end to end at its full width, and its corners are kept.
  for (float y = 62.f; y < 84.f; y += 1.f) {
    int wide = 0;
    for (float x = 45.05f; x < 55.f; x += 0.1f) wide += set.levelSet().sample({x, y, kSheetZ}) > 0.f;
    EXPECT_NEAR(wide, 50, 10) << y;
  }
  EXPECT_GT(set.levelSet().sample({50.f, 84.3f, kSheetZ}), 0.f);
  EXPECT_LT(set.levelSet().sample({50.f, 85.7f, kSheetZ}), 0.f);

  // First-order steps without markers lose more area in a quarter of the time than the particle level set in
  // all.
  LevelSet plain = disc;
  for (int k = 0; k < steps / 4; ++k) {
    plain.carry(zalesakVelocity, dt, LevelSet::Order::First, one());
    plain.reinitialise(one());
  }
  EXPECT_LT(areaOf(plain, {5.f, 30.f}, {45.f, 70.f}), 0.9 * exact);
}

TEST(ParticleLevelSet, ComesBackFromADeformingVortex) {
  // The vortex of LeVeque 1996 on 56^2 cells of length 1. The flow draws the disc out to a thread, and
  // reverses after half the period.
  const float n = 56.f, period = 4.f;
  const int steps = 56;  // each step moves up to 4 cells
  const float dt = period / static_cast<float>(steps);
  const LevelSet disc = columnOf(
      [&](const Vec2& p) { return glm::length(p - Vec2(0.5f, 0.75f) * n) - 0.15f * n; }, Vec2(0.f), Vec2(n));
  ParticleLevelSet set(disc, {.perCell = kPerCellOfColumn}, one());
  const float pi = static_cast<float>(kPi);
  for (int k = 0; k < steps; ++k) {
    const float now = n * std::cos(pi * (static_cast<float>(k) + 0.5f) * dt / period);
    const auto velocity = [&](const Vec3& p) {
      const float x = pi * p.x / n, y = pi * p.y / n;
      return now *
             Vec3(-square(std::sin(x)) * std::sin(2.f * y), square(std::sin(y)) * std::sin(2.f * x), 0.f);
    };
    set.advance(velocity, dt, one());
  }
  const double exact = kPi * 0.15 * 0.15 * 56.0 * 56.0;
  const double area = areaOf(set.levelSet(), Vec2(0.f), Vec2(n));
  EXPECT_NEAR(area, exact, 0.02 * exact);
}

TEST(ParticleLevelSet, BallKeepsItsVolumeOnItsWayRound) {
  const float cell = 0.125f, pi = static_cast<float>(kPi);
  const Vec3 middle(1.213f, 0.017f, -0.031f);
  ParticleLevelSet set(
      LevelSet::fromFunction(ball(1.f, middle), {middle - 1.f, middle + 1.f}, cell, kMinBand, one()),
      {.perCell = 8}, one());
  const double before = set.levelSet().volume(one());
  const int steps = 48;  // each step moves up to 2.3 cells
  const float angle = 2.f * pi / static_cast<float>(steps);
  const auto velocity = [](const Vec3& p) { return Vec3(-p.y, p.x, 0.f); };
  for (int k = 0; k < steps; ++k) set.advance(velocity, angle, one());
  EXPECT_NEAR(set.levelSet().volume(one()) / before, 1.0, 0.005);
  EXPECT_LT(worstSlope(set.levelSet(), Markers::kBand * cell), 0.05f);
  // The midpoint rule (RK2) runs ahead by a sixth of the cubed angle of a step.
  const Vec3 end = glm::angleAxis(2.f * pi * square(angle) / 6.f, Vec3(0.f, 0.f, 1.f)) * middle;
  for (const float r : radii(set.levelSet(), end, 0.5f, 1.5f)) EXPECT_NEAR(r, 1.f, 0.2f * cell);
}

TEST(ParticleLevelSet, ThinSheetLivesLongerThanWithoutMarkers) {
  // The plate is 1.5 cells thick and moves along its normal by 2.5 cells per step.
  const auto plate = [](const Vec3& p) {
    return std::max(glm::length(Vec2(p.y, p.z)) - 8.f, std::abs(p.x - 0.2f) - 0.75f);
  };
  LevelSet plain = LevelSet::fromFunction(plate, {{-1.f, -9.f, -9.f}, {2.f, 9.f, 9.f}}, 1.f, kMinBand, one());
  plain.reinitialise(one());
  const double before = plain.volume(one());
  for (const LevelSet::Order order : {LevelSet::Order::First, LevelSet::Order::Second}) {
    LevelSet alone = plain;
    ParticleLevelSet set(plain, {.perCell = 32, .order = order}, one());
    const auto velocity = [](const Vec3&) { return Vec3(2.5f, 0.f, 0.f); };
    for (int k = 0; k < 8; ++k) {
      set.advance(velocity, 1.f, one());
      alone.carry(velocity, 1.f, order, one());
      alone.reinitialise(one());
    }
    EXPECT_GT(set.levelSet().volume(one()), 0.4 * before);
    EXPECT_LT(set.levelSet().volume(one()), before);
    EXPECT_TRUE(alone.empty());
  }
}

bool sameBits(const LevelSet& a, const LevelSet& b) {
  return std::equal(a.blocks().begin(), a.blocks().end(), b.blocks().begin(), b.blocks().end()) &&
         std::equal(a.inside().begin(), a.inside().end(), b.inside().begin(), b.inside().end()) &&
         std::equal(a.nodes(0), a.nodes(a.blocks().size()), b.nodes(0));
}

/// Makes a ball and advances it in a flow that rotates and stretches.
ParticleLevelSet advancedBall(const Threads& threads, int steps) {
  const float cell = 0.125f;
  LevelSet set =
      LevelSet::fromFunction(ball(0.7f), {kMiddle - 0.7f, kMiddle + 0.7f}, cell, kMinBand, threads);
  ParticleLevelSet all(std::move(set), {.perCell = 16, .reseedEvery = 3, .seed = 5}, threads);
  for (int k = 0; k < steps; ++k)
    all.advance([](const Vec3& p) { return Vec3(1.f + 3.f * p.y, 0.3f - p.x, p.x * p.y); }, 0.2f, threads);
  return all;
}

TEST(ParticleLevelSet, HasTheSameBitsAtAnyNumberOfThreads) {
  const ParticleLevelSet first = advancedBall(one(), 4);
  EXPECT_GT(first.markers().size(), 10000u);
  const ParticleLevelSet other = advancedBall(Threads(7), 4);
  EXPECT_TRUE(sameBits(other.levelSet(), first.levelSet()));
  EXPECT_TRUE(other.markers() == first.markers());
}

TEST(ParticleLevelSet, AStepIsItsParts) {
  ParticleLevelSet set = advancedBall(one(), 1);
  LevelSet phi = set.levelSet();
  Markers markers = set.markers();
  // Another flow follows, so that many markers end up on the wrong side.
  const auto velocity = [](const Vec3& p) { return Vec3(std::sin(9.f * p.y), std::sin(9.f * p.z), p.x); };
  set.advance(velocity, 0.3f, one());

  phi.carry(velocity, 0.3f, set.settings().order, one());
  grid::moveMarkers(markers, velocity, 0.3f, phi.cell(), one());
  grid::MarkerCorrection correction;
  std::vector<float> at;
  grid::sampleAtMarkers(phi, markers, at, one());
  EXPECT_GT(correction.correct(phi, markers, at, one()), 100u);
  phi.reinitialisePreservingThin(one());
  grid::sampleAtMarkers(phi, markers, at, one());
  const auto isDeep = [&](std::size_t k) {
    return markers.signs[k] == Markers::kAir && at[k] < -Markers::kBand * phi.cell();
  };
  grid::removeMarkers(markers, isDeep, one());
  grid::sampleAtMarkers(phi, markers, at, one());
  EXPECT_GT(correction.correct(phi, markers, at, one()), 10u);
  grid::sampleAtMarkers(phi, markers, at, one());
  grid::setRadii(markers, at, phi.cell(), one());
  EXPECT_TRUE(sameBits(set.levelSet(), phi));
  EXPECT_TRUE(set.markers() == markers);
}

TEST(ParticleLevelSet, ContinuesFromItsStateToTheSameBits) {
  ParticleLevelSet first = advancedBall(one(), 2);
  const LevelSet& was = first.levelSet();
  LevelSet set =
      LevelSet::fromNodes(was.blocks(), was.inside(), {was.nodes(0), was.nodes(was.blocks().size())},
                          was.cell(), was.band() / was.cell(), one());
  EXPECT_TRUE(sameBits(set, was));
  ParticleLevelSet other(std::move(set), first.markers(), first.steps(), first.settings());
  for (ParticleLevelSet* one : {&first, &other})
    for (int k = 0; k < 2; ++k)  // includes a reseeding
      one->advance([](const Vec3& p) { return Vec3(p.y, -p.x, 1.f); }, 0.1f, level_set_fixtures::one());
  EXPECT_TRUE(sameBits(first.levelSet(), other.levelSet()));
  EXPECT_TRUE(first.markers() == other.markers());
}

TEST(ParticleLevelSet, StepsOfWholeCellsAreExact) {
  const float cell = 0.125f;
  for (const LevelSet::Order order : {LevelSet::Order::First, LevelSet::Order::Second}) {
    const LevelSet before = ballSet(1.f, cell);
    ParticleLevelSet set(before, {.perCell = 4, .order = order}, one());
    const Markers markers = set.markers();
    set.carry([](const Vec3&) { return Vec3(1.5f, -1.f, 2.5f); }, 0.25f, one());
    const glm::ivec3 way(3, -2, 5);
    for (glm::ivec3 n(-16); n.z < 20; ++n.z)
      for (n.y = -16; n.y < 16; ++n.y)
        for (n.x = -16; n.x < 16; ++n.x) ASSERT_EQ(set.levelSet().value(n + way), before.value(n));
    ASSERT_EQ(set.markers().size(), markers.size());
    for (std::size_t k = 0; k < markers.size(); ++k) {
      EXPECT_LT(glm::length(set.markers().places[k].position(cell) - markers.places[k].position(cell) -
                            cell * Vec3(way)),
                1e-6f);
    }
    // The markers have nothing to correct.
    set.settle(one());
    EXPECT_LT(worstOf(set.levelSet(), ball(1.f, kMiddle + cell * Vec3(way)), cell), 0.03f * cell);
  }
}

TEST(ParticleLevelSet, MovedByCellsAndBackHasTheBitsThatItHad) {
  const ParticleLevelSet before = advancedBall(one(), 2);
  for (const glm::ivec3& by : {glm::ivec3(8, -16, 24), glm::ivec3(3, -5, 1)}) {
    ParticleLevelSet set = before;
    set.shift(by, one());
    forNodes(before.levelSet(), [&](const glm::ivec3& n, const Vec3&, float phi) {
      ASSERT_EQ(set.levelSet().value(n - by), phi);
    });
    EXPECT_EQ(set.levelSet().sample(set.markers().places[7]),
              before.levelSet().sample(before.markers().places[7]));
    const double volume = before.levelSet().volume(one());
    EXPECT_NEAR(set.levelSet().volume(one()), volume, 1e-9 * volume);
    set.shift(-by, one());
    forNodes(before.levelSet(),
             [&](const glm::ivec3& n, const Vec3&, float phi) { ASSERT_EQ(set.levelSet().value(n), phi); });
    EXPECT_TRUE(set.markers() == before.markers());
    if (by.x % 8 == 0) {
      EXPECT_TRUE(sameBits(set.levelSet(), before.levelSet()));
    }
  }
  ParticleLevelSet set = before;
  EXPECT_THROW(set.shift(glm::ivec3(1 << 22), one()), std::invalid_argument);
}

TEST(ParticleLevelSet, AirDeepInLiquidGoesAndDropsInTheAirStay) {
  ParticleLevelSet set(ballSet(1.f, 0.125f), {.perCell = 8}, one());
  const auto placeAt = [](float below) {
    return *grid::toLatticePosition(kMiddle + Vec3(1.f - below, 0.f, 0.f), 0.125f);
  };
  const LatticePosition deep = placeAt(3.2f * 0.125f), shallow = placeAt(2.f * 0.125f), drop = placeAt(-0.8f);
  for (const LatticePosition& place : {deep, shallow}) set.markers().add(place, 0.02f, Markers::kAir);
  set.markers().add(drop, 0.02f, Markers::kLiquid);
  set.settle(one());
  const auto count = [&](const LatticePosition& place) {
    return std::count(set.markers().places.begin(), set.markers().places.end(), place);
  };
  EXPECT_EQ(count(deep), 0);
  EXPECT_EQ(count(shallow), 1);
  EXPECT_EQ(count(drop), 1);
  set.reseed(one());
  EXPECT_EQ(count(shallow), 1);
  EXPECT_EQ(count(drop), 1);
}

TEST(ParticleLevelSet, ReseedsWhenItIsTime) {
  const auto still = [](const Vec3&) { return Vec3(0.f); };
  for (const int every : {0, 3}) {
    ParticleLevelSet set(ballSet(0.5f, 0.125f), {.perCell = 8, .reseedEvery = every}, one());
    const std::size_t full = set.markers().size();
    grid::removeMarkers(
        set.markers(), [](std::size_t k) { return k % 2 == 0; }, one());
    for (int k = 0; k < 2; ++k) set.advance(still, 0.1f, one());
    EXPECT_EQ(set.markers().size(), full / 2);
    set.advance(still, 0.1f, one());
    EXPECT_EQ(set.markers().size() > 3 * full / 4, every == 3);
    EXPECT_EQ(set.steps(), 3u);
  }
}

TEST(ParticleLevelSet, OfNothingStaysNothing) {
  ParticleLevelSet set(LevelSet(0.1f, kMinBand), {}, one());
  for (int k = 0; k < 21; ++k) set.advance([](const Vec3&) { return Vec3(1.f); }, 1.f, one());
  set.shift(glm::ivec3(1), one());
  EXPECT_TRUE(set.levelSet().empty());
  EXPECT_EQ(set.markers().size(), 0u);
}

TEST(ParticleLevelSet, RefusesWhatItCannotBe) {
  const LevelSet set = ballSet(0.5f, 0.1f);
  for (const ParticleLevelSet::LevelSetSettings& bad :
       {ParticleLevelSet::LevelSetSettings{.perCell = 0}, {.perCell = 513}, {.reseedEvery = -1}})
    EXPECT_THROW(ParticleLevelSet(set, bad, one()), std::invalid_argument);
  const auto refused = [&](const LatticePosition& place, float radius, std::int8_t sign) {
    Markers markers;
    markers.add(place, radius, sign);
    EXPECT_THROW(ParticleLevelSet(set, markers, 0, {}), std::invalid_argument);
  };
  refused({{1 << 23, 0, 0}, {}}, 0.05f, Markers::kAir);
  refused({{0, 0, 0}, Vec3(1.5f)}, 0.05f, Markers::kAir);
  refused({{0, 0, 0}, Vec3(std::nanf(""))}, 0.05f, Markers::kAir);
  refused({}, 0.06f, Markers::kAir);
  refused({}, std::nanf(""), Markers::kAir);
  refused({}, 0.05f, 0);
  Markers lacking;
  lacking.places.resize(1);
  EXPECT_THROW(ParticleLevelSet(set, lacking, 0, {}), std::invalid_argument);

  ParticleLevelSet good(set, {}, one());
  const float nan = std::nanf("");
  EXPECT_THROW(good.advance([&](const Vec3&) { return Vec3(nan); }, 1.f, one()), std::invalid_argument);
  EXPECT_THROW(good.advance([](const Vec3&) { return Vec3(1e5f); }, 1.f, one()), std::invalid_argument);
  EXPECT_THROW(good.advance([](const Vec3&) { return Vec3(1.f); }, -1.f, one()), std::invalid_argument);
  EXPECT_TRUE(sameBits(good.levelSet(), set));
}

}  // namespace
}  // namespace ooze::grid_particle_level_set_test
