// Tests of the neighbour search against a search over all pairs. Other tests cover the sweep schedule of pair
// stages.
#include "particles/neighbours.h"

#include "ooze/base/error.h"

#include "base/random.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace ooze::neighbours_test {
namespace {

constexpr float kRadius = 0.0125f;  // search radius, a typical h (1 + skin) [m]

std::vector<Vec3> randomCloud(std::size_t n, float halfSize, std::uint64_t seed) {
  std::vector<Vec3> cloud(n);
  for (std::size_t i = 0; i < n; ++i)
    for (int axis = 0; axis < 3; ++axis)
      cloud[i][axis] = halfSize * (2.f * randomUnit(seed, 3 * i + static_cast<std::size_t>(axis)) - 1.f);
  return cloud;
}

std::vector<std::uint32_t> consecutiveIds(std::size_t n) {
  std::vector<std::uint32_t> ids(n);
  std::iota(ids.begin(), ids.end(), 0u);
  return ids;
}

/// Decides whether sweeps keep their direction through the pencil with these particles.
using KeepsDirection = bool(std::uint32_t begin, std::uint32_t end);
bool neverKeepsDirection(std::uint32_t, std::uint32_t) { return false; }
bool alwaysKeepsDirection(std::uint32_t, std::uint32_t) { return true; }
bool keepsOddDirections(std::uint32_t begin, std::uint32_t) { return begin % 2 != 0; }

/// Sorts and searches a cloud of particles.
struct SearchedCloud {
  Neighbours neighbours;
  Vec3Array positions;             ///< particle positions in sorted order [m]
  std::vector<std::uint32_t> ids;  ///< particle ids in sorted order

