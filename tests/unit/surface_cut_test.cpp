// Tests of slits: the surface shows a cut at once, although the two sides still touch.
#include "unit/surface_fixtures.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <random>

namespace ooze::surface_cut_test {
namespace {

using namespace test;

constexpr float kH = 0.1f, kSpacing = 0.38f * kH;
constexpr std::uint32_t kLowerSide = 1, kUpperSide = 2;

/// A block of liquid, a little disordered, with the cut marks of its particles.
struct CutBlock {
  std::vector<Vec3> positions;
  std::vector<std::uint32_t> sides;

  /// @param sideOf  returns the marks of a particle [spacings from the middle]
  explicit CutBlock(const std::function<std::uint32_t(const Vec3&)>& sideOf) {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> disorder(-0.1f, 0.1f);
    constexpr int kHalf = 7;
    for (int x = -kHalf; x < kHalf; ++x)
      for (int y = -kHalf; y < kHalf; ++y)
        for (int z = -kHalf; z < kHalf; ++z) {
          const Vec3 place = Vec3(x, y, z) + 0.5f;
          positions.push_back(kSpacing *
                              (place + Vec3(disorder(random), disorder(random), disorder(random))));
          sides.push_back(sideOf(place));
        }
  }

  [[nodiscard]] SurfaceMesh mesh(int threads = 1, float cell = 0.25f * kH) const {
    SurfaceParticles particles;
    particles.positions = positions;
    particles.cutSides = sides;
    return SurfaceBuilder().build(particles, {.interactionRadius = kH, .cell = cell, .spacing = kSpacing},
                                  Threads(threads));
  }
};

/// Marks a layer on both sides of x = 0, three spacings thick each.
std::uint32_t acrossTheBlock(const Vec3& place) {
  if (std::abs(place.x) > 3.f) return 0;
  return place.x < 0.f ? kLowerSide : kUpperSide;
}

TEST(SurfaceCut, SeparatesThePiecesAlthoughTheyTouch) {
  for (const float cell : {0.125f, 0.25f, 0.5f}) {
    SCOPED_TRACE(cell);
    const SurfaceMesh whole = CutBlock([](const Vec3&) { return 0u; }).mesh(1, cell * kH);
    EXPECT_EQ(pieceCount(whole), 1u);
    const SurfaceMesh cut = CutBlock(acrossTheBlock).mesh(1, cell * kH);
    EXPECT_EQ(findMeshFault(cut), "");
    EXPECT_EQ(pieceCount(cut), 2u);
  }
}

TEST(SurfaceCut, LosesNoMoreVolumeThanItsSlit) {
  const double whole = enclosedVolume(CutBlock([](const Vec3&) { return 0u; }).mesh());
  const double cut = enclosedVolume(CutBlock(acrossTheBlock).mesh());
  const double share = 1.0 - cut / whole, side = 14.0 * double{kSpacing};
  // The slit is a little wider than a spacing.
  constexpr double kSlit = 0.45 * double{kH};
  EXPECT_NEAR(share, kSlit / side, 0.15 * kSlit / side);
}

TEST(SurfaceCut, EndsWhereTheMarksEnd) {
  const SurfaceMesh cut =
      CutBlock([](const Vec3& place) { return place.y > 0.f ? acrossTheBlock(place) : 0u; }).mesh();
  EXPECT_EQ(findMeshFault(cut), "");
  EXPECT_EQ(pieceCount(cut), 1u);
  float lowest = 1.f;
  for (const Vec3& p : cut.positions)
    if (std::abs(p.x) < 1.f * kSpacing && std::abs(p.z) < 3.f * kSpacing && p.y > -3.f * kSpacing)
      lowest = std::min(lowest, p.y);
  EXPECT_NEAR(lowest, 0.f, 1.5f * kSpacing) << "the slit reaches down to the end of the blade";
}

TEST(SurfaceCut, OnlyTheTwoSidesOfOneCutAreSeparated) {
  // The lower side of one cut beside the upper side of another cut.
  const SurfaceMesh others =
      CutBlock([](const Vec3& place) { return place.x < 0.f ? kLowerSide : kUpperSide << 2; }).mesh();
  EXPECT_EQ(pieceCount(others), 1u);
  const SurfaceMesh second =
      CutBlock([](const Vec3& place) { return (place.x < 0.f ? kLowerSide : kUpperSide) << 30; }).mesh();
  EXPECT_EQ(pieceCount(second), 2u);
}

TEST(SurfaceCut, CrossedCutsGiveFourPieces) {
  const SurfaceMesh cut =
      CutBlock([](const Vec3& place) {
        return (place.x < 0.f ? kLowerSide : kUpperSide) | (place.z < 0.f ? kLowerSide : kUpperSide) << 2;
      }).mesh();
  EXPECT_EQ(findMeshFault(cut), "");
  EXPECT_EQ(pieceCount(cut), 4u);
}

TEST(SurfaceCut, IsShownByEverySurface) {
  const CutBlock block(acrossTheBlock);
  SurfaceParticles particles;
  particles.positions = block.positions;
  particles.cutSides = block.sides;
  for (const SurfaceMethod method : {SurfaceMethod::Field, SurfaceMethod::Tracked})
    for (const float spacing : {0.f, kSpacing})
      for (const float smoothing : {0.f, 1.f}) {
        SurfaceBuilder builder;
        const SurfaceMesh& mesh = builder.build(
            particles,
            {.interactionRadius = kH, .method = method, .smoothing = smoothing, .spacing = spacing},
            Threads(2));
        EXPECT_EQ(findMeshFault(mesh), "");
        EXPECT_EQ(pieceCount(mesh), 2u) << "spacing " << spacing << ", smoothing " << smoothing;
      }
}

TEST(SurfaceCut, HasTheSameBytesForAnyNumberOfThreads) {
  const CutBlock block(acrossTheBlock);
  const SurfaceMesh one = block.mesh(1), three = block.mesh(3);
  EXPECT_EQ(one.positions, three.positions);
  EXPECT_EQ(one.triangles, three.triangles);
}

}  // namespace
}  // namespace ooze::surface_cut_test
