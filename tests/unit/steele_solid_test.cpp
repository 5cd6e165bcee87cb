// Tests of the adhesion method at solids: friction, contact, object particles and attraction.
#include "methods/steele/solids.h"
#include "unit/steele_fixtures.h"

#include <cmath>
#include <gtest/gtest.h>

namespace ooze::steele_tests {
namespace steele_solid_test {
namespace {

using steele::ObjectParticles;
using steele::SolidInteractions;
using steele::Steele;

const Threads kTwo(2);

Bodies one(const SolidShape& solid, Motion motion = Motion::Static) {
  std::vector<Body> list;
  list.push_back(makeBody("solid", solid, motion));
  return Bodies(std::move(list));
}

Bodies floorOf(const Vec3& normal = Vec3(0.f, 1.f, 0.f)) {
  return one({.kind = SolidShape::SolidKind::Plane, .size = normal});
}

/// Slides a particle along the floor for 1/30 s in so many parts.
/// @return the part of its speed that is left
float remainingSpeed(float slip, int parts, const Vec3& floorSpeed) {
  Bodies bodies = floorOf();
  bodies.list[0].velocity = floorSpeed;
  Particles p;
  p.append(Vec3(0.f, kR, 0.f), floorSpeed + Vec3(0.3f, 0.f, 0.1f), 0, 0, 0.f);
  const SolidInteractions contacts(1, {{slip, {}}});
  for (int k = 0; k < parts; ++k)
    steele::resolveSolidContacts(p, bodies, contacts, kR, 1.f / 30.f / static_cast<float>(parts), 1.f, kTwo);
  return glm::length(p.velocity[0] - floorSpeed) / glm::length(Vec3(0.3f, 0.f, 0.1f));
}

TEST(SteeleFriction, KeepsItsPartOfTheRelativeSpeedInAThirtiethOfASecond) {
  for (const int parts : {1, 3, 40})
    for (const float slip : {0.f, 0.2f, 0.7f, 1.f}) {
      EXPECT_NEAR(remainingSpeed(slip, parts, Vec3(0.f)), slip, 2e-6f) << parts;
      EXPECT_NEAR(remainingSpeed(slip, parts, Vec3(0.f, 0.f, -2.f)), slip, 1e-5f) << "with a moving floor";
    }
}

TEST(SteeleContact, EndsApproachAndPutsOut) {
  const Bodies bodies = floorOf();
  Particles p;
  p.append(Vec3(0.f, 0.4f * kR, 0.f), Vec3(0.2f, -1.f, 0.f), 0, 0, 0.f);
  p.append(Vec3(1.f, 0.4f * kR, 0.f), Vec3(0.2f, 1.f, 0.f), 0, 0, 0.f);
  steele::resolveSolidContacts(p, bodies, SolidInteractions(1, {{1.f, {}}}), kR, 0.001f, 1.f, kTwo);
  EXPECT_NEAR(p.position[0].y, kR, 1e-6f * kR);
  EXPECT_EQ(p.velocity[0], Vec3(0.2f, 0.f, 0.f));
  EXPECT_EQ(p.velocity[1], Vec3(0.2f, 1.f, 0.f));  // a particle that leaves is not held
}

/// Returns the positions of a small cube of liquid after sliding on a floor.
std::vector<Vec3> slideCube(const steele::Material& material, const Body& floor) {
  auto m = method({definition(material)});
  m->setGravity(Vec3(0.f, -9.81f, 0.f));
  LiquidSeeds seeds = cube(3, 0.1f, 0.f, 7, 0, Vec3(0.f, kR, 0.f));
  for (Vec3& v : seeds.velocities) v = Vec3(0.2f, 0.f, 0.f);
  m->insert(seeds);
  Bodies bodies({floor});
  StageTimer timer;
  for (std::uint64_t k = 0; k < 20; ++k) {
    StepContext context{bodies, kTwo, timer, k};
    m->step(0.001f, context);
  }
  std::vector<Vec3> at(27);
  const Particles& p = m->liquid().particles;
  for (std::size_t i = 0; i < p.size(); ++i) at[p.id[i]] = p.position[i];
  return at;
}

// A body's own friction and stickiness act as the liquid's would, and only once. The stage that only keeps
// positions out of solids must not apply them again.
TEST(SteeleContact, ABodysOwnFrictionAndStickinessActOnce) {
  Body plain = floorOf().list[0], own = plain;
  own.friction = 0.5f, own.stickiness = 8000.f, own.stickDistance = 0.01f;  // pull k d / 4 = 20 m/s^2
  const std::vector<Vec3> a = slideCube({.cling = 20.f, .friction = 0.5f}, plain);
  const std::vector<Vec3> b = slideCube({.cling = 3.f, .friction = 1.f}, own);
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_LT(glm::distance(a[i], b[i]), 1e-3f * kR) << i;
}

TEST(ObjectParticles, CoverAFaceOnceHoweverItIsTurned) {
  for (const Vec3 normal : {Vec3(0.f, 1.f, 0.f), Vec3(1.f, 1.f, 1.f), Vec3(0.2f, 0.9f, -0.5f)}) {
    const Vec3 n = glm::normalize(normal);
    const Bodies bodies = floorOf(n);
    Vec3Array places;
    const Vec3 u = glm::normalize(glm::cross(n, Vec3(0.3f, 0.1f, 0.9f))), v = glm::cross(n, u);
    for (int x = -20; x <= 20; ++x)
      for (int z = -20; z <= 20; ++z)
        places.push(2.f * kR * (static_cast<float>(x) * u + static_cast<float>(z) * v + n));
    ObjectParticles objects(kR);
    objects.sampleMissing(places, bodies, {}, 4.f * kR, kTwo);
    // A disc of 20 radii has the area of 100 pi squares with edges of two radii.
    double share = 0.0, deepest = 0.0, highest = -1.0;
    objects.visitNear(0, Vec3(0.f), 20.f * kR, [&](const steele::ObjectParticle& o) {
      if (glm::length(o.at) >= 20.f * kR) return;
      share += static_cast<double>(o.share);
      const auto depth = static_cast<double>(glm::dot(o.at, n) / -kR);
      deepest = std::max(deepest, depth), highest = std::max(highest, -depth);
    });
    // Cells along an oblique face may line up with the face or not.
    EXPECT_NEAR(share, 3.14159 * 100.0, 0.11 * 314.0);
    EXPECT_NEAR(deepest, 1.0, 1e-3);
    EXPECT_NEAR(highest, -1.0, 1e-3);
  }
}

TEST(ObjectParticles, AreThereOnlyNearTheLiquidAndGoAlongWithTheirBody) {
  Bodies bodies = floorOf();
  Vec3Array places;
  places.push(Vec3(0.f, kR, 0.f));
  ObjectParticles objects(kR);
  objects.sampleMissing(places, bodies, {}, 4.f * kR, kTwo);
  const std::size_t few = objects.count();
  EXPECT_GT(few, 10u);
  EXPECT_LT(few, 400u);
  bodies.list[0].pose.position = Vec3(0.f, -0.3f, 0.f);
  places.set(0, Vec3(0.f, kR - 0.3f, 0.f));
  objects.sampleMissing(places, bodies, {}, 4.f * kR, kTwo);
  EXPECT_EQ(objects.count(), few);  // the same particles, in the body's frame
}

TEST(SteeleAdhesion, AFlatWallPullsAsItsIntegralSays) {
  steele::Material material;
  material.cohesion = 0.f, material.cling = 30.f;
  auto m = method({definition(material)});
  Bodies bodies = floorOf();
  LiquidSeeds seeds;
  // The particles are far from each other, at all kinds of places relative to the squares.
  for (int k = 0; k < 60; ++k) {
    seeds.positions.emplace_back(static_cast<float>(k) * 11.13f * kR, 1.4f * kR,
                                 static_cast<float>(k) * 3.77f * kR);
    seeds.velocities.emplace_back(0.f);
  }
  m->insert(seeds);
  StageTimer timer;
  StepContext context{bodies, kTwo, timer, 0};
  m->step(1e-6f, context);
  double pull = 0.0, across = 0.0;
  for (std::size_t i = 0; i < 60; ++i) {
    pull -= static_cast<double>(m->accelerations()[i].y) / 60.0;
    across = std::max(across, std::abs(static_cast<double>(m->accelerations()[i].x)));
  }
  // A plane has one object particle per square of two by two radii. Its pull at the distance s = 2.4 radii is
  // therefore pi / 2 s times the integral of the adhesion function F from s to 4.
  const double integral = 30.0 * 0.5 * 0.8 * 1.6;
  EXPECT_NEAR(pull, 1.5708 * 2.4 * integral, 0.1 * pull);
  EXPECT_LT(across, 0.35 * pull);
}

/// Returns the height of a liquid cube that began under a ceiling, after 0.25 s [radii].
double heightUnderCeiling(float cling, float cohesion) {
  steele::Material material;
  material.cling = cling, material.cohesion = cohesion, material.viscosity = 200.f, material.friction = 0.f;
  auto m = method({definition(material)});
  m->setGravity(Vec3(0.f, -9.81f, 0.f));
  Bodies bodies = floorOf(Vec3(0.f, -1.f, 0.f));
  m->insert(cube(4, 0.02f, 0.f, 5, 0, Vec3(0.f, -7.f * kR, 0.f)));
  StageTimer timer;
  for (std::uint64_t k = 0; k < 250; ++k) {
    StepContext context{bodies, kTwo, timer, k};
    m->step(0.001f, context);
  }
  double height = 0.0;
  for (const auto& p : stateOf(*m)) height += p.x.y / static_cast<double>(kR) / 64.0;
  return height;
}

TEST(SteeleAdhesion, HangsBySolidsThatPullMoreThanGravity) {
  EXPECT_GT(heightUnderCeiling(40.f, 80.f), -8.0);
  EXPECT_LT(heightUnderCeiling(0.f, 80.f), -80.0);  // falls 0.3 m as a whole
  EXPECT_LT(heightUnderCeiling(40.f, 0.f), -20.0);  // at most the first layer stays
}

}  // namespace
}  // namespace steele_solid_test
}  // namespace ooze::steele_tests
