// Tests keyframe interpolation: the motion passes through the keys without overshoot, with continuous pose
// and velocities.
#include "ooze/bodies/keyframes.h"

#include "base/random.h"
#include "bodies/rotation.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace ooze::keyframes_test {
namespace {

PoseKey key(double time, const Vec3& position, float turnAboutY = 0.f) {
  return {time, {position, glm::angleAxis(turnAboutY, Vec3(0.f, 1.f, 0.f))}};
}

// The angle between orientations is computed from its sine, because 1 - cos is lost in rounding.
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
    // The spline's acceleration stays below 30 m/s^2 on this path. Rounding adds 1e-7 m / 1e-3 s twice.
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

TEST(Keyframes, ValuesTakeThePathOfAPosition) {
  std::vector<VectorKey> values;
  std::vector<PoseKey> path = kPath;
  path.insert(path.begin() + 3, key(2.5, {5, 5, 5}));  // two keys at one time: a jump
  for (const PoseKey& k : path) values.push_back({k.time, k.pose.position});
  for (double t = 0.4; t < 3.2; t += 0.01)
    EXPECT_EQ(interpolate(values, t), interpolate(path, t).position) << t;
  EXPECT_EQ(interpolate(values, 2.5), Vec3(5.f));
  EXPECT_EQ(interpolate(std::vector<VectorKey>{}, 1.0), Vec3(0.f));
}

TEST(Keyframes, ReproduceAConstantAccelerationThroughUnevenKeys) {
  std::vector<PoseKey> keys;
  const auto fall = [](double t) { return Vec3(0.f, -4.9 * t * t, t); };
  for (const double t : {0.0, 0.3, 0.4, 1.0, 1.2}) keys.push_back(key(t, fall(t)));
  // The spline equals the parabola between keys that have neighbours on both sides.
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

/// Makes keys that rotate about a different axis each time, at uneven intervals. The last two rotations are
/// large.
std::vector<PoseKey> tumble() {
  std::vector<PoseKey> keys;
  Quat at(1.f, 0.f, 0.f, 0.f);
  const std::vector<std::pair<double, Vec3>> turns{{0.0, {0, 0, 0}},       {0.4, {0.5f, 0, 0.2f}},
                                                   {0.6, {0, 0.6f, 0}},    {1.5, {-1.f, 0.8f, 0.3f}},
                                                   {1.8, {0, -0.4f, 2.f}}, {2.8, {2.2f, 1.5f, 0.f}}};
  for (const auto& [time, turn] : turns) {
    at = turnedBy(at, turn);
    keys.push_back({time, {Vec3(0.f), at}});
  }
  return keys;
}

Vec3 angularVelocity(const std::vector<PoseKey>& keys, double time, double step) {
  return rotationBetween(interpolate(keys, time).orientation, interpolate(keys, time + step).orientation) /
         static_cast<float>(step);
}

TEST(Keyframes, OrientationPassesThroughItsKeysAndItsAngularVelocityIsContinuous) {
  const std::vector<PoseKey> keys = tumble();
  for (const PoseKey& k : keys)
    EXPECT_LT(angleBetween(interpolate(keys, k.time).orientation, k.pose.orientation), 1e-5f);
  constexpr double kStep = 2e-3;
  Vec3 last = angularVelocity(keys, 0.0, kStep);
  double largest = 0.0;
  for (double t = kStep; t < 2.8 - kStep; t += kStep) {
    const Vec3 now = angularVelocity(keys, t, kStep);
    largest = std::max<double>(largest, glm::distance(now, last));
    last = now;
  }
  // The spline's angular acceleration stays below 130 rad/s^2 on this path. The rotation nearly stops before
  // its axis turns by a right angle. Slerp would jump by 1.4 to 8 rad/s at the keys. Rounding adds 2e-7 rad
  // over a step twice.
  EXPECT_LT(largest, 130.0 * kStep + 4e-4);
}

TEST(Keyframes, AngularVelocityIsTheSameOnBothSidesOfAKey) {
  const std::vector<PoseKey> keys = tumble();
  constexpr double kStep = 1e-3;
  for (std::size_t i = 1; i + 1 < keys.size(); ++i) {
    const Vec3 before = angularVelocity(keys, keys[i].time - kStep, kStep);
    const Vec3 after = angularVelocity(keys, keys[i].time, kStep);
    // Means over a step on either side differ by the acceleration over a step, here at most 0.1 rad/s.
    EXPECT_LT(glm::distance(before, after), 0.1f) << "key " << i;
  }
}

TEST(Keyframes, ReproduceAConstantAngularVelocityThroughUnevenKeys) {
  const Vec3 spin(1.f, -2.f, 0.5f);
  const Quat start = glm::angleAxis(0.7f, glm::normalize(Vec3(1.f, 1.f, 0.f)));
  const auto at = [&](double t) { return turnedBy(start, static_cast<float>(t) * spin); };
  std::vector<PoseKey> keys;
  for (const double t : {0.0, 0.3, 0.4, 1.5, 1.7}) keys.push_back({t, {Vec3(0.f), at(t)}});
  for (const double t : {0.1, 0.33, 0.7, 1.3, 1.65})
    EXPECT_LT(angleBetween(interpolate(keys, t).orientation, at(t)), 3e-6f) << t;  // float roundings
}

TEST(Keyframes, ReproduceAConstantAngularAccelerationThroughUnevenKeys) {
  const Vec3 axis = glm::normalize(Vec3(1.f, -2.f, 0.5f));
  const auto at = [&](double t) { return glm::angleAxis(static_cast<float>(0.6 * t * t), axis); };
  std::vector<PoseKey> keys;
  for (const double t : {0.0, 0.3, 0.4, 1.0, 1.2}) keys.push_back({t, {Vec3(0.f), at(t)}});
  for (const double t : {0.33, 0.38, 0.5, 0.9})
    EXPECT_LT(angleBetween(interpolate(keys, t).orientation, at(t)), 3e-6f) << t;  // float roundings
}

TEST(Keyframes, APlateHoldsBeforeAndAfterAQuickLift) {
  // The plate rests at 61 mm, is lifted by 109 mm in 0.03 s, and rests again. The plate turns by 1.5 rad
  // during the lift. A spline that keeps the lift's speed at both keys would dip to -86 mm before and rise to
  // 1.05 m after the lift.
  const std::vector<PoseKey> keys{key(0.0, {0.2f, 0.061f, 0.f}, 0.3f), key(0.3, {0.2f, 0.061f, 0.f}, 0.3f),
                                  key(0.33, {0.2f, 0.17f, 0.f}, 1.8f), key(2.0, {0.2f, 0.17f, 0.f}, 1.8f)};
  for (double t = 0.0; t < 2.0; t += 0.0007) {
    const Pose pose = interpolate(keys, t);
    const float height = pose.position.y;
    EXPECT_EQ(pose.position.x, 0.2f);
    if (t < 0.3) {
      EXPECT_NEAR(height, 0.061f, 1e-6f) << t;
      EXPECT_LT(angleBetween(keys[0].pose.orientation, pose.orientation), 1e-6f) << t;
    }
    if (t > 0.33) {
      EXPECT_NEAR(height, 0.17f, 1e-6f) << t;
      EXPECT_LT(angleBetween(keys[2].pose.orientation, pose.orientation), 1e-6f) << t;
    }
    EXPECT_GE(height, 0.061f) << t;
    EXPECT_LE(height, 0.17f) << t;
  }
  // The speed grows from zero and falls to zero again. The speed in the middle is 1.5 times the mean.
  const float middle = (interpolate(keys, 0.3155).position.y - interpolate(keys, 0.3145).position.y) / 0.001f;
  EXPECT_NEAR(middle, 1.5f * 0.109f / 0.03f, 0.01f);
}

/// Makes keys after intervals of very different lengths. Some keys repeat the pose before.
std::vector<PoseKey> wildKeys(std::uint64_t seed) {
  std::vector<PoseKey> keys;
  std::uint64_t n = 0;
  const auto random = [&] { return 2.f * randomUnit(seed, n++) - 1.f; };
  Pose pose;
  double time = 0.0;
  for (int k = 0; k < 12; ++k) {
    keys.push_back({time, pose});
    time += 0.3 * std::pow(10.0, 1.5 * random());
    if (random() > 0.6f) continue;
    pose.position += Vec3(random(), random(), random() > 0.f ? 0.f : 0.1f);
    pose.orientation =
        turnedBy(pose.orientation, (random() > 0.3f ? 1.6f : 0.2f) * Vec3(random(), random(), random()));
  }
  return keys;
}

TEST(Keyframes, BetweenTwoKeysNothingLeavesTheirInterval) {
  int held = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const std::vector<PoseKey> keys = wildKeys(seed);
    for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
      const Pose &a = keys[i].pose, &b = keys[i + 1].pose;
      const float turn = angleBetween(a.orientation, b.orientation);
      held += turn == 0.f ? 1 : 0;
      Vec3 last = a.position;
      for (double u = 0.0; u < 1.0; u += 0.01) {
        const Pose pose = interpolate(keys, glm::mix(keys[i].time, keys[i + 1].time, u));
        for (int k = 0; k < 3; ++k) {
          // Each coordinate moves monotonically from key to key.
          const float ahead = b.position[k] < a.position[k] ? -1.f : 1.f;
          ASSERT_GE(ahead * (pose.position[k] - last[k]), -1e-6f) << seed << " key " << i << " u " << u;
          ASSERT_GE(ahead * (b.position[k] - pose.position[k]), 0.f) << seed << " key " << i << " u " << u;
        }
        last = pose.position;
        // The tolerance is float rounding of quaternions.
        ASSERT_LE(angleBetween(a.orientation, pose.orientation), turn + 2e-6f) << seed << " key " << i;
        ASSERT_LE(angleBetween(pose.orientation, b.orientation), turn + 2e-6f) << seed << " key " << i;
      }
    }
  }
  EXPECT_GT(held, 20);
}

