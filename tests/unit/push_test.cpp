// Tests of the push tool: the velocity that it adds at every distance, its direction, and its speed limit.
#include "unit/world_fixtures.h"
#include "world/edits/grab_and_push.h"

#include <cmath>
#include <gtest/gtest.h>
#include <memory>

namespace ooze::push_test {
namespace {

using namespace test;

constexpr float kRadius = 0.1f;        // radius of the push tool [m]
constexpr float kAcceleration = 20.f;  // strength of the push [m/s^2]
constexpr float kStep = 1.f / 240.f;   // time step [s]
const Vec3 kPlace(0.3f, -0.2f, 0.1f);
const Vec3 kLine = glm::normalize(Vec3(1.f, 2.f, -2.f));

/// Returns a particle's velocity after one step of the push, at this distance from the tool's centre.
Vec3 velocityAt(float distance, float acceleration, float limit = 100.f, const Vec3& velocity = Vec3(0.f)) {
  const std::unique_ptr<Method> method = findMethod("clavet").make({.interactionRadius = kH});
  method->setMaterials(std::vector{material("water")});
  LiquidSeeds seeds;
  seeds.positions = {kPlace + distance * kLine};
  seeds.velocities = {velocity};
  method->insert(seeds);
  Bodies none;
  Push(kPlace, kRadius, acceleration).act(kStep, limit, *method, none, Threads(1));
  return method->view().particles->velocity[0];
}

TEST(Push, IsFullOutsideASmallCoreAndFallsOffSmoothly) {
  // The push acts along the line from its centre and is the acceleration times (1 - q^2)^2. Here q is the
  // distance over the radius. Within a core of a tenth of the radius the push is softened.
  for (const float q : {0.f, 0.02f, 0.05f, 0.1f, 0.2f, 0.4f, 0.7f, 0.95f, 1.f, 1.5f}) {
    const float fall = q < 1.f ? (1.f - q * q) * (1.f - q * q) : 0.f;
    const float expected = kStep * kAcceleration * fall * q / std::sqrt(q * q + 0.01f);
    for (const float sign : {1.f, -1.f}) {
      const Vec3 gained = velocityAt(q * kRadius, sign * kAcceleration);
      // Rounding of the position limits distances to 1e-7 of the coordinates.
      EXPECT_LT(glm::distance(gained, sign * expected * kLine), 1e-4f * kStep * kAcceleration) << q;
    }
  }
  // At three tenths of the radius 0.79 of the full push is left. A core as wide as that would leave 0.59.
  EXPECT_GT(glm::length(velocityAt(0.3f * kRadius, kAcceleration)), 0.75f * kStep * kAcceleration);
}

TEST(Push, SpeedsNothingUpBeyondTheLimitAndSlowsNothingDown) {
  constexpr float kLimit = 0.03f;  // speed up to which the push accelerates [m/s]
  EXPECT_NEAR(glm::length(velocityAt(0.3f * kRadius, kAcceleration, kLimit)), kLimit, 1e-6f);
  // A faster particle is deflected and keeps its speed.
  const Vec3 across = 0.05f * glm::normalize(glm::cross(kLine, Vec3(0.f, 1.f, 0.f)));
  const Vec3 turned = velocityAt(0.3f * kRadius, kAcceleration, kLimit, across);
  EXPECT_NEAR(glm::length(turned), 0.05f, 1e-6f);
  EXPECT_GT(glm::dot(turned, kLine), 0.03f);
}

}  // namespace
}  // namespace ooze::push_test
