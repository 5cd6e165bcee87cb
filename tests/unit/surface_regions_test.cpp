// Tests of regions of liquid that are too far apart to touch. Marching cubes treats each region separately.
#include "base/random.h"
#include "surface/regions.h"
#include "unit/surface_fixtures.h"

#include <array>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <set>

namespace ooze::surface_regions_test {
namespace {

using namespace test;
using surface::RegionGrid;

constexpr float kH = 0.1f, kSpacing = 0.4f * kH, kJoined = 0.7f * kH;

void addBlock(std::vector<Vec3>& positions, const Vec3& lowest, int n) {
  for (int x = 0; x < n; ++x)
    for (int y = 0; y < n; ++y)
      for (int z = 0; z < n; ++z) positions.push_back(lowest + kSpacing * Vec3(x, y, z));
}

/// Returns two blocks whose nearest particles are `gap` apart.
std::vector<Vec3> twoBlocks(float gap) {
  std::vector<Vec3> positions;
  addBlock(positions, Vec3(0.013f), 6);
  addBlock(positions, Vec3(0.013f) + Vec3(5.f * kSpacing + gap, 0.f, 0.f), 6);
  return positions;
}

SurfaceMesh meshOf(const std::vector<Vec3>& positions, float regionDistance, int threads = 1,
                   int rounds = 12) {
  SurfaceParticles particles;
  particles.positions = positions;
  SurfaceBuilder builder;
  return builder.build(particles,
                       {.interactionRadius = kH, .regionDistance = regionDistance, .meshRounds = rounds},
                       Threads(threads));
}

TEST(SurfaceRegions, NearRegionsThatDoNotTouchAreNotBridged) {
  for (const float gap : {0.4f, 0.6f, 0.68f}) {
    const SurfaceMesh one = meshOf(twoBlocks(gap * kH), kJoined);
    ASSERT_EQ(findMeshFault(one), "");
    EXPECT_EQ(pieceCount(one), pieceCount(meshOf(twoBlocks(gap * kH), 0.f))) << gap;
  }
  EXPECT_EQ(pieceCount(meshOf(twoBlocks(0.4f * kH), kJoined)), 1u);
  EXPECT_EQ(pieceCount(meshOf(twoBlocks(0.72f * kH), 0.f)), 1u);  // meshed as a single region
  for (const float gap : {0.72f, 0.8f, 1.f}) {
    const SurfaceMesh two = meshOf(twoBlocks(gap * kH), kJoined);
    ASSERT_EQ(findMeshFault(two), "");
    EXPECT_EQ(pieceCount(two), 2u);
  }
}

/// Each region is meshed as if the other did not exist, to the bit. Mesh smoothing is off here, because its
/// volume correction spans all regions.
TEST(SurfaceRegions, EachIsPolygonisedAsIfItWereAlone) {
  const std::vector<Vec3> positions = twoBlocks(0.72f * kH);
  const SurfaceMesh both = meshOf(positions, kJoined, 1, 0);
  std::size_t vertices = 0, found = 0;
  std::set<std::array<float, 3>> of;
  for (const Vec3& p : both.positions) of.insert({p.x, p.y, p.z});
  for (const auto& part : {std::span(positions).first(216), std::span(positions).last(216)}) {
    const SurfaceMesh alone = meshOf({part.begin(), part.end()}, 0.f, 1, 0);
    vertices += alone.positions.size();
    for (const Vec3& p : alone.positions) found += of.count({p.x, p.y, p.z});
  }
  EXPECT_EQ(both.positions.size(), vertices);
  EXPECT_EQ(found, vertices);
  const SurfaceMesh again = meshOf(positions, kJoined, 5, 0);
  ASSERT_EQ(again.triangles.size(), both.triangles.size());
  EXPECT_EQ(std::memcmp(again.triangles.data(), both.triangles.data(),
                        both.triangles.size() * sizeof(both.triangles[0])),
            0);
  EXPECT_EQ(std::memcmp(again.positions.data(), both.positions.data(), both.positions.size() * sizeof(Vec3)),
            0);
}

/// Regions equal the connected components found by testing all pairs. Regions near each other have different
/// numbers.
TEST(SurfaceRegions, AreWhatPairsJoinAndNearOnesHaveDifferentNumbers) {
  std::vector<Vec3> positions;
  for (std::uint64_t k = 0; k < 400; ++k) {
    const float x = randomUnit(3, 3 * k), y = randomUnit(3, 3 * k + 1), z = randomUnit(3, 3 * k + 2);
    positions.push_back(8.f * kH * (Vec3(x, y, z) - 0.5f));
  }
  positions.emplace_back(std::numeric_limits<float>::quiet_NaN());
  RegionGrid regions;
  const auto numbers = regions.find(positions, kJoined, 2.f * kH);
  ASSERT_EQ(numbers.size(), positions.size());
  std::vector<std::size_t> root(400);
  for (std::size_t i = 0; i < 400; ++i) root[i] = i;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < 400; ++i)
      for (std::size_t j = 0; j < 400; ++j)
        if (glm::distance(positions[i], positions[j]) < kJoined && root[j] < root[i])
          root[i] = root[j], changed = true;
  }
  EXPECT_GT((std::set<std::size_t>(root.begin(), root.end()).size()), 20u);
  for (std::size_t i = 0; i < 400; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (root[i] == root[j]) {
        ASSERT_EQ(numbers[i], numbers[j]);
      } else if (glm::distance(positions[i], positions[j]) < 2.f * kH && numbers[i] + 1 < RegionGrid::kMost) {
        // Regions share the last number once all numbers are taken.
        ASSERT_NE(numbers[i], numbers[j]);
      }
    }
  EXPECT_TRUE(regions.find(std::span(positions).first(1), kJoined, 2.f * kH).empty());
  EXPECT_TRUE(regions.find({}, kJoined, 2.f * kH).empty());
}

}  // namespace
}  // namespace ooze::surface_regions_test