TEST(Keyframes, UnevenKeysAreSmoothOnBothSides) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const std::vector<PoseKey> keys = wildKeys(seed);
    for (std::size_t i = 1; i + 1 < keys.size(); ++i) {
      const double t = keys[i].time;
      const double part = 1e-2 * std::min(t - keys[i - 1].time, keys[i + 1].time - t);
      const auto rate = [&](double from) {
        return (interpolate(keys, from + part).position - interpolate(keys, from).position) /
               static_cast<float>(part);
      };
      // A cubic's second derivative is at most 18 mean slopes per interval. Its end slopes are at most three
      // times the mean.
      const float mean = std::max(glm::distance(keys[i].pose.position, keys[i - 1].pose.position),
                                  glm::distance(keys[i + 1].pose.position, keys[i].pose.position)) /
                         static_cast<float>(100.0 * part);
      EXPECT_LT(glm::distance(rate(t - part), rate(t)), 0.4f * mean + 1e-6f / static_cast<float>(part))
          << seed << " key " << i;
      const Vec3 before = angularVelocity(keys, t - part, part), after = angularVelocity(keys, t, part);
      const float turning = std::max(angleBetween(keys[i].pose.orientation, keys[i - 1].pose.orientation),
                                     angleBetween(keys[i + 1].pose.orientation, keys[i].pose.orientation)) /
                            static_cast<float>(100.0 * part);
      EXPECT_LT(glm::distance(before, after), 0.4f * turning + 2e-6f / static_cast<float>(part))
          << seed << " key " << i;
    }
  }
}

