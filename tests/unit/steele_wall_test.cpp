// Tests that solids have density for liquid of the adhesion method, so that the liquid keeps its volume.
#include "ooze/world/world.h"

#include "methods/steele/material.h"
#include "methods/steele/walls.h"

#include <array>
#include <gtest/gtest.h>
#include <numbers>

namespace ooze::steele_wall_test {
namespace {

constexpr float kSupport = 0.01f;

NearFaces facesOf(const std::array<NearFace, 2>& faces, std::size_t count, const Vec3& from) {
  return {{faces.data(), count}, from, 2.f * kSupport, kSupport};
}

TEST(SteeleWalls, AFaceThroughTheParticleIsHalfOfTheNeighbourhood) {
  const std::array<NearFace, 2> faces{
      {{nullptr, Vec3(0.f, 1.f, 0.f), 0.f}, {nullptr, Vec3(1.f, 0.f, 0.f), 0.f}}};
  const steele::WallDensity face = steele::wallDensity(Vec3(0.f), facesOf(faces, 1, Vec3(0.f)), kSupport);
  EXPECT_NEAR(face.covered, 0.5f, 1e-6f);
  // Half of the ball: the integral of d r^ r^ is half of pi / 3 along every direction, for 8 particles per
  // cube.
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(face.fabric[k], 8.f * std::numbers::pi_v<float> / 6.f, 1e-4f);
  const steele::WallDensity edge = steele::wallDensity(Vec3(0.f), facesOf(faces, 2, Vec3(0.f)), kSupport);
  EXPECT_NEAR(edge.covered, 0.75f, 1e-6f) << "a right angle covers three quarters";
}

/// The push by solids is the gradient of their density. Otherwise a particle beside a wall would gain energy
/// on a closed path, and liquid would not come to rest.
TEST(SteeleWalls, ThePushIsTheGradientOfTheDensity) {
  const Vec3 from(0.f), slanted = glm::normalize(Vec3(1.f, 2.f, -0.5f));
  const std::array<NearFace, 2> faces{
      {{nullptr, Vec3(0.f, 1.f, 0.f), 0.4f * kSupport}, {nullptr, slanted, 0.6f * kSupport}}};
  const auto coveredAt = [&](const Vec3& p) {
    return steele::wallDensity(p, facesOf(faces, 2, from), kSupport).covered;
  };
  const Vec3 p = kSupport * Vec3(0.05f, 0.02f, -0.04f);
  const steele::WallDensity wall = steele::wallDensity(p, facesOf(faces, 2, from), kSupport);
  constexpr float kApart = 0.01f;  // distance of the difference quotient [S]
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 to(0.f);
    to[axis] = kApart * kSupport;
    EXPECT_NEAR(wall.out[axis], -(coveredAt(p + to) - coveredAt(p - to)) / (2.f * kApart), 1e-3f) << axis;
  }
}

/// Thin liquid in a tank stands as high as its volume over the area says, and lies still.
TEST(SteeleWalls, ThinLiquidKeepsItsLevelInATank) {
  constexpr float kH = 0.016f, kWidth = 3.f * kH, kDepth = 5.f * kH;
  WorldSpec spec;
  spec.settings.sleep = 0.f;  // the test measures the solver
  spec.method = "steele";
  spec.methodSettings.interactionRadius = kH;
  MaterialDefinition thin;
  thin.name = "thin";
  thin.values = toValues<steele::Material>(
      steele::kParameters,
      steele::Material{.viscosity = 6.f, .cohesion = 10.f, .cling = 10.f, .friction = 1.f});
  thin.referenceRadius = kH;
  spec.materials = {thin};
  Body tank =
      makeBody("tank", {.kind = SolidShape::SolidKind::Tank, .size = 0.5f * Vec3(kWidth, kDepth, kWidth)},
               Motion::Static);
  tank.shape = makeTank({0.5f * kWidth, kDepth, 0.5f * kWidth}, true);
  tank.pose.position = tank.previousPose.position = {0.f, kDepth, 0.f};
  spec.bodies = {tank};
  LiquidVolume volume;
  volume.shape = makeBox({0.5f * kWidth, 0.5f * kDepth, 0.5f * kWidth});
  volume.pose.position = {0.f, 0.5f * kDepth, 0.f};
  volume.sampling = Sampling::Settled;
  spec.liquids = {volume};
  World world(std::move(spec), 1);
  double level = 0.0, speed = 0.0;
  constexpr int kFrames = 20;
  for (int frame = -40; frame < kFrames; ++frame) {
    world.advanceFrame();
    if (frame < 0) continue;
    level += 2.0 * world.statistics().centroid.y / kFrames;
    speed += static_cast<double>(world.statistics().rmsSpeed) / kFrames;
  }
  RecordProperty("level", std::to_string(level / double{kDepth}));
  RecordProperty("speed", std::to_string(speed));
  EXPECT_NEAR(level / double{kDepth}, 1.0, 0.03);
  EXPECT_LT(speed, 0.02);  // [m/s]
}

}  // namespace
}  // namespace ooze::steele_wall_test
