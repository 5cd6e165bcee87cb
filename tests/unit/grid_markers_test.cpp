// Tests markers (particle level set) and long advection steps against a plain transcription in double
// precision. Tests also the seeding of markers, and markers at solids.
#include "base/random.h"
#include "grid/marker_correction.h"
#include "grid/marker_seeding.h"
#include "grid/markers.h"
#include "unit/grid_level_set_fixtures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <tuple>

namespace ooze::grid_markers_test {
namespace {

using grid::LatticePosition;
using grid::LevelSet;
using grid::Markers;
using namespace level_set_fixtures;

constexpr float kCell = 0.125f;
constexpr float kMinBand = 4.f;  // half width of the narrowest band [cells]

LevelSet smallBall(float radius = 0.7f) {
  return LevelSet::fromFunction(ball(radius), {kMiddle - radius, kMiddle + radius}, kCell, kMinBand, one());
}

Vec3 randomIn(std::uint64_t k) {
  return {randomUnit(1, 3 * k), randomUnit(1, 3 * k + 1), randomUnit(1, 3 * k + 2)};
}

LatticePosition placeAt(const Vec3& p) { return *grid::toLatticePosition(p, kCell); }

std::size_t numberOf(const std::vector<std::int8_t>& signs, std::int8_t sign) {
  return static_cast<std::size_t>(std::count(signs.begin(), signs.end(), sign));
}

// Transcribes the interpolation that an advection step uses, node by node.
double interpolate(const LevelSet& set, const glm::dvec3& at, bool curved) {
  const glm::dvec3 low = glm::floor(at), part = at - low;
  const glm::ivec3 node(low);
  // Interpolates along x, then y, then z, over the nodes -1 to 2.
  const std::function<double(int, glm::ivec3)> along = [&](int axis, glm::ivec3 n) -> double {
    if (axis < 0) return static_cast<double>(set.value(n));
    std::array<double, 4> v{};
    for (int k = 0; k < 4; ++k) {
      n[axis] = node[axis] + k - 1;
      v[static_cast<std::size_t>(k)] = along(axis - 1, n);
    }
    const double t = part[axis], line = (1.0 - t) * v[1] + t * v[2];
    if (!curved) return line;
    const double before = v[0] - 2.0 * v[1] + v[2], after = v[1] - 2.0 * v[2] + v[3];
    const auto weight = [](double ideal, double bend) {
      return ideal / std::pow(std::pow(0.25 * kCell, 2) + bend * bend, 2);
    };
    const double w = weight(2.0 - t, before), wAfter = weight(1.0 + t, after);
    return line - 0.5 * t * (1.0 - t) * (w * before + wAfter * after) / (w + wAfter);
  };
  return along(2, node);
}

TEST(LongStep, IsWhatEachNodeFindsWhereItCameFrom) {
  const auto velocity = [](const Vec3& p) { return Vec3(2.f + p.y, 1.f - 0.5f * p.x, 0.7f + p.z * p.x); };
  const float time = 0.2f;  // time step [s]; moves the surface by up to 4 cells
  for (const bool second : {false, true}) {
    LevelSet set = smallBall();
    const LevelSet before = set;
    set.carry(velocity, time, second ? LevelSet::Order::Second : LevelSet::Order::First, one());
    std::size_t near = 0;
    for (glm::ivec3 n(-16); n.z < 20; ++n.z)
      for (n.y = -16; n.y < 20; ++n.y)
        for (n.x = -16; n.x < 20; ++n.x) {
          const Vec3 p = kCell * Vec3(n);
          const Vec3 u = velocity(second ? p - 0.5f * time * velocity(p) : p);
          const glm::dvec3 from = glm::dvec3(n) - glm::dvec3(u) * (static_cast<double>(time) / kCell);
          const double width = static_cast<double>(before.band());
          const double expected = std::clamp(interpolate(before, from, second), -width, width);
          near += std::abs(expected) < width;
          // A dozen roundings of 0.5, and rounding of the departure point.
          ASSERT_NEAR(set.value(n), expected, 2e-6);
        }
    EXPECT_GT(near, 5000u);
    // Blocks are sorted although some were added late.
    EXPECT_TRUE(std::is_sorted(set.blocks().begin(), set.blocks().end()));
  }
}

TEST(LongStep, TakesASmallDropAcrossBlocks) {
  LevelSet set = smallBall(0.3f);
  const double before = set.volume(one());
  // The drop moves 48 cells sideways, in eight steps of six cells.
  set.carry([](const Vec3&) { return Vec3(48.f * kCell, 0.f, 0.f); }, 1.f, LevelSet::Order::First, one());
  EXPECT_NEAR(set.volume(one()), before, 1e-4 * before);
  EXPECT_NEAR(set.sample(kMiddle + Vec3(6.3f, 0.f, 0.f)), 0.f, 0.1f * kCell);
  for (int k = 0; k < 12; ++k) {
    set.carry([](const Vec3&) { return Vec3(0.f, -5.f * kCell, 0.f); }, 1.f, LevelSet::Order::Second, one());
    set.reinitialise(one());
    EXPECT_LT(set.blocks().size(), 28u);
  }
  EXPECT_NEAR(set.volume(one()), before, 0.02 * before);
  EXPECT_NEAR(set.sample(kMiddle + Vec3(6.3f, -7.5f, 0.f)), 0.f, 0.1f * kCell);
}

TEST(LongStep, KnowsWhatComesToLieInside) {
  LevelSet set = smallBall(3.f);
  EXPECT_GT(set.inside().size(), 0u);
  const double before = set.volume(one());
  for (int k = 0; k < 3; ++k) {
    set.carry([](const Vec3&) { return Vec3(5.f * kCell, 1.f * kCell, -3.f * kCell); }, 1.f,
              LevelSet::Order::First, one());
    set.reinitialise(one());
  }
  EXPECT_NEAR(set.volume(one()), before, 1e-3 * before);
  EXPECT_EQ(set.sample(kMiddle + 3.f * kCell * Vec3(5.f, 1.f, -3.f)), -set.band());
}

// Transcribes Enright et al. 2002, section 3.3, over all pairs of a node and a marker.
std::map<std::tuple<int, int, int>, double> corrected(const LevelSet& set, const Markers& markers) {
  std::map<std::tuple<int, int, int>, double> phi;
  forNodes(set, [&](const glm::ivec3& n, const Vec3&, float was) {
    double upper = static_cast<double>(was), lower = upper;
    for (std::size_t k = 0; k < markers.size(); ++k) {
      const double sign = markers.signs[k], radius = static_cast<double>(markers.radii[k]);
      const glm::dvec3 at = glm::dvec3(markers.places[k].node) + glm::dvec3(markers.places[k].part);
      const glm::dvec3 apart = glm::dvec3(n) - at;
      if (std::max({std::abs(apart.x), std::abs(apart.y), std::abs(apart.z)}) >= 1.0) continue;
      if (!(sign * interpolate(set, at, false) < -radius)) continue;
      const double own = sign * (radius - static_cast<double>(kCell) * glm::length(apart));
      if (sign > 0.0)
        upper = std::max(upper, own);
      else
        lower = std::min(lower, own);
    }
    phi[{n.x, n.y, n.z}] = std::abs(upper) <= std::abs(lower) ? upper : lower;
  });
  return phi;
}

Markers randomMarkers(int count) {
  Markers markers;
  for (int k = 0; k < count; ++k) {
    const auto n = static_cast<std::uint64_t>(k);
    const float r = 0.4f + 0.6f * randomUnit(2, n);
    const Vec3 d = glm::normalize(randomIn(n) - 0.5f);
    markers.add(placeAt(kMiddle + r * d), kCell * (0.1f + 0.4f * randomUnit(3, n)),
                k % 2 ? Markers::kAir : Markers::kLiquid);
  }
  return markers;
}

std::size_t correct(LevelSet& set, const Markers& markers, const Threads& threads = one()) {
  std::vector<float> phi;
  grid::sampleAtMarkers(set, markers, phi, threads);
  grid::MarkerCorrection correction;
  return correction.correct(set, markers, phi, threads);
}

TEST(MarkerCorrection, IsThatOfAllPairs) {
  LevelSet set = smallBall();
  const Markers markers = randomMarkers(500);
  const auto expected = corrected(set, markers);
  const LevelSet before = set;
  const std::size_t escaped = correct(set, markers);
  EXPECT_GT(escaped, 150u);
  EXPECT_LT(escaped, 350u);
  std::size_t changed = 0;
  forNodes(set, [&](const glm::ivec3& n, const Vec3&, float phi) {
    ASSERT_NEAR(phi, expected.at({n.x, n.y, n.z}), 1e-7);
    changed += phi != before.value(n);
  });
  EXPECT_GT(changed, 500u);
}

TEST(MarkerCorrection, HasTheSameBitsForAnyOrderOfMarkersAndThreads) {
  LevelSet first = smallBall();
  Markers markers = randomMarkers(5000);
  correct(first, markers);
  std::reverse(markers.places.begin(), markers.places.end());
  std::reverse(markers.radii.begin(), markers.radii.end());
  std::reverse(markers.signs.begin(), markers.signs.end());
  LevelSet other = smallBall();
  const Threads threads(7);
  correct(other, markers, threads);
  EXPECT_TRUE(std::equal(other.nodes(0), other.nodes(other.blocks().size()), first.nodes(0)));
}

TEST(MarkerCorrection, LeavesAloneWhatIsRight) {
  LevelSet set = smallBall();
  const LevelSet before = set;
  Markers markers;
  grid::MarkerSeeding seeding;
  seeding.reseed(set, markers, 64, 1, one());
  EXPECT_EQ(correct(set, markers), 0u);
  EXPECT_TRUE(std::equal(set.nodes(0), set.nodes(set.blocks().size()), before.nodes(0)));
}

TEST(MarkerCorrection, GivesALostDropNodesOfItsOwn) {
  LevelSet set = smallBall();
  const glm::ivec3 far(100, 3, 5);
  Markers markers;
  markers.add({far, Vec3(0.1f, 0.f, 0.f)}, 0.5f * kCell, Markers::kLiquid);
  markers.add({far + 40, Vec3(0.5f)}, 0.5f * kCell, Markers::kLiquid);  // no node lies within this marker
  EXPECT_EQ(correct(set, markers), 2u);
  EXPECT_NEAR(set.value(far), -0.4f * kCell, 1e-6f);
  EXPECT_FALSE(set.blocks().contains(grid::blockOf(far + 40)));
  set.reinitialise(one());
  EXPECT_LT(set.value(far), 0.f);
  EXPECT_GT(set.value(far + glm::ivec3(0, 1, 0)), 0.f);
}

TEST(MarkerRadii, FollowTheSurfaceWithinTheirLimits) {
  const LevelSet set = smallBall();
  Markers markers = randomMarkers(300);
  std::vector<float> phi;
  grid::sampleAtMarkers(set, markers, phi, one());
  grid::setRadii(markers, phi, kCell, one());
  for (std::size_t k = 0; k < markers.size(); ++k) {
    const float own = static_cast<float>(markers.signs[k]) * set.sample(markers.places[k]);
    EXPECT_EQ(markers.radii[k], std::clamp(own, 0.1f * kCell, 0.5f * kCell));
  }
}

TEST(MarkerSeeding, FillsTheBandOnBothSidesEvenly) {
  const LevelSet set = smallBall();
  Markers markers;
  grid::MarkerSeeding seeding;
  seeding.reseed(set, markers, 64, 1, one());
  const auto shell = [](double from, double to) {
    return 64.0 * 4.0 / 3.0 * kPi * (std::pow(0.7 + to * kCell, 3) - std::pow(0.7 + from * kCell, 3)) /
           std::pow(static_cast<double>(kCell), 3);
  };
  EXPECT_NEAR(static_cast<double>(numberOf(markers.signs, Markers::kAir)) / shell(0.1, 3.0), 1.0, 0.01);
  EXPECT_NEAR(static_cast<double>(numberOf(markers.signs, Markers::kLiquid)) / shell(-3.0, -0.1), 1.0, 0.02);
  std::map<std::tuple<int, int, int>, int> counts;
  for (std::size_t k = 0; k < markers.size(); ++k) {
    const LatticePosition& place = markers.places[k];
    ++counts[{place.node.x, place.node.y, place.node.z}];
    const float own = static_cast<float>(markers.signs[k]) * set.sample(place);
    EXPECT_GE(own, 0.099f * kCell);
    EXPECT_LT(own, 3.001f * kCell);
    EXPECT_NEAR(markers.radii[k], std::min(own, 0.5f * kCell), 1e-6f);
  }
  int full = 0;
  for (const auto& [cube, count] : counts) {
    full += count == 64;
    EXPECT_LE(count, 64);
  }
  EXPECT_GT(full, 1000);
}

TEST(MarkerSeeding, IsTheSameForTheSameSeedAndAnotherForAnother) {
  const LevelSet set = smallBall();
  const auto seeds = [&](std::uint64_t seed, const Threads& threads) {
    Markers markers;
    grid::MarkerSeeding seeding;
    seeding.reseed(set, markers, 8, seed, threads);
    return markers;
  };
  EXPECT_TRUE(seeds(1, one()) == seeds(1, Threads(7)));
  EXPECT_FALSE(seeds(1, one()) == seeds(2, one()));
}

TEST(MarkerSeeding, AddsWhereTooFewAndTakesWhereTooMany) {
  const LevelSet set = smallBall();
  Markers markers;
  grid::MarkerSeeding seeding;
  seeding.reseed(set, markers, 32, 1, one());
  const std::size_t before = markers.size();
  // Markers are missing on one side and doubled on the other. Markers outside the band and escaped markers
  // are added.
  grid::removeMarkers(
      markers, [&](std::size_t k) { return markers.places[k].position(kCell).x < 0.f; }, one());
  const std::size_t half = markers.size();
  for (std::size_t k = 0; k < half; ++k)
    markers.add(markers.places[k].moved(Vec3(0.01f)), markers.radii[k], markers.signs[k]);
  const LatticePosition outside = placeAt(kMiddle + Vec3(1.15f, 0.f, 0.f)), beyond = placeAt(Vec3(5.f));
  const LatticePosition deep = placeAt(kMiddle);
  for (const LatticePosition& place : {outside, beyond}) {
    markers.add(place, 0.05f, Markers::kAir);
    markers.add(place, 0.05f, Markers::kLiquid);
  }
  markers.add(deep, 0.05f, Markers::kAir);
  markers.add(deep, 0.05f, Markers::kLiquid);
  seeding.reseed(set, markers, 32, 2, one());
  std::size_t escaped = 0;
  for (std::size_t k = 0; k < markers.size(); ++k)
    escaped += grid::hasEscaped(set.sample(markers.places[k]), markers.signs[k], markers.radii[k]);
  EXPECT_EQ(escaped, 3u);
  for (const LatticePosition& place : {outside, beyond, deep})
    EXPECT_EQ(std::count(markers.places.begin(), markers.places.end(), place), 1);
  EXPECT_NEAR(static_cast<double>(markers.size()), static_cast<double>(before),
              0.01 * static_cast<double>(before));
  std::size_t left = 0;
  for (const LatticePosition& place : markers.places) left += place.position(kCell).x < -kCell;
  EXPECT_GT(left, before / 3);
}

TEST(MarkerSeeding, LetsThoseStayThatAreNearestToTheSurface) {
  const LevelSet set = smallBall();
  const glm::ivec3 cube = placeAt(kMiddle + Vec3(0.7f + 1.7f * kCell, 0.f, 0.f)).node;
  Markers markers;
  std::vector<float> distances;
  for (std::uint64_t k = 0; k < 16; ++k) {
    markers.add({cube, randomIn(k)}, 0.1f * kCell, Markers::kAir);
    distances.push_back(set.sample(markers.places.back()));
  }
  std::sort(distances.begin(), distances.end());
  ASSERT_GT(distances.front(), 0.1f * kCell);
  grid::MarkerSeeding seeding;
  seeding.reseed(set, markers, 8, 1, one());
  std::size_t here = 0;
  for (const LatticePosition& place : markers.places) {
    if (place.node != cube) continue;
    ++here;
    EXPECT_LE(set.sample(place), distances[7]);
  }
  EXPECT_EQ(here, 8u);
}

TEST(Markers, MoveAsTheMidpointRuleSays) {
  Markers markers = randomMarkers(200);
  const Markers before = markers;
  const auto velocity = [](const Vec3& p) { return Vec3(p.y, -p.x, 1.f + p.x * p.z); };
  const float time = 0.4f;
  grid::moveMarkers(markers, velocity, time, kCell, one());
  for (std::size_t k = 0; k < markers.size(); ++k) {
    const Vec3 p = before.places[k].position(kCell);
    const Vec3 to = p + time * velocity(p + 0.5f * time * velocity(p));
    EXPECT_LT(glm::length(markers.places[k].position(kCell) - to), 1e-6f);
    EXPECT_TRUE(glm::all(glm::greaterThanEqual(markers.places[k].part, Vec3(0.f))));
    EXPECT_TRUE(glm::all(glm::lessThan(markers.places[k].part, Vec3(1.f))));
  }
  // Markers that leave the lattice are removed, and a velocity that is not finite is refused.
  const auto away = [](const Vec3& p) { return Vec3(p.x > 0.f ? 4e5f : 0.f, 0.f, 0.f); };
  grid::moveMarkers(markers, away, 1.f, kCell, one());
  grid::moveMarkers(markers, away, 1.f, kCell, one());
  EXPECT_GT(markers.size(), 50u);
  for (const LatticePosition& place : markers.places) EXPECT_LE(place.position(kCell).x, 0.f);
  EXPECT_THROW(grid::moveMarkers(
                   markers, [](const Vec3&) { return Vec3(std::nanf("")); }, 1.f, kCell, one()),
               std::invalid_argument);
}

TEST(MarkerSolids, LiquidKeepsItsLayersAndAirGivesWay) {
  // The wind blows liquid into a round solid.
  const auto solid = [](const Vec3& p) {
    return SignedDistance::Sample{glm::length(p) - 1.f, glm::normalize(p)};
  };
  Markers markers;
  const auto put = [&](float height, std::int8_t sign) {
    markers.add(placeAt(Vec3(0.f, 1.f + height * kCell, 0.f)), 0.1f * kCell, sign);
  };
  for (const float height : {-0.2f, 0.3f, 0.6f, 0.9f, 1.5f}) put(height, Markers::kLiquid);
  put(0.5f, Markers::kAir);
  put(0.9f, Markers::kAir);
  std::vector<float> depths;
  grid::findMarkerDepths(markers, solid, kCell, kCell, depths, one());
  grid::moveMarkers(
      markers, [](const Vec3&) { return Vec3(0.1f, -0.8f * kCell, 0.f); }, 1.f, kCell, one());
  grid::pushMarkersToDepths(markers, solid, depths, kCell, one());
  const auto heightOf = [&](std::size_t k) {
    return solid(markers.places[k].position(kCell)).distance / kCell;
  };
  EXPECT_NEAR(heightOf(0), -0.2f, 1e-5f);
  EXPECT_NEAR(heightOf(1), 0.3f, 1e-5f);
  EXPECT_NEAR(heightOf(2), 0.6f, 1e-5f);
  EXPECT_NEAR(heightOf(3), 0.9f, 1e-5f);
  EXPECT_NEAR(heightOf(4), 0.7f, 0.05f);  // the marker was farther from the solid than the reach
  // The motion along the solid is kept.
  for (std::size_t k = 0; k < 5; ++k) EXPECT_GT(markers.places[k].position(kCell).x, 0.09f);
  EXPECT_NEAR(heightOf(5), -0.3f, 0.05f);
  EXPECT_NEAR(heightOf(6), 0.1f, 0.05f);
  depths.pop_back();
  EXPECT_THROW(grid::pushMarkersToDepths(markers, solid, depths, kCell, one()), std::invalid_argument);
}

TEST(LevelSetNodes, RefuseWhatIsNotTheirs) {
  const LevelSet set = smallBall(3.f);
  ASSERT_GT(set.inside().size(), 0u);
  const std::vector<float> phi(set.nodes(0), set.nodes(set.blocks().size()));
  const auto make = [&](const grid::BlockSet& inside, const std::vector<float>& nodes) {
    return LevelSet::fromNodes(set.blocks(), inside, nodes, kCell, kMinBand, one());
  };
  EXPECT_NO_THROW(make(set.inside(), phi));
  EXPECT_THROW(make(set.blocks(), phi), std::invalid_argument);
  EXPECT_THROW(make(set.inside(), {phi.begin() + 1, phi.end()}), std::invalid_argument);
  for (const float bad : {std::nanf(""), 1.01f * set.band(), -1.01f * set.band()}) {
    std::vector<float> other = phi;
    other[700] = bad;
    EXPECT_THROW(make(set.inside(), other), std::invalid_argument);
  }
  grid::BlockSet far;
  far.add({1 << 20, 0, 0});
  EXPECT_THROW(make(far, phi), std::invalid_argument);
  far.clear();
  far.add({0, 0, 0, 1});
  EXPECT_THROW(make(far, phi), std::invalid_argument);

  LevelSet other = set;
  std::vector<float> nodes = phi;
  nodes[3] = std::numeric_limits<float>::infinity();
  EXPECT_THROW(other.replaceNodes(nodes, one()), std::invalid_argument);
  nodes.pop_back();
  EXPECT_THROW(other.replaceNodes(nodes, one()), std::invalid_argument);
  EXPECT_THROW(other.cover(far, one()), std::invalid_argument);
  EXPECT_TRUE(std::equal(phi.begin(), phi.end(), other.nodes(0)));
}

}  // namespace
}  // namespace ooze::grid_markers_test
