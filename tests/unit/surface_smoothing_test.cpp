// Tests of smoothing the particles before surface extraction. Sheets and pools become flat and keep their
// thickness, and drops keep their shape.
#include "ooze/surface/surface_builder.h"

#include "unit/surface_fixtures.h"

#include <gtest/gtest.h>
#include <random>

namespace ooze::surface_smoothing_test {
namespace {

using namespace test;

constexpr float kH = 0.1f;
constexpr float kSpacing = 0.384f * kH;  // spacing of settled liquid

/// Returns layers of particles on top of each other, the highest at y = 0. Each particle is displaced by
/// about a tenth of a spacing.
std::vector<Vec3> layers(int count, float disorder = 0.1f) {
  std::mt19937 random(3);
  std::normal_distribution<float> off(0.f, disorder);
  std::vector<Vec3> positions;
  for (int z = -16; z <= 16; ++z)
    for (int x = -16; x <= 16; ++x)
      for (int y = 0; y < count; ++y) {
        const float stagger = 0.5f * static_cast<float>(y % 2);
        positions.push_back(kSpacing * (Vec3(x, -y, z) + Vec3(stagger, 0.f, stagger) +
                                        Vec3(off(random), off(random), off(random))));
      }
  return positions;
}

/// Describes the sides of a slab, away from its rim [spacings].
struct Sides {
  double top, bottom, roughness;  ///< heights of both sides; root mean square roughness of the top
};

Sides sidesOf(const std::vector<Vec3>& positions, int count, float smoothing, float level) {
  SurfaceParticles particles;
  particles.positions = positions;
  SurfaceBuilder builder;
  const SurfaceMesh& mesh =
      builder.build(particles, {.interactionRadius = kH, .level = level, .smoothing = smoothing}, Threads(1));
  EXPECT_EQ(findMeshFault(mesh), "");
  const float middle = -0.5f * kSpacing * static_cast<float>(count - 1);
  std::vector<double> top, bottom;
  for (const Vec3& p : mesh.positions)
    if (std::abs(p.x) < 8.f * kSpacing && std::abs(p.z) < 8.f * kSpacing)
      (p.y > middle ? top : bottom).push_back(static_cast<double>(p.y / kSpacing));
  const auto mean = [](const std::vector<double>& v) {
    return std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
  };
  Sides sides{mean(top), mean(bottom), 0.0};
  for (const double y : top) sides.roughness += (y - sides.top) * (y - sides.top);
  sides.roughness = std::sqrt(sides.roughness / static_cast<double>(top.size()));
  return sides;
}

// The true surface lies half a spacing beyond the outer particles.
constexpr double kTrueTop = 0.5;

TEST(SurfaceSmoothing, LeavesAPoolAsHighAsItIs) {
  const SurfaceSettings defaults;
  const auto pool = layers(12);
  // The measured offset is well within this tolerance.
  EXPECT_NEAR(sidesOf(pool, 12, 1.f, defaults.level).top, kTrueTop, 0.1);
  // Without smoothing many particles add up, so the surface of eq. 13 lies 1.27 spacings too high.
  EXPECT_NEAR(sidesOf(pool, 12, 0.f, 0.6f).top, kTrueTop + 1.27, 0.1);
}

TEST(SurfaceSmoothing, LeavesSheetsAsThickAsTheyAre) {
  const SurfaceSettings defaults;
  const Sides one = sidesOf(layers(1), 1, 1.f, defaults.level),
              two = sidesOf(layers(2), 2, 1.f, defaults.level),
              three = sidesOf(layers(3), 3, 1.f, defaults.level);
  // Smoothing draws two layers together most, hence the wider tolerance.
  EXPECT_NEAR(one.top - one.bottom, 1.0, 0.2);
  EXPECT_NEAR(two.top - two.bottom, 2.0, 0.45);
  EXPECT_NEAR(three.top - three.bottom, 3.0, 0.3);
}

TEST(SurfaceSmoothing, MakesFlatWhatIsFlat) {
  const SurfaceSettings defaults;
  // Smoothing halves disorder of a tenth of a spacing. A perfect lattice leaves no trace of its particles.
  for (const int count : {1, 3, 12}) {
    EXPECT_LT(sidesOf(layers(count), count, 1.f, defaults.level).roughness, 0.07) << count << " layers";
    EXPECT_LT(sidesOf(layers(count, 0.f), count, 1.f, defaults.level).roughness, 0.01) << count << " layers";
  }
}

TEST(SurfaceSmoothing, KeepsAThinSheetWhole) {
  // One layer 1.6 spacings apart in the plane must have no holes.
  std::vector<Vec3> sheet;
  for (int z = -10; z <= 10; ++z)
    for (int x = -10; x <= 10; ++x) sheet.push_back(1.6f * kSpacing * Vec3(x, 0.f, z));
  SurfaceParticles particles;
  particles.positions = sheet;
  SurfaceBuilder builder;
  const SurfaceMesh& mesh = builder.build(particles, {.interactionRadius = kH}, Threads(1));
  EXPECT_EQ(pieceCount(mesh), 1u);
  EXPECT_EQ(eulerCharacteristic(mesh), 2);
}

TEST(SurfaceSmoothing, LeavesADropOfOneParticleAlone) {
  SurfaceParticles particles;
  const std::vector<Vec3> lone{Vec3(0.37f, 0.11f, -0.2f)};
  particles.positions = lone;
  SurfaceBuilder builder;
  const auto volume = [&](float smoothing) {
    return enclosedVolume(
        builder.build(particles, {.interactionRadius = kH, .smoothing = smoothing}, Threads(1)));
  };
  EXPECT_DOUBLE_EQ(volume(1.f), volume(0.f));
  EXPECT_GT(volume(1.f), 0.0);
}

TEST(SurfaceSmoothing, GrowsFromNothingWithItsSetting) {
  // The surface does not jump between no smoothing and a small setting.
  const auto pool = layers(4);
  const double none = sidesOf(pool, 4, 0.f, 0.65f).top;
  EXPECT_NEAR(sidesOf(pool, 4, 0.001f, 0.65f).top, none, 0.02);
  double last = none;
  for (const float smoothing : {0.25f, 0.5f, 0.75f, 1.f}) {
    const double top = sidesOf(pool, 4, smoothing, 0.65f).top;
    EXPECT_LT(top, last);
    last = top;
  }
}

}  // namespace
}  // namespace ooze::surface_smoothing_test
