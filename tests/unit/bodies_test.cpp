// Keyframed motion: poses, continuity and the velocities that the liquid feels.
#include "ooze/bodies/bodies.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace ooze {
namespace {

constexpr auto kPi = std::numbers::pi_v<float>;

PoseKey key(double time, const Vec3& position, float turnAboutY = 0.f) {
  return {time, {position, glm::angleAxis(turnAboutY, Vec3(0.f, 1.f, 0.f))}};
}

// The angle between orientations is found from its sine: 1 - cos is lost in rounding.
float angleBetween(const Quat& a, const Quat& b) {
  const Quat q = b * glm::conjugate(a);
  return 2.f * std::asin(std::min(1.f, glm::length(Vec3(q.x, q.y, q.z))));
}

const std::vector<PoseKey> kPath{key(0.5, {0, 0, 0}), key(1.0, {1, 0, 0}, 0.5f), key(2.5, {1, 2, 0}, 2.f),
                                 key(3.0, {0, 2, 1}, 1.f)};

TEST(Keyframes, PassThroughTheirKeysAndHoldOutside) {
  for (const PoseKey& k : kPath) {
    const Pose pose = interpolate(kPath, k.time);
    EXPECT_LT(glm::distance(pose.position, k.pose.position), 1e-6f);
    EXPECT_LT(angleBetween(pose.orientation, k.pose.orientation), 1e-5f);
  }
  EXPECT_EQ(interpolate(kPath, -7.0).position, kPath.front().pose.position);
  EXPECT_EQ(interpolate(kPath, 7.0).position, kPath.back().pose.position);
}

TEST(Keyframes, PositionAndItsVelocityAreContinuous) {
  constexpr double kStep = 1e-3;
  Vec3 lastVelocity(0.f);
  for (double t = 0.501; t < 2.998; t += kStep) {
    const Vec3 velocity =
        (interpolate(kPath, t + kStep).position - interpolate(kPath, t).position) / static_cast<float>(kStep);
    // The spline's acceleration stays below 30 m/s^2 on this path, and rounding adds 1e-7 m / 1e-3 s twice.
    if (t > 0.5015) {
      EXPECT_LT(glm::distance(velocity, lastVelocity), 30.f * 1e-3f + 4e-4f) << t;
    }
    lastVelocity = velocity;
  }
}

TEST(Keyframes, TwoKeysAreAStraightLineAtConstantSpeed) {
  const std::vector<PoseKey> keys{key(1.0, {0, 0, 0}), key(3.0, {2, 4, 0})};
  for (const double u : {0.1, 0.25, 0.5, 0.9})
    EXPECT_LT(glm::distance(interpolate(keys, 1.0 + 2.0 * u).position, Vec3(2, 4, 0) * static_cast<float>(u)),
              1e-6f);
}

TEST(Keyframes, ReproduceAConstantAccelerationThroughUnevenKeys) {
  std::vector<PoseKey> keys;
  const auto fall = [](double t) { return Vec3(0.f, -4.9 * t * t, t); };
  for (const double t : {0.0, 0.3, 0.4, 1.0, 1.2}) keys.push_back(key(t, fall(t)));
  // Between keys with neighbours on both sides the spline is the parabola itself.
  for (const double t : {0.33, 0.38, 0.5, 0.9})
    EXPECT_LT(glm::distance(interpolate(keys, t).position, fall(t)), 2e-6f);
}

TEST(Keyframes, RotationTakesTheShortWayAtConstantRate) {
  std::vector<PoseKey> keys{key(0.0, {}, 0.f), key(1.0, {}, 1.f)};
  keys[1].pose.orientation = -keys[1].pose.orientation;  // the same rotation
  EXPECT_NEAR(angleBetween(keys[0].pose.orientation, interpolate(keys, 0.25).orientation), 0.25f, 1e-5f);
}

TEST(Keyframes, TwoKeysAtOneTimeAreAJump) {
  const std::vector<PoseKey> keys{key(0.0, {0, 0, 0}), key(1.0, {1, 0, 0}), key(1.0, {5, 0, 0}),
                                  key(2.0, {6, 0, 0})};
  EXPECT_NEAR(interpolate(keys, 0.5).position.x, 0.5f, 1e-6f);
  EXPECT_NEAR(interpolate(keys, 1.0).position.x, 5.f, 1e-6f);
  EXPECT_NEAR(interpolate(keys, 1.5).position.x, 5.5f, 1e-6f);
}

TEST(Keyframes, NoKeysAreTheOrigin) { EXPECT_EQ(interpolate({}, 1.0).position, Vec3(0.f)); }

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
  EXPECT_EQ(body.velocity, Vec3(0.f));  // past the last key
}

TEST(KinematicBody, SpinsAtItsKeyedRate) {
  // A quarter turn a second, keyed by quarters because slerp takes the short way.
  std::vector<PoseKey> keys;
  for (int i = 0; i <= 4; ++i) keys.push_back(key(i, {}, kPi / 2 * static_cast<float>(i)));
  Bodies bodies{{kinematic(keys)}};
  for (int step = 1; step < 400; ++step) {
    bodies.advance(step / 100.0, 0.01f);
    const Body& body = bodies.list[0];
    // A step turns by 0.016 rad, known to about 1e-7: 1e-5 of it.
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

TEST(KinematicBody, AZeroStepPlacesItWithoutAVelocity) {
  Bodies bodies{{kinematic(kPath)}};
  bodies.advance(2.0, 0.f);
  EXPECT_EQ(bodies.list[0].velocity, Vec3(0.f));
  EXPECT_EQ(bodies.list[0].pose.position, interpolate(kPath, 2.0).position);
}

}  // namespace
}  // namespace ooze
