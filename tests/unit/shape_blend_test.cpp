// Tests of blending the velocities of liquid and shape (SPH and shape matching, eq. 8 to 13).
#include "unit/shape_fixtures.h"

#include <gtest/gtest.h>

namespace ooze::shape_tests {
namespace shape_blend_test {
namespace {

const Threads kTwo(2);

/// Returns a block that was deformed after its reference shape was stored, equally for every alpha.
std::unique_ptr<ShapeMatching> makeBentBlock(float alpha, float stiffnessTime = 4.f) {
  Material of;
  of.alpha = alpha, of.stiffnessTime = stiffnessTime, of.regionDamping = 0.f;
  auto m = method({definition(of)});
  m->insert(block(6, 6, 6, 0.2f, 0.f, 5));
  prepare(*m, kTwo);
  deform(*m, [](const Vec3& x) { return Vec3(1.05f * x.x, x.y + 0.1f * x.x, 0.95f * x.z); });
  return m;
}

/// Returns the velocities after one step from rest, by particle id.
std::vector<glm::dvec3> velocitiesAfter(ShapeMatching& m, float dt) {
  steps(m, dt, 1, kTwo);
  const Particles& p = m.liquid().particles;
  std::vector<glm::dvec3> all(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) all[p.id[i]] = glm::dvec3(p.velocity[i]);
  return all;
}

TEST(ShapeBlend, AllLiquidIsSphAloneToTheBit) {
  auto m = makeBentBlock(1.f);
  m->setGravity({0.f, -9.81f, 0.f});
  const float dt = 0.001f;
  steps(*m, dt, 1, kTwo);
  EXPECT_EQ(m->grid().size(), 0u);
  // The same stages are called one by one.
  auto alone = makeBentBlock(1.f);
  alone->findNeighbours(kTwo);
  alone->measureDensity(kTwo);
  alone->findSphForces(kTwo);
  const Particles &p = m->liquid().particles, &q = alone->liquid().particles;
  float most = 0.f;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vec3 v = dt * (Vec3(0.f, -9.81f, 0.f) + alone->sphAcceleration()[i]);
    ASSERT_EQ(p.id[i], q.id[i]);
    ASSERT_EQ(p.velocity[i], v) << i;
    ASSERT_EQ(p.position[i], q.position[i] + dt * v) << i;
    most = std::max(most, glm::length(alone->sphAcceleration()[i]));
  }
  EXPECT_GT(most, 10.f);
}

TEST(ShapeBlend, AllShapeIsShapeMatchingAlone) {
  auto m = makeBentBlock(0.f);
  const float dt = 0.001f;
  steps(*m, dt, 1, kTwo);
  const Particles& p = m->liquid().particles;
  float most = 0.f;
  for (std::size_t i = 0; i < p.size(); ++i) {
    ASSERT_EQ(m->sphAcceleration()[i], Vec3(0.f));
    const Vec3 v = dt * (m->goalOffset()[i] * m->coefficients()[0].shapeRate());
    ASSERT_LT(glm::distance(p.velocity[i], v), 1e-6f * glm::length(v) + 1e-9f);
    most = std::max(most, glm::length(v));
  }
  EXPECT_GT(most, 0.005f);
}

TEST(ShapeBlend, IsLinearInAlpha) {
  const float dt = 0.001f;
  const auto none = velocitiesAfter(*makeBentBlock(0.f), dt),
             whole = velocitiesAfter(*makeBentBlock(1.f), dt);
  double apart = 0.0;
  for (std::size_t i = 0; i < none.size(); ++i) apart = std::max(apart, glm::distance(none[i], whole[i]));
  ASSERT_GT(apart, 0.01);
  for (const float alpha : {0.25f, 0.5f, 0.75f}) {
    const auto part = velocitiesAfter(*makeBentBlock(alpha), dt);
    const double a = static_cast<double>(alpha);
    for (std::size_t i = 0; i < none.size(); ++i)
      ASSERT_LT(glm::distance(part[i], (1.0 - a) * none[i] + a * whole[i]), 1e-6 * apart) << alpha;
  }
}

TEST(ShapeBlend, PullsTheSameAtAnyTimeStep) {
  for (const float time : {3.f, 6.f}) {
    const auto whole = velocitiesAfter(*makeBentBlock(0.f, time), 0.002f),
               half = velocitiesAfter(*makeBentBlock(0.f, time), 0.001f);
    for (std::size_t i = 0; i < whole.size(); ++i)
      ASSERT_LT(glm::distance(whole[i], 2.0 * half[i]), 1e-6 * glm::length(whole[i]) + 1e-12) << time;
  }
  // If the time step equals the stiffness time, eq. 13 becomes eq. 8: one step covers the whole offset to the
  // goal.
  auto m = makeBentBlock(0.f, 2.f);
  const auto velocity = velocitiesAfter(*m, 0.002f);
  const Particles& p = m->liquid().particles;
  for (std::size_t i = 0; i < p.size(); ++i)
    ASSERT_LT(glm::distance(0.002 * velocity[p.id[i]], glm::dvec3(m->goalOffset()[i])), 1e-9);
}

TEST(ShapeBlend, FreeFallFollowsGravity) {
  const Vec3 g(1.f, -9.81f, 0.5f);
  const float dt = 0.001f;
  for (const float alpha : {0.f, 0.4f, 0.9f, 1.f}) {
    Material of;
    of.alpha = alpha;
    auto m = method({definition(of)});
    m->setGravity(g);
    LiquidSeeds one;
    one.positions = {Vec3(0.1f)}, one.velocities = {Vec3(0.f)};
    m->insert(one);
    Vec3 v(0.f);
    for (int k = 0; k < 50; ++k) steps(*m, dt, 1, kTwo), v += dt * g;
    ASSERT_LT(glm::distance(m->liquid().particles.velocity[0], v), 1e-6f) << alpha;
  }
}

TEST(ShapeBlend, AlphaIsLive) {
  Material of;
  of.alpha = 0.f;
  auto m = method({definition(of)});
  m->setGravity({0.f, -9.81f, 0.f});
  m->insert(block(6, 6, 6, 0.2f, 0.f, 5));
  Bodies floor;
  Body plane;
  plane.shape = makePlane({0.f, 1.f, 0.f});
  floor.list.push_back(plane);
  const auto height = [&] {
    float top = 0.f;
    for (const float y : m->liquid().particles.position.y) top = std::max(top, y);
    return top;
  };
  const auto run = [&](float alpha, int count) {
    of.alpha = alpha;
    const MaterialDefinition d = definition(of);
    m->setMaterials({&d, 1});
    for (int k = 0; k < count; ++k) step(*m, 0.001f, kTwo, floor);
    return height();
  };
  const float begun = height(), solid = run(0.f, 300), liquid = run(1.f, 500), set = run(0.f, 300);
  EXPECT_GT(solid, 0.9f * begun);
  EXPECT_LT(liquid, 0.6f * solid) << "it melts";
  EXPECT_NEAR(set, liquid, 0.2f * liquid) << "and sets as it lies";
  for (std::size_t i = 0; i < m->liquid().size(); ++i)
    ASSERT_TRUE(isFinite(m->liquid().particles.position[i]));
  for (const float alpha : {0.2f, 0.9f, 0.f, 1.f, 0.6f, 0.f}) run(alpha, 20);
  for (std::size_t i = 0; i < m->liquid().size(); ++i)
    ASSERT_LT(glm::length(m->liquid().particles.velocity[i]), 1.f);
}

}  // namespace
}  // namespace shape_blend_test
}  // namespace ooze::shape_tests
