// Tests of the contact of particles with solids, and of the impulses on dynamic bodies, for all particle
// methods.
#include "liquid/solid_contact.h"

#include "fixtures/vessels.h"
#include "geometry/mesh_work.h"
#include "liquid/body_coupling.h"
#include "liquid/frozen.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace ooze::solid_contact_test {
namespace {

constexpr float kUnit = 0.02f, kRadius = 0.25f * kUnit;  // unit of the contact distances, particle radius [m]
constexpr float kStep = 1e-3f;                           // time step [s]
constexpr ContactDistances kDistances{
    .unit = kUnit, .still = 0.25f, .dynamic = 0.4f, .curvature = 0.1f, .film = 0.2f};

Body solid(const std::string& name, const SolidShape& shape, Motion motion) {
  Body body = makeBody(name, shape, motion);
  body.friction = 0.f;
  body.stickiness = 0.f;
  return body;
}

/// Holds particles of one material between two positions of a step.
struct ContactParticles {
  explicit ContactParticles(const std::vector<Vec3>& from, const std::vector<Vec3>& to) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      particles.append(to[i], Vec3(0.f), 0, 0, 0.f);
      previous.push(from[i]);
    }
    contact.setMaterials(std::array{ContactCoefficients{
        .friction = 0.f, .frictionTime = 1e-3f, .stickiness = 0.f, .stickDistance = 0.f}});
  }
  void resolve(const Bodies& bodies) { contact.resolve(kStep, Threads(1), bodies, particles, previous); }
  [[nodiscard]] CoupledLiquid coupled() const { return {particles, previous, contact, masses}; }

  Particles particles;
  Vec3Array previous;
  SolidContact contact{kDistances};
  std::vector<LiquidMass> masses{{1e-3f, 1000.f}};
};

TEST(SolidContact, CancelsApproachAndPutsOutWithoutSpeed) {
  const Bodies floor{
      {solid("floor", {.kind = SolidShape::SolidKind::Plane, .size = Vec3(0.f, 1.f, 0.f)}, Motion::Static)}};
  const float start = 0.9f * kRadius;
  ContactParticles drops({Vec3(0.f, start, 0.f)}, {Vec3(0.001f, 0.5f * start, 0.f)});
  drops.resolve(floor);
  EXPECT_NEAR(drops.particles.position[0].y, kRadius, 1e-6f);
  const Vec3 path = drops.particles.position[0] - drops.previous[0];
  EXPECT_NEAR(path.y, 0.f, 1e-7f) << "neither in nor out";
  EXPECT_NEAR(path.x, 0.001f, 1e-7f) << "no friction";
}

TEST(SolidContact, MeetsEveryFaceOfAConcaveEdgeIfAsked) {
  const Vec3 half(0.1f);
  const Bodies tank{{solid("tank", {.kind = SolidShape::SolidKind::Tank, .size = half}, Motion::Static)}};
  // The particle moves into the edge of the floor and a wall, in contact with both.
  const Vec3 from = -half + Vec3(kRadius, kRadius, half.z), to = from - Vec3(0.3f, 0.2f, 0.f) * kRadius;
  for (const bool every : {true, false}) {
    ContactParticles drops({from}, {to});
    drops.contact.setMaterials(std::array{ContactCoefficients{.friction = 0.f,
                                                              .frictionTime = 1e-3f,
                                                              .stickiness = 0.f,
                                                              .stickDistance = 0.f,
                                                              .resolvesAllFaces = every}});
    drops.resolve(tank);
    const Vec3 path = drops.particles.position[0] - drops.previous[0];
    EXPECT_LT(glm::distance(drops.particles.position[0], from), 0.02f * kRadius) << "put out";
    EXPECT_EQ(glm::length(path) < 1e-6f, every) << "the approach to both is cancelled";
  }
}

TEST(SolidContact, StopsAtTheFirstFaceOfWhatIsThin) {
  Body plate =
      solid("plate", {.kind = SolidShape::SolidKind::Box, .size = Vec3(0.1f, 0.001f, 0.1f)}, Motion::Static);
  const Bodies bodies{{plate}};
  ContactParticles drops({Vec3(0.f, 0.05f, 0.f)}, {Vec3(0.f, -0.05f, 0.f)});
  drops.resolve(bodies);
  EXPECT_GT(drops.particles.position[0].y, 0.f);
}

/// Returns random paths of at most two thirds of a can's radius that start in the can. Half of the starts are
/// in contact with a face.
std::array<std::vector<Vec3>, 2> pathsInACan(const SignedDistance& can) {
  std::array<std::vector<Vec3>, 2> paths;
  std::mt19937 random(7);
  std::uniform_real_distribution<float> part(0.f, 1.f), sides(-1.f, 1.f);
  const auto anywhere = [&] { return Vec3(sides(random), sides(random), sides(random)); };
  while (paths[0].size() < 4000) {
    const Vec3 middle(0.f, 0.5f * test::kVesselHeight, 0.f);
    Vec3 from = middle + 1.05f * test::kVesselRadius * anywhere();
    if (std::hypot(from.x, from.z) > 0.95f * test::kVesselRadius ||
        std::abs(from.y - middle.y) > 0.95f * middle.y)
      continue;
    if (paths[0].size() % 2 == 0) {
      const SignedDistance::Sample face = can.sample(from);
      from -= (face.distance - (0.1f + 0.9f * part(random)) * kRadius) * face.normal;
      if (!(can.distance(from) > 0.05f * kRadius)) continue;
    }
    paths[0].push_back(from);
    paths[1].push_back(from + 0.67f * test::kVesselRadius * anywhere());
  }
  return paths;
}