  SearchedCloud(const std::vector<Vec3>& cloud, std::vector<std::uint32_t> cloudIds, int threadCount,
                float radius = kRadius, KeepsDirection* keeps = keepsOddDirections) {
    const Threads threads(threadCount);
    Vec3Array unsorted;
    for (const Vec3& p : cloud) unsorted.push(p);
    for (const std::uint32_t from : neighbours.sort(unsorted, radius, threads)) {
      positions.push(unsorted[from]);
      ids.push_back(cloudIds[from]);
    }
    neighbours.find(positions, radius, threads);
    neighbours.chooseSweepDirections(keeps);
  }
};

/// Returns the neighbours of one particle in ascending order.
std::vector<std::uint32_t> listOf(const Neighbours& neighbours, std::size_t i) {
  std::vector<std::uint32_t> list;
  neighbours.of(i).forEach([&](std::size_t j) { list.push_back(static_cast<std::uint32_t>(j)); });
  std::sort(list.begin(), list.end());
  return list;
}

/// Compares every neighbour list with the definition.
/// A pair may be listed or not if its distance differs from the radius by less than the rounding of the
/// subtraction and of the division into cells (2^-22 of the largest coordinate).
void expectExactLists(const std::vector<Vec3>& cloud, float radius = kRadius) {
  const SearchedCloud s(cloud, consecutiveIds(cloud.size()), 2, radius);
  ASSERT_EQ(s.neighbours.size(), cloud.size());
  ASSERT_EQ(s.positions.size(), cloud.size());
  std::vector<std::uint32_t> seen = s.ids;
  std::sort(seen.begin(), seen.end());
  ASSERT_EQ(seen, consecutiveIds(cloud.size())) << "the order is no permutation";

  for (std::size_t i = 0; i < cloud.size(); ++i) {
    const auto list = listOf(s.neighbours, i);
    ASSERT_EQ(std::adjacent_find(list.begin(), list.end()), list.end()) << "a neighbour is listed twice";
    std::size_t next = 0;
    for (std::uint32_t j = 0; j < cloud.size(); ++j) {
      const glm::dvec3 a(s.positions[i]), b(s.positions[j]);
      const double r = glm::length(b - a);
      const glm::dvec3 reach = glm::max(glm::abs(a), glm::abs(b));
      const double slack = 0x1p-22 * (radius + std::max({reach.x, reach.y, reach.z}));
      const bool listed = next < list.size() && list[next] == j;
      if (listed) ++next;
      if (j == i || std::abs(r - radius) > slack) {
        ASSERT_EQ(listed, j != i && r < radius)
            << "particles " << i << " and " << j << " at " << r / radius << " radii";
      }
    }
    ASSERT_EQ(next, list.size());
  }
}

TEST(NeighbourSearch, FindsWhatTryingEveryPairFinds) {
  // The clouds are dense (about 80 neighbours) and sparse. Both lie round the origin, so half of the
  // coordinates are negative.
  expectExactLists(randomCloud(900, 2.f * kRadius, 1));
  expectExactLists(randomCloud(900, 20.f * kRadius, 2));
}

TEST(NeighbourSearch, WorksFarFromTheOriginOnTheNegativeSide) {
  auto cloud = randomCloud(600, 2.f * kRadius, 3);
  for (Vec3& p : cloud) p -= Vec3(1000.f, 700.f, 900.f) * kRadius;
  expectExactLists(cloud);
}

TEST(NeighbourSearch, ListsExactNeighboursOnCellBorders) {
  // Exact multiples of the cell and of half of it: every particle lies on a border of its cell.
  for (const float pitch : {kRadius, 0.5f * kRadius, 0.25f}) {
    std::vector<Vec3> cloud;
    for (int x = -4; x < 4; ++x)
      for (int y = -4; y < 4; ++y)
        for (int z = -4; z < 4; ++z) cloud.push_back(pitch * Vec3(x, y, z));
    // With a radius slightly above the pitch, the face neighbours must be listed.
    expectExactLists(cloud, 1.01f * pitch);
    expectExactLists(cloud, std::nextafter(pitch, 1.f));
    expectExactLists(cloud, pitch);
  }
}

TEST(NeighbourSearch, ListsCoincidentParticlesAsNeighboursOfEachOther) {
  std::vector<Vec3> cloud(40, Vec3(-0.3f, 0.2f, 0.1f));
  cloud.resize(60, Vec3(0.f));
  cloud.resize(61, Vec3(-0.f, 0.f, -0.f));
  expectExactLists(cloud);
  // The sort keeps coincident particles together: the first 40, and all others.
  const SearchedCloud s(cloud, consecutiveIds(61), 1);
  EXPECT_EQ(listOf(s.neighbours, 0).size() + listOf(s.neighbours, 60).size(), 39u + 20u);
}

TEST(NeighbourSearch, OneFarOutlierCostsNothing) {
  auto cloud = randomCloud(500, 2.f * kRadius, 4);
  cloud.push_back(Vec3(9e5f, -9e5f, 9e5f) * kRadius);
  expectExactLists(cloud);
}

TEST(NeighbourSearch, FollowsALineOverAHundredThousandRadii) {
  // A dense uniform grid over this line would be 1e5 cells long. The line runs along each axis in turn.
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<Vec3> cloud;
    for (int i = 0; i < 700; ++i) {
      Vec3 p(0.f);
      p[axis] =
          kRadius * (i < 350 ? 0.4f * static_cast<float>(i) : 1e5f / 350.f * static_cast<float>(i - 350));
      cloud.push_back(p);
    }
    expectExactLists(cloud);
  }
}

TEST(NeighbourSearch, AcceptsOneParticleAndNone) {
  expectExactLists({});
  expectExactLists({Vec3(-1.f, 2.f, 3.f)});
  const SearchedCloud one({Vec3(-1.f, 2.f, 3.f)}, {7}, 1);
  EXPECT_TRUE(listOf(one.neighbours, 0).empty());
  EXPECT_EQ(one.ids, std::vector<std::uint32_t>{7});
}

