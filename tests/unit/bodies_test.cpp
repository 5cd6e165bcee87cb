// Tests kinematic and static bodies: the poses of successive time steps and the velocities that the liquid
// feels.
#include "ooze/bodies/bodies.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace ooze::bodies_test {
namespace {

constexpr auto kPi = std::numbers::pi_v<float>;

PoseKey key(double time, const Vec3& position, float turnAboutY = 0.f) {
  return {time, {position, glm::angleAxis(turnAboutY, Vec3(0.f, 1.f, 0.f))}};
}

const std::vector<PoseKey> kPath{key(0.5, {0, 0, 0}), key(1.0, {1, 0, 0}, 0.5f), key(2.5, {1, 2, 0}, 2.f),
                                 key(3.0, {0, 2, 1}, 1.f)};

Body kinematic(std::vector<PoseKey> keys) {
  Body body;
  body.motion = Motion::Kinematic;
  body.keys = std::move(keys);
  body.pose = body.previousPose = interpolate(body.keys, 0.0);
  return body;
}

TEST(KinematicBody, PosesOfSuccessiveStepsJoinAndVelocityLeadsFromOneToTheNext) {
  Bodies bodies{{kinematic(kPath)}};
  const Body& body = bodies.list[0];
  constexpr float kDt = 1.f / 120.f;
  Pose last = body.pose;
  for (int step = 1; step <= 400; ++step) {
    bodies.advance(step / 120.0, kDt);
    EXPECT_EQ(body.previousPose.position, last.position);
    EXPECT_EQ(body.previousPose.orientation, last.orientation);
    EXPECT_LT(glm::distance(body.previousPose.position + kDt * body.velocity, body.pose.position), 1e-6f);
    last = body.pose;
  }
  EXPECT_EQ(body.velocity, Vec3(0.f));  // the time is past the last key
}

TEST(KinematicBody, SpinsAtItsKeyedRate) {
  // The body turns a quarter turn per second. Keys are a quarter turn apart because interpolation takes the
  // shorter arc between two keys.
  std::vector<PoseKey> keys;
  for (int i = 0; i <= 4; ++i) keys.push_back(key(i, {}, kPi / 2 * static_cast<float>(i)));
  Bodies bodies{{kinematic(keys)}};
  for (int step = 1; step < 400; ++step) {
    bodies.advance(step / 100.0, 0.01f);
    const Body& body = bodies.list[0];
    // A time step turns the body by 0.016 rad, known to about 1e-7. The relative error of the rate is
    // therefore 1e-5.
    EXPECT_LT(glm::distance(body.angularVelocity, Vec3(0.f, kPi / 2, 0.f)), 1e-4f) << step;
    EXPECT_LT(glm::distance(body.velocityAt({1.f, 0.f, 0.f}), Vec3(0.f, 0.f, -kPi / 2)), 1e-4f);
  }
}

TEST(StaticBody, NeverMovesAndLosesVelocitiesLeftFromBefore) {
  Body body;
  body.keys = kPath;
  body.pose.position = {1.f, 2.f, 3.f};
  body.velocity = body.angularVelocity = Vec3(9.f);
  Bodies bodies{{body}};
  bodies.advance(1.0, 0.01f);
  EXPECT_EQ(bodies.list[0].pose.position, Vec3(1.f, 2.f, 3.f));
  EXPECT_EQ(bodies.list[0].previousPose.position, Vec3(1.f, 2.f, 3.f));
  EXPECT_EQ(bodies.list[0].velocity, Vec3(0.f));
  EXPECT_EQ(bodies.list[0].angularVelocity, Vec3(0.f));
}

TEST(KinematicBody, AJumpHasNoSpeed) {
  // The body moves at 1 m/s and 0.5 rad/s before and after the jump. The jump may fall anywhere in a time
  // step, also between two time steps.
  const std::vector<PoseKey> keys{key(0.0, {0, 0, 0}), key(1.0, {1, 0, 0}, 0.5f), key(1.0, {-7, 4, 0}, 2.f),
                                  key(2.0, {-6, 4, 0}, 2.5f)};
  for (const int rate : {30, 47, 60, 240, 7}) {
    Bodies bodies{{kinematic(keys)}};
    const Body& body = bodies.list[0];
    const float dt = 1.f / static_cast<float>(rate);
    for (int step = 1; step < 2 * rate; ++step) {
      // World sums the times of its steps in the same way.
      bodies.advance((step - 1) * (1.0 / rate) + dt, dt);
      EXPECT_LT(glm::distance(body.velocity, Vec3(1.f, 0.f, 0.f)), 1e-6f / dt) << rate << " " << step;
      EXPECT_LT(glm::distance(body.angularVelocity, Vec3(0.f, 0.5f, 0.f)), 1e-6f / dt) << rate << " " << step;
      EXPECT_LT(glm::distance(body.previousPose.position + dt * body.velocity, body.pose.position), 1e-6f);
    }
    EXPECT_NEAR(body.pose.position.y, 4.f, 1e-6f);
  }
}

TEST(KinematicBody, AZeroStepPlacesItWithoutAVelocity) {
  Bodies bodies{{kinematic(kPath)}};
  bodies.advance(2.0, 0.f);
  EXPECT_EQ(bodies.list[0].velocity, Vec3(0.f));
  EXPECT_EQ(bodies.list[0].pose.position, interpolate(kPath, 2.0).position);
}

}  // namespace
}  // namespace ooze::bodies_test
