// Tests that solids have density for liquid of the adhesion method, so that the liquid keeps its volume.
#include "ooze/world/world.h"

#include "methods/steele/material.h"
#include "methods/steele/steele.h"
#include "methods/steele/walls.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <numbers>
#include <vector>

namespace ooze::steele_wall_test {
namespace {

constexpr float kSupport = 0.01f;
const Body kWall;

NearFaces facesOf(const std::array<NearFace, 2>& faces, std::size_t count, const Vec3& from) {
  return {{faces.data(), count}, from, 2.f * kSupport, kSupport};
}

TEST(SteeleWalls, AFaceThroughTheParticleIsHalfOfTheNeighbourhood) {
  const std::array<NearFace, 2> faces{
      {{&kWall, Vec3(0.f, 1.f, 0.f), 0.f}, {&kWall, Vec3(1.f, 0.f, 0.f), 0.f}}};
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
      {{&kWall, Vec3(0.f, 1.f, 0.f), 0.4f * kSupport}, {&kWall, slanted, 0.6f * kSupport}}};
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

TEST(SteeleWalls, DynamicBodiesHaveNoDensityButAFabric) {
  Body body;
  body.motion = Motion::Dynamic;
  const std::array<NearFace, 2> faces{
      {{&kWall, Vec3(0.f, 1.f, 0.f), 0.f}, {&body, Vec3(1.f, 0.f, 0.f), 0.f}}};
  const NearFaces both = facesOf(faces, 2, Vec3(0.f));
  EXPECT_NEAR(steele::wallDensity(Vec3(0.f), both, kSupport).covered, 0.5f, 1e-6f);
  EXPECT_EQ(steele::wallDensity(Vec3(0.f), both, kSupport).out.x, 0.f);
  EXPECT_EQ(steele::wallDensity(Vec3(0.f), both, kSupport, true).out.y, 0.f);
  EXPECT_GT(steele::wallDensity(Vec3(0.f), both, kSupport, true).fabric[0], 0.f);
}

/// A dense sheet spreads, so that it does not collapse and burst. A layer on a dynamic body, which has no
/// density, has as few neighbours on both sides but is no sheet: if it spread, it would draw the body down.
TEST(SteeleWalls, ADenseSheetSpreadsAndALayerOnABodyDoesNot) {
  constexpr float kRadius = 0.002f, kApart = 1.3f * kRadius;
  constexpr int kAlong = 16;
  const auto widthAfterCorrection = [&](const Bodies& bodies) {
    MethodSettings settings;
    settings.interactionRadius = kRadius / steele::kRadius;
    steele::Steele method(settings);
    MaterialDefinition liquid;
    liquid.name = "liquid";
    liquid.referenceRadius = settings.interactionRadius;
    liquid.values = toValues<steele::Material>(steele::kParameters, {});
    method.setMaterials(std::vector{liquid});
    LiquidSeeds seeds;
    for (int x = 0; x < kAlong; ++x)
      for (int z = 0; z < kAlong; ++z)
        seeds.positions.push_back(kApart *
                                  Vec3(static_cast<float>(x) - 7.5f, 0.f, static_cast<float>(z) - 7.5f));
    seeds.velocities.assign(seeds.positions.size(), Vec3(0.f));
    method.insert(seeds);
    const Threads one(1);
    method.findNeighbours(one);
    method.correctDensity(0.01f, bodies, one);
    float width = 0.f;
    const Vec3Array& at = method.liquid().particles.position;
    for (std::size_t i = 0; i < at.size(); ++i) width = std::max(width, at[i].x);
    return width / (7.5f * kApart);
  };
  Bodies bodies;
  bodies.list = {
      makeBody("raft", {.kind = SolidShape::SolidKind::Box, .size = Vec3(0.05f)}, Motion::Dynamic)};
  bodies.list[0].pose.position = {0.f, -0.05f - kRadius, 0.f};
  const float spread = widthAfterCorrection(Bodies{}) - 1.f;
  EXPECT_GT(spread, 0.02f);
  // The particles at the edge of the layer have a tensor of their own, so that they move a little.
  EXPECT_LT(widthAfterCorrection(bodies) - 1.f, 0.3f * spread);
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