TEST(NeighbourSearch, MayBeUsedAgainForAnotherCloud) {
  const Threads threads(2);
  Neighbours neighbours;
  for (const std::size_t n : {700u, 3u, 0u, 300u}) {
    const auto cloud = randomCloud(n, 2.f * kRadius, 5);
    Vec3Array positions, sorted;
    for (const Vec3& p : cloud) positions.push(p);
    for (const auto from : neighbours.sort(positions, kRadius, threads)) sorted.push(positions[from]);
    neighbours.find(sorted, kRadius, threads);
    const SearchedCloud fresh(cloud, consecutiveIds(n), 1);
    ASSERT_EQ(neighbours.size(), n);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(listOf(neighbours, i), listOf(fresh.neighbours, i));
  }
}

TEST(NeighbourSearch, RefusesPositionsThatAreNoPlace) {
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 1e12f})
    for (int axis = 0; axis < 3; ++axis) {
      auto cloud = randomCloud(10, kRadius, 6);
      cloud[7][axis] = bad;
      EXPECT_THROW(SearchedCloud(cloud, consecutiveIds(10), 1), RunError);
    }
}

TEST(NeighbourSearch, DoesNotDependOnTheNumberOfThreads) {
  auto cloud = randomCloud(1500, 3.f * kRadius, 7);
  for (std::size_t i = 0; i < 50; ++i) cloud[i] = cloud[100];  // coincident particles are ties in the sort
  const auto ids = consecutiveIds(cloud.size());
  const SearchedCloud expected(cloud, ids, 1);
  for (const int threads : {2, 7, 16}) {
    const SearchedCloud other(cloud, ids, threads);
    ASSERT_EQ(other.ids, expected.ids);
    for (std::size_t i = 0; i < cloud.size(); ++i) {
      const NeighbourList a = other.neighbours.of(i), b = expected.neighbours.of(i);
      ASSERT_TRUE(std::ranges::equal(a.eights, b.eights) && std::ranges::equal(a.singles, b.singles));
    }
    for (std::uint64_t step = 0; step < 8; ++step)
      ASSERT_EQ(other.neighbours.sweepOrder(step), expected.neighbours.sweepOrder(step));
  }
}

TEST(NeighbourSearch, ListsOfSomeParticlesAreThoseOfAllParticles) {
  SearchedCloud some(randomCloud(3000, 0.06f, 31), consecutiveIds(3000), 2);
  const SearchedCloud all(randomCloud(3000, 0.06f, 31), consecutiveIds(3000), 2);
  // Whole stretches have no lists, so that some cells have no lists at all.
  std::vector<ListFor> lists(3000);
  for (std::size_t i = 0; i < lists.size(); ++i)
    lists[i] = i % 300 < 200 && i % 3 != 0 ? ListFor::Always : ListFor::None;
  some.neighbours.find(some.positions, kRadius, Threads(2), lists);
  for (std::size_t i = 0; i < lists.size(); ++i)
    EXPECT_EQ(listOf(some.neighbours, i),
              lists[i] == ListFor::Always ? listOf(all.neighbours, i) : std::vector<std::uint32_t>{})
        << i;
}

TEST(NeighbourSearch, ParticlesFarFromThoseWithListsHaveNone) {
  SearchedCloud some(randomCloud(6000, 6.f * kRadius, 32), consecutiveIds(6000), 2);
  const SearchedCloud all(randomCloud(6000, 6.f * kRadius, 32), consecutiveIds(6000), 2);
  std::vector<ListFor> lists(6000, ListFor::Beside);
  // Particles in a ball have lists.
  for (std::size_t i = 0; i < lists.size(); ++i)
    if (glm::length(some.positions[i]) < 1.2f * kRadius) lists[i] = ListFor::Always;
  some.neighbours.find(some.positions, kRadius, Threads(2), lists);
  std::size_t always = 0, beside = 0, none = 0;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const std::vector<std::uint32_t> expected = listOf(all.neighbours, i), list = listOf(some.neighbours, i);
    const bool isNear =
        std::ranges::any_of(expected, [&](std::uint32_t j) { return lists[j] == ListFor::Always; });
    if (lists[i] == ListFor::Always || isNear || !list.empty()) {
      EXPECT_EQ(list, expected) << i;
    }
    always += lists[i] == ListFor::Always, beside += isNear && lists[i] != ListFor::Always;
    none += list.empty() && !expected.empty();
  }
  EXPECT_GT(always, 10u);
  EXPECT_GT(beside, 30u);
  // The ball's surroundings within two radii are a small part of the cloud.
  EXPECT_GT(none, 4000u);
}

