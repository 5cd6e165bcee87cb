// Tests of the volume that the surface encloses: the volume of its particles at rest.
#include "ooze/surface/surface_builder.h"

#include "unit/surface_fixtures.h"

#include <array>
#include <gtest/gtest.h>
#include <random>

namespace ooze::surface_volume_test {
namespace {

using namespace test;

constexpr float kSpacing = 0.01f;
constexpr double kParticle = 1e-6;  // volume of a particle, kSpacing^3 [m^3]

// Spacings of the particle methods at rest, over the interaction radius.
constexpr std::array kRatios{0.384f, 0.4f, 0.45f, 0.476f};

/// Returns the particles of a lattice for whose position [spacings] `inside` is true. Each particle is
/// displaced by about a tenth of a spacing.
template <class Inside>
std::vector<Vec3> liquidIn(const Inside& inside) {
  std::mt19937 random(3);
  std::normal_distribution<float> off(0.f, 0.1f);
  constexpr int kExtent = 13;
  std::vector<Vec3> positions;
  for (int z = -kExtent; z < kExtent; ++z)
    for (int y = -kExtent; y < kExtent; ++y)
      for (int x = -kExtent; x < kExtent; ++x) {
        const Vec3 p = Vec3(x, y, z) + 0.5f;
        if (inside(p)) positions.push_back(kSpacing * (p + Vec3(off(random), off(random), off(random))));
      }
  return positions;
}

std::vector<Vec3> box(const Vec3& half) {
  return liquidIn([&](const Vec3& p) { return glm::all(glm::lessThan(glm::abs(p), half)); });
}
std::vector<Vec3> ball(float radius) {
  return liquidIn([&](const Vec3& p) { return glm::length(p) < radius; });
}
std::vector<Vec3> film(int layers) {
  return liquidIn([&](const Vec3& p) {
    return std::abs(p.x) < 12.f && std::abs(p.z) < 12.f && p.y > 0.f && p.y < static_cast<float>(layers);
  });
}

SurfaceMesh meshOf(const std::vector<Vec3>& positions, float ratio, float spacing = kSpacing,
                   const std::vector<SurfaceWall>& walls = {}, int threads = 1) {
  SurfaceParticles particles;
  particles.positions = positions;
  particles.walls = walls;
  return SurfaceBuilder().build(particles, {.interactionRadius = kSpacing / ratio, .spacing = spacing},
                                Threads(threads));
}

/// Returns the volume of the mesh over the volume of its particles.
double volumeRatio(const std::vector<Vec3>& positions, float ratio, float spacing = kSpacing) {
  const SurfaceMesh mesh = meshOf(positions, ratio, spacing);
  EXPECT_EQ(findMeshFault(mesh), "");
  return enclosedVolume(mesh) / (kParticle * static_cast<double>(positions.size()));
}

TEST(SurfaceVolume, OfBlocksAndBallsIsThatOfTheirParticles) {
  const auto block = box(Vec3(5.f)), slab = box({10.f, 4.f, 10.f}), large = ball(6.f), small = ball(3.f);
  for (const float ratio : kRatios) {
    SCOPED_TRACE(ratio);
    EXPECT_NEAR(volumeRatio(block, ratio), 1.0, 0.04);  // the edges are round
    EXPECT_NEAR(volumeRatio(slab, ratio), 1.0, 0.03);
    EXPECT_NEAR(volumeRatio(large, ratio), 1.0, 0.03);
    EXPECT_NEAR(volumeRatio(small, ratio), 1.0, 0.04);
  }
  // Without the spacing the surface follows the particles, and the slab of the widest spacing lacks 5 %.
  EXPECT_LT(volumeRatio(slab, kRatios.back(), 0.f), 0.96);
}

TEST(SurfaceVolume, OfFilmsIsThatOfTheirParticles) {
  for (const int layers : {2, 3, 4}) {
    const auto sheet = film(layers);
    for (const float ratio : kRatios) {
      SCOPED_TRACE(testing::Message() << layers << " layers, " << ratio);
      EXPECT_NEAR(volumeRatio(sheet, ratio), 1.0, 0.08);
    }
  }
  // A single layer is never drawn thicker than it is.
  const auto sheet = film(1);
  for (const float ratio : kRatios) EXPECT_LT(volumeRatio(sheet, ratio), 1.01);
}

TEST(SurfaceVolume, OfDropsDoesNotDependOnTheSpacing) {
  const std::vector<Vec3> lone{{0.37f, 0.11f, -0.2f}}, pair{{0.f, 0.f, 0.f}, {kSpacing, 0.f, 0.f}};
  for (const float ratio : kRatios)
    for (const auto& drop : {lone, pair, ball(1.f), ball(2.f), ball(3.f)})
      EXPECT_NEAR(volumeRatio(drop, ratio) / volumeRatio(drop, ratio, 0.f), 1.0, 0.005) << drop.size();
}

/// Moves the particles of the upper layers together, as the outermost layers of settled liquid are.
std::vector<Vec3> packedAbove(std::vector<Vec3> positions, float height) {
  constexpr float kPacked = 0.8f;
  for (Vec3& p : positions)
    if (p.y > kSpacing * height) p.y = kSpacing * height + kPacked * (p.y - kSpacing * height);
  return positions;
}

TEST(SurfaceVolume, OfSettledLiquidIncludesItsDenseOutermostLayers) {
  const auto slab = packedAbove(box({10.f, 5.f, 10.f}), 3.f);
  for (const float ratio : kRatios) {
    SCOPED_TRACE(ratio);
    EXPECT_NEAR(volumeRatio(slab, ratio), 1.0, 0.035);
    EXPECT_LT(volumeRatio(slab, ratio, 0.f), 0.96);
  }
}

TEST(SurfaceVolume, OfBubblesAndGapsStays) {
  // The volume of a bubble is that of the block without it, less that of the block with it.
  const auto whole = box(Vec3(7.f));
  const auto withBubble = [](float radius) {
    return liquidIn([&](const Vec3& p) {
      return glm::all(glm::lessThan(glm::abs(p), Vec3(7.f))) && glm::length(p) > radius;
    });
  };
  const auto withGap = liquidIn(
      [](const Vec3& p) { return glm::all(glm::lessThan(glm::abs(p), Vec3(7.f))) && std::abs(p.y) > 1.f; });
  for (const float ratio : kRatios) {
    SCOPED_TRACE(ratio);
    for (const auto& liquid : {withBubble(3.f), withGap}) {
      const double drawn = enclosedVolume(meshOf(whole, ratio)) - enclosedVolume(meshOf(liquid, ratio));
      const double room = kParticle * static_cast<double>(whole.size() - liquid.size());
      EXPECT_NEAR(drawn / room, 1.0, 0.15);
      EXPECT_EQ(pieceCount(meshOf(liquid, ratio)), 2u);
    }
  }
}

TEST(SurfaceVolume, StaysWithinWalls) {
  const Vec3 half(0.06f, 0.16f, 0.06f);
  const std::vector<SurfaceWall> tank{{makeTank(half, true), {{0.f, half.y, 0.f}, {1.f, 0.f, 0.f, 0.f}}}};
  const auto pool = packedAbove(liquidIn([](const Vec3& p) {
                                  return std::abs(p.x) < 6.f && std::abs(p.z) < 6.f && p.y > 0.f && p.y < 8.f;
                                }),
                                6.f);
  for (const float ratio : kRatios) {
    SCOPED_TRACE(ratio);
    const SurfaceMesh mesh = meshOf(pool, ratio, kSpacing, tank);
    EXPECT_EQ(findMeshFault(mesh), "");
    for (const Vec3& p : mesh.positions) {
      ASSERT_LT(std::abs(p.x), half.x);
      ASSERT_LT(std::abs(p.z), half.z);
      ASSERT_GT(p.y, 0.f);
    }
    // The gap in front of the walls costs 0.7 % of the volume, and the edges as much again.
    EXPECT_NEAR(enclosedVolume(mesh) / (kParticle * static_cast<double>(pool.size())), 1.0, 0.04);
  }
}

TEST(SurfaceVolume, TheSameBytesForAnyNumberOfThreads) {
  const auto slab = packedAbove(box({10.f, 5.f, 10.f}), 3.f);
  const SurfaceMesh one = meshOf(slab, 0.45f);
  for (const int threads : {2, 7}) {
    const SurfaceMesh more = meshOf(slab, 0.45f, kSpacing, {}, threads);
    EXPECT_EQ(more.positions, one.positions);
    EXPECT_EQ(more.normals, one.normals);
  }
}

}  // namespace
}  // namespace ooze::surface_volume_test