TEST(Keyframes, AMotionWithoutItsJumpsBeginsWhereItsEndSaysItDid) {
  const std::vector<PoseKey> keys{key(0.0, {0, 0, 0}), key(1.0, {1, 0, 0}, 0.5f), key(1.0, {5, 2, 0}, 2.f),
                                  key(2.0, {6, 2, 0}, 2.f), key(2.0, {0, 0, 0})};
  EXPECT_FALSE(jumpsWithin(keys, 0.5, 0.9));
  EXPECT_FALSE(jumpsWithin(keys, 1.0, 1.5)) << "the second key holds at the jump's time";
  EXPECT_TRUE(jumpsWithin(keys, 0.9, 1.0));
  EXPECT_TRUE(jumpsWithin(keys, 1.5, 7.0));
  EXPECT_EQ(poseBeforeMotion(keys, 0.2, 0.7).position, interpolate(keys, 0.2).position);
  // The body moves 0.25 m before the jump and 0.5 m after the jump.
  const Pose start = poseBeforeMotion(keys, 0.75, 1.5);
  EXPECT_LT(glm::distance(start.position, Vec3(4.75f, 2.f, 0.f)), 1e-6f);
  EXPECT_NEAR(angleBetween(start.orientation, interpolate(keys, 1.5).orientation), 0.125f, 1e-5f);
  // The interval contains both jumps.
  EXPECT_LT(glm::distance(poseBeforeMotion(keys, 0.75, 3.0).position, Vec3(-1.25f, 0.f, 0.f)), 1e-6f);
  EXPECT_FALSE(jumpsWithin({}, 0.0, 1.0));
}

TEST(Keyframes, NoKeysAreTheOrigin) {
  EXPECT_EQ(interpolate(std::vector<PoseKey>{}, 1.0).position, Vec3(0.f));
}

}  // namespace
}  // namespace ooze::keyframes_test