TEST(SolidContact, NoPathLeavesACan) {
  for (const float wall : {0.0025f, 0.005f}) {
    const SampledMesh mesh = sampleMesh(
        test::makeCanMesh(wall), {.cell = 0.2f * kRadius, .isObstacle = true, .interactionRadius = kUnit});
    Body can = solid("can", {.kind = SolidShape::SolidKind::Box, .size = Vec3(0.1f)}, Motion::Static);
    can.shape = mesh.shape;
    const Bodies bodies{{can}};
    const auto paths = pathsInACan(*can.shape);
    for (const bool everyFace : {true, false}) {
      ContactParticles drops(paths[0], paths[1]);
      drops.contact.setMaterials(std::array{ContactCoefficients{.friction = 0.f,
                                                                .frictionTime = 1e-3f,
                                                                .stickiness = 0.f,
                                                                .stickDistance = 0.f,
                                                                .resolvesAllFaces = everyFace}});
      drops.resolve(bodies);
      int left = 0;
      for (std::size_t i = 0; i < paths[0].size(); ++i) {
        const Vec3 p = drops.particles.position[i];
        left += std::hypot(p.x, p.z) > test::kVesselRadius || p.y < 0.f || p.y > test::kVesselHeight;
      }
      EXPECT_EQ(left, 0) << "of " << paths[0].size() << " through a wall of " << wall << " m";
    }
  }
}

TEST(SolidContact, LeavesWhatIsFrozen) {
  const Bodies floor{
      {solid("floor", {.kind = SolidShape::SolidKind::Plane, .size = Vec3(0.f, 1.f, 0.f)}, Motion::Static)}};
  const Vec3 inside(0.f, -0.5f * kRadius, 0.f);
  ContactParticles drops({inside, inside}, {inside, inside});
  freeze(drops.particles, std::vector<std::uint32_t>{1}, true);
  drops.resolve(floor);
  EXPECT_NEAR(drops.particles.position[0].y, kRadius, 1e-6f);
  EXPECT_EQ(drops.particles.position[1], inside);
}

TEST(SolidContact, DrawsToWhatIsSticky) {
  Body floor =
      solid("floor", {.kind = SolidShape::SolidKind::Plane, .size = Vec3(0.f, 1.f, 0.f)}, Motion::Static);
  floor.stickiness = 1e5f;
  floor.stickDistance = kUnit;
  const Bodies bodies{{floor}};
  const float far = kRadius + 0.5f * kUnit, beyond = kRadius + 1.1f * kUnit;
  ContactParticles drops({Vec3(0.f, far, 0.f), Vec3(0.f, beyond, 0.f)},
                         {Vec3(0.f, far, 0.f), Vec3(0.f, beyond, 0.f)});
  drops.resolve(bodies);
  EXPECT_LT(drops.particles.position[0].y, far);
  EXPECT_EQ(drops.particles.position[1].y, beyond) << "out of range";
}

TEST(SolidContact, TouchesDynamicBodiesFromFartherTheLessTheyCurve) {
  const auto ball = [](float radius) {
    return solid("ball", {.kind = SolidShape::SolidKind::Sphere, .size = Vec3(radius)}, Motion::Dynamic);
  };
  const float large = kDistances.contact(ball(10.f * kUnit)), small = kDistances.contact(ball(kUnit));
  EXPECT_NEAR(large, 0.39f * kUnit, 1e-5f * kUnit);
  EXPECT_NEAR(small, 0.3f * kUnit, 1e-5f * kUnit);
  EXPECT_EQ(kDistances.contact(ball(0.1f * kUnit)), kRadius) << "never less than others";
  EXPECT_LE(large, kDistances.farthest());
}

TEST(BodyCoupling, TakesFromTheLiquidWhatItGivesToTheBody) {
  Bodies bodies{
      {solid("ball", {.kind = SolidShape::SolidKind::Sphere, .size = Vec3(kUnit)}, Motion::Dynamic)}};
  Body& ball = bodies.list[0];
  const Vec3 down(0.f, -1.f, 0.f);
  const Vec3 at(0.f, kUnit + 0.5f * kRadius, 0.f);
  ContactParticles drops({at - kStep * down}, {at});
  const float mass = drops.masses[0].particle;
  BodyCoupling coupling;
  coupling.couple(kStep, Threads(1), bodies, Vec3(0.f), drops.coupled());
  EXPECT_TRUE(ball.wet);
  // Both continue with a common velocity: an impact without bounce (restitution 0).
  const double common = static_cast<double>(mass) / (static_cast<double>(mass) + ball.mass());
  EXPECT_NEAR(ball.velocity.y, -common, 1e-5 * common);
}

TEST(BodyCoupling, LeavesWhatNothingTouchesToItsFall) {
  Bodies bodies{
      {solid("ball", {.kind = SolidShape::SolidKind::Sphere, .size = Vec3(kUnit)}, Motion::Dynamic)}};
  bodies.list[0].velocity = Vec3(0.3f, 0.1f, -0.2f);
  const Vec3 gravity(0.f, -9.81f, 0.f);
  ContactParticles drops({Vec3(5.f * kUnit)}, {Vec3(5.f * kUnit)});
  BodyCoupling coupling;
  coupling.couple(kStep, Threads(1), bodies, gravity, drops.coupled());
  EXPECT_FALSE(bodies.list[0].wet);
  EXPECT_EQ(bodies.list[0].velocity, Vec3(0.3f, 0.1f, -0.2f) + kStep * gravity);
}

}  // namespace
}  // namespace ooze::solid_contact_test