TEST(NeighbourSearch, KeepsWhatIsSortedAsItIs) {
  // A restored world sorts again, and must find the order of its sorted positions.
  const SearchedCloud s(randomCloud(1500, 3.f * kRadius, 15), consecutiveIds(1500), 2);
  Neighbours again;
  const auto order = again.sort(s.positions, kRadius, Threads(2));
  EXPECT_TRUE(std::ranges::equal(order, consecutiveIds(1500)));
}

TEST(NeighbourSearch, ListsWhatComesAfterAsATailAndEightsWithinReach) {
  // Long rows give batches of eight. A few rows with fewer than eight particles give singles.
  auto cloud = randomCloud(3000, 2.f * kRadius, 16);
  for (int i = 0; i < 60; ++i)
    cloud.push_back(kRadius *
                    Vec3(0.4f * static_cast<float>(i % 5), 3.f + 0.6f * static_cast<float>(i / 5), 0.f));
  const SearchedCloud s(cloud, consecutiveIds(cloud.size()), 2);
  std::size_t eights = 0, singles = 0;
  for (std::size_t i = 0; i < cloud.size(); ++i) {
    const NeighbourList list = s.neighbours.of(i);
    eights += list.eights.size(), singles += list.singles.size();
    for (std::size_t k = 0; k < list.eights.size(); ++k) {
      const std::uint32_t first = list.eights[k] >> 8;
      ASSERT_LE(first + 8, cloud.size());
      for (std::uint32_t lane = 0; lane < 8; ++lane)
        ASSERT_TRUE(s.neighbours.inReach(i, first + lane)) << "an eight crosses into rows of another pencil";
      ASSERT_EQ(k >= list.firstLaterPacket, first + 7 > i);
    }
    for (std::size_t k = 0; k < list.singles.size(); ++k)
      ASSERT_EQ(k >= list.firstLaterSingle, list.singles[k] > i);
  }
  EXPECT_GT(eights, 10000u);
  EXPECT_GT(singles, 10u);
}

TEST(Sweep, VisitsEveryParticleOnceWhicheverWayItRuns) {
  const auto ordersOf = [](KeepsDirection* keeps) {
    const SearchedCloud s(randomCloud(1200, 4.f * kRadius, 9), consecutiveIds(1200), 2, kRadius, keeps);
    std::set<std::vector<std::uint32_t>> orders;
    for (std::uint64_t step = 0; step < 8; ++step) {
      const auto order = s.neighbours.sweepOrder(step);
      orders.insert(order);
      auto sorted = order;
      std::sort(sorted.begin(), sorted.end());
      EXPECT_EQ(sorted, consecutiveIds(1200)) << "step " << step;
      EXPECT_EQ(order, s.neighbours.sweepOrder(step + 8));
    }
    return orders.size();
  };
  EXPECT_EQ(ordersOf(neverKeepsDirection), 8u);
  EXPECT_EQ(ordersOf(keepsOddDirections), 8u);
  EXPECT_EQ(ordersOf(alwaysKeepsDirection), 1u);
}

/// Identifies the pencil of four by four rows that holds a particle, and the pencil's colour.
struct PencilOf {
  int y, z;
  [[nodiscard]] int colour() const { return (y & 1) + 2 * (z & 1); }
  bool operator==(const PencilOf&) const = default;
};

PencilOf pencilOf(const Vec3& p, float radius) {
  return {static_cast<int>(std::floor(2.f * p.y / radius)) >> 2,
          static_cast<int>(std::floor(2.f * p.z / radius)) >> 2};
}

