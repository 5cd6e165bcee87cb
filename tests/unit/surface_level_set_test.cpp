// Tests of meshes from a method's own level set, together with particles that the level set does not resolve.
#include "ooze/surface/surface_builder.h"

#include "grid/level_set.h"
#include "unit/surface_fixtures.h"

#include <gtest/gtest.h>
#include <numbers>

namespace ooze::surface_known_test {
namespace {

using namespace test;

constexpr float kCell = 0.02f, kH = 2.f * kCell;  // grid cell, interaction radius [m]
constexpr float kRadius = 5.f * kCell;            // radius of the ball [m]

grid::LevelSet ball() {
  return grid::LevelSet::fromFunction([](const Vec3& p) { return glm::length(p) - kRadius; },
                                      {Vec3(-0.16f), Vec3(0.16f)}, kCell, 4.f, Threads(1));
}

SurfaceMesh meshOf(const grid::LevelSet& liquid, const std::vector<Vec3>& particles) {
  SurfaceBuilder builder;
  SurfaceParticles given;
  given.positions = particles;
  given.levelSet = &liquid;
  SurfaceSettings settings;
  settings.interactionRadius = kH;
  settings.meshRounds = settings.normalRounds = 0;
  return builder.build(given, settings, Threads(1));
}

constexpr double ballOf(double radius) {
  return 4.0 / 3.0 * std::numbers::pi_v<double> * radius * radius * radius;
}

TEST(SurfaceKnown, ParticlesWithinTheLiquidChangeNothing) {
  const grid::LevelSet liquid = ball();
  const SurfaceMesh bare = meshOf(liquid, {Vec3(0.f)});
  EXPECT_NEAR(enclosedVolume(bare), ballOf(kRadius), 0.02 * ballOf(kRadius));
  const SurfaceMesh full =
      meshOf(liquid, {Vec3(0.f), {kRadius, 0.f, 0.f}, {0.f, kRadius + 0.3f * kCell, 0.f}});
  EXPECT_EQ(full.positions, bare.positions);
}

/// A nozzle fills the level set before it has made a particle.
TEST(SurfaceKnown, WithoutParticlesIsEmpty) {
  const grid::LevelSet liquid = ball();
  SurfaceBuilder builder;
  SurfaceParticles none;
  none.levelSet = &liquid;
  for (const SurfaceMethod method : {SurfaceMethod::Field, SurfaceMethod::Tracked}) {
    const SurfaceSettings settings{.interactionRadius = kH, .method = method};
    EXPECT_TRUE(builder.build(none, settings, Threads(1)).triangles.empty());
  }
}

TEST(SurfaceKnown, AParticleFarFromTheLiquidIsADropOfItsVolume) {
  const grid::LevelSet liquid = ball();
  const SurfaceMesh mesh = meshOf(liquid, {{0.3f, 0.f, 0.f}});
  EXPECT_EQ(findMeshFault(mesh), "");
  EXPECT_EQ(pieceCount(mesh), 2u);
  const double drop = enclosedVolume(mesh) - enclosedVolume(meshOf(liquid, {Vec3(0.f)}));
  EXPECT_GT(drop, 0.95 * std::pow(static_cast<double>(kCell), 3.0));
  EXPECT_LT(drop, 1.5 * std::pow(static_cast<double>(kCell), 3.0));
}

/// A particle that leaves the liquid emerges without a jump, stays attached by a neck, and separates.
TEST(SurfaceKnown, AParticleLeavesTheLiquidLittleByLittle) {
  const grid::LevelSet liquid = ball();
  const double drop = ballOf(0.35 * static_cast<double>(kH));
  double before = enclosedVolume(meshOf(liquid, {Vec3(0.f)}));
  const double bare = before;
  std::size_t pieces = 1;
  for (float phi = 0.f; phi < 4.f; phi += 0.1f) {
    const SurfaceMesh mesh = meshOf(liquid, {{kRadius + phi * kCell, 0.f, 0.f}});
    EXPECT_EQ(findMeshFault(mesh), "") << phi;
    const double now = enclosedVolume(mesh);
    EXPECT_LT(std::abs(now - before), 0.5 * drop) << phi;
    EXPECT_LT(now - bare, 1.6 * drop) << phi;
    EXPECT_GE(pieceCount(mesh), pieces) << phi;
    before = now, pieces = pieceCount(mesh);
  }
  EXPECT_EQ(pieces, 2u);
}

/// A sheet of particles too thin for the grid is meshed as a closed sheet, not as separate balls.
TEST(SurfaceKnown, ASheetOfParticlesIsASheet) {
  const grid::LevelSet liquid = ball();
  std::vector<Vec3> sheet;
  for (int x = 0; x < 12; ++x)
    for (int z = 0; z < 12; ++z) sheet.push_back(Vec3(0.3f, 0.f, 0.f) + kCell * Vec3(x, 0, z));
  const SurfaceMesh mesh = meshOf(liquid, sheet);
  EXPECT_EQ(findMeshFault(mesh), "");
  EXPECT_EQ(pieceCount(mesh), 2u);
  EXPECT_EQ(eulerCharacteristic(mesh), 4) << "it has no holes";
  const double volume = enclosedVolume(mesh) - enclosedVolume(meshOf(liquid, {Vec3(0.f)}));
  const double exact = 144.0 * std::pow(static_cast<double>(kCell), 3.0);
  EXPECT_NEAR(volume, exact, 0.3 * exact);
}

}  // namespace
}  // namespace ooze::surface_known_test