TEST(Sweep, PencilsOfOneColourNeverReachTheSameParticle) {
  // The cloud is sparse in y and z, so that some pencils are missing. Some cells have negative indices.
  const SearchedCloud s(randomCloud(1500, 5.f * kRadius, 10), consecutiveIds(1500), 2);
  const std::size_t n = s.positions.size();
  std::vector<PencilOf> pencil(n);
  for (std::size_t i = 0; i < n; ++i) pencil[i] = pencilOf(s.positions[i], kRadius);

  // Collects the pencils whose visits may change particle j. A visit changes its own particle, neighbours,
  // and ends of springs.
  for (std::size_t j = 0; j < n; ++j) {
    std::vector<PencilOf> touching{pencil[j]};
    for (const std::uint32_t i : listOf(s.neighbours, j)) touching.push_back(pencil[i]);
    for (std::size_t i = 0; i < n; ++i)
      if (s.neighbours.inReach(i, j)) touching.push_back(pencil[i]);
    for (const PencilOf& a : touching)
      for (const PencilOf& b : touching)
        ASSERT_TRUE(a == b || a.colour() != b.colour()) << "two pencils of one colour reach particle " << j;
  }
}

TEST(Sweep, RunsOneColourToItsEndBeforeTheNext) {
  using Colours = std::vector<int>;
  for (KeepsDirection* const keeps : {neverKeepsDirection, alwaysKeepsDirection}) {
    const SearchedCloud s(randomCloud(1500, 5.f * kRadius, 11), consecutiveIds(1500), 2, kRadius, keeps);
    for (std::uint64_t step = 0; step < 8; ++step) {
      Colours colours;
      std::vector<PencilOf> pencils;
      for (const std::uint32_t i : s.neighbours.sweepOrder(step)) {
        const PencilOf p = pencilOf(s.positions[i], kRadius);
        if (colours.empty() || colours.back() != p.colour()) colours.push_back(p.colour());
        if (pencils.empty() || pencils.back() != p) pencils.push_back(p);
      }
      Colours expected{0, 1, 2, 3};
      const int turned = static_cast<int>((step & 1) | (step & 4) >> 1);
      for (int& c : expected) c ^= keeps == neverKeepsDirection ? turned : 0;
      EXPECT_EQ(colours, expected);
      // A pencil is one task, so its particles are visited together.
      for (std::size_t a = 0; a < pencils.size(); ++a)
        for (std::size_t b = a + 1; b < pencils.size(); ++b) ASSERT_FALSE(pencils[a] == pencils[b]);
    }
  }
}

TEST(Sweep, VisitsPencilsThatKeepTheirWayFirst) {
  const SearchedCloud s(randomCloud(1500, 5.f * kRadius, 11), consecutiveIds(1500), 2);
  // The predicate keeps the direction of pencils whose first particle index is odd.
  std::map<std::pair<int, int>, std::uint32_t> begin;
  for (std::uint32_t i = 0; i < 1500; ++i) {
    const PencilOf p = pencilOf(s.positions[i], kRadius);
    begin.try_emplace({p.y, p.z}, i);
  }
  bool turns = false;
  for (const std::uint32_t i : s.neighbours.sweepOrder(3)) {
    const PencilOf p = pencilOf(s.positions[i], kRadius);
    const bool keeps = begin.at({p.y, p.z}) % 2 != 0;
    EXPECT_FALSE(turns && keeps);
    turns = !keeps;
  }
  EXPECT_TRUE(turns);
}

TEST(Sweep, KeepsItsWayWhereItIsAskedTo) {
  // The order within a pencil shows the direction of the sweep: the sign of the first step along an axis.
  const auto waysOf = [&](std::uint64_t step, KeepsDirection* keeps) {
    const SearchedCloud s(randomCloud(1500, 5.f * kRadius, 11), consecutiveIds(1500), 2, kRadius, keeps);
    std::map<std::pair<int, int>, std::array<int, 3>> ways;
    const auto order = s.neighbours.sweepOrder(step);
    for (std::size_t k = 1; k < order.size(); ++k) {
      const Vec3 a = s.positions[order[k - 1]], b = s.positions[order[k]];
      const PencilOf p = pencilOf(a, kRadius);
      if (pencilOf(b, kRadius) != p) continue;
      const auto rowOf = [&](float v) { return static_cast<int>(std::floor(2.f * v / kRadius)); };
      auto& way = ways[{p.y, p.z}];
      const int dz = rowOf(b.z) - rowOf(a.z), dy = rowOf(b.y) - rowOf(a.y);
      const int dx = static_cast<int>(std::floor(4.f * b.x / kRadius) - std::floor(4.f * a.x / kRadius));
      if (dz != 0) way[2] = dz;
      if (dz == 0 && dy != 0) way[1] = dy;
      if (dz == 0 && dy == 0 && dx != 0) way[0] = dx;
    }
    for (auto& [pencil, way] : ways)
      for (int& w : way) w = (w > 0) - (w < 0);
    return ways;
  };
  const auto kept = waysOf(0, alwaysKeepsDirection);
  std::set<std::array<int, 3>> seen;
  for (std::uint64_t step = 1; step < 8; ++step)
    for (const auto& [pencil, way] : waysOf(step, alwaysKeepsDirection)) {
      const std::array<int, 3>& first = kept.at(pencil);
      EXPECT_EQ(way[0], first[0]);
      EXPECT_EQ(way[1], first[1]);
      EXPECT_EQ(way[2], first[2]);
      if (way[0] != 0 && way[1] != 0 && way[2] != 0) seen.insert(way);
    }
  EXPECT_EQ(seen.size(), 8u) << "pencils run the same way";
  EXPECT_NE(waysOf(1, neverKeepsDirection), waysOf(0, neverKeepsDirection));
  EXPECT_NE(waysOf(2, neverKeepsDirection), waysOf(0, neverKeepsDirection));
  EXPECT_NE(waysOf(4, neverKeepsDirection), waysOf(0, neverKeepsDirection));
}

TEST(Sweep, ReachCoversEveryNeighbourAndStaysWithinTwoRowsOfThePencil) {
  const SearchedCloud s(randomCloud(800, 4.f * kRadius, 12), consecutiveIds(800), 1);
  for (std::size_t i = 0; i < s.positions.size(); ++i) {
    EXPECT_TRUE(s.neighbours.inReach(i, i));
    for (const std::uint32_t j : listOf(s.neighbours, i)) EXPECT_TRUE(s.neighbours.inReach(i, j));
    for (std::size_t j = 0; j < s.positions.size(); ++j) {
      const Vec3 d = glm::abs(s.positions[j] - s.positions[i]);
      if (d.y > 3.f * kRadius || d.z > 3.f * kRadius) {
        EXPECT_FALSE(s.neighbours.inReach(i, j));
      }
    }
  }
}

TEST(Sweep, GivesTheSameWorkToAnyNumberOfThreads) {
  const SearchedCloud s(randomCloud(1500, 5.f * kRadius, 13), consecutiveIds(1500), 2);
  // Relaxes as a pair stage does: each visit changes a particle and its neighbours, and the order matters.
  const auto relax = [&](int threads) {
    std::vector<float> value(s.positions.size());
    for (std::size_t i = 0; i < value.size(); ++i) value[i] = randomUnit(14, s.ids[i]);
    s.neighbours.sweep(Threads(threads), 5, [&](Neighbours::Run run) {
      for (std::uint32_t k = 0; k < run.count; ++k) {
        const std::uint32_t i = run.at(k);
        s.neighbours.of(i).forEach([&](std::size_t j) {
          const float d = 0.3f * (value[j] - value[i] * value[i]);
          value[j] -= d;
          value[i] += d;
        });
      }
    });
    return value;
  };
  const auto expected = relax(1);
  for (const int threads : {2, 7, 16}) EXPECT_EQ(relax(threads), expected) << threads << " threads";
}

}  // namespace
}  // namespace ooze::neighbours_test
