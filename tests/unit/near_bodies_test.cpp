// Tests of NearBodies, which approximates solids near a particle by tangent planes.
#include "liquid/near_bodies.h"

#include "ooze/geometry/signed_distance.h"

#include "geometry_fixtures.h"

#include <cmath>
#include <gtest/gtest.h>

namespace ooze::near_bodies_test {
namespace {

using testing_support::randomIn;

constexpr float kReach = 0.02f,
                kValidDistance = 0.0004f;  // search distance; motion up to which a tangent plane holds [m]
constexpr float kRadius = 0.05f;           // radius of the ball [m]

/// Makes a rotated ball off centre, and a tank that reports its faces one by one.
Bodies ballInTank() {
  Bodies bodies;
  Body ball;
  ball.shape = makeSphere(kRadius);
  ball.motion = Motion::Kinematic;
  ball.pose.position = {0.02f, 0.01f, -0.03f};
  ball.pose.orientation = glm::normalize(Quat(0.3f, 0.5f, -0.2f, 0.4f));
  ball.previousPose = ball.pose;
  Body tank;
  tank.shape = makeTank({0.1f, 0.1f, 0.1f}, true);
  bodies.list = {ball, tank};
  return bodies;
}

Vec3Array randomPositions(std::size_t count) {
  Vec3Array positions;
  positions.resize(count);
  const Aabb room{Vec3(-0.1f), Vec3(0.1f)};
  for (std::size_t i = 0; i < count; ++i) positions.set(i, randomIn(room, 3, i));
  return positions;
}

TEST(NearBodies, FindTheFacesOfTheShapes) {
  const Bodies bodies = ballInTank();
  const Vec3Array positions = randomPositions(4000);
  NearBodies near;
  near.find(positions, bodies, kReach, kValidDistance, Threads(2));
  std::size_t found = 0, corners = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const NearFaces faces = near.of(i);
    std::size_t expected = 0;
    for (const Body& body : bodies.list) {
      const NearFaces own = faces.of(body);
      std::size_t k = 0;
      for (const SignedDistance::Sample& s :
           body.shape->facesWithin(body.pose.toLocal(positions[i]), kReach)) {
        ASSERT_LT(k, own.list.size());
        EXPECT_NEAR(own.list[k].distance, s.distance, 1e-7f);
        EXPECT_NEAR(glm::distance(own.list[k].normal, body.pose.directionToWorld(s.normal)), 0.f, 1e-5f);
        ++k, ++expected;
      }
      corners += k > 1 ? 1 : 0;
    }
    ASSERT_EQ(faces.list.size(), expected);
    found += expected;
  }
  EXPECT_GT(found, 2000u);
  EXPECT_GT(corners, 100u);
}

TEST(NearBodies, APlaneIsAsTrueAsTheSolidIsFlatForAsLongAsItHolds) {
  const Bodies bodies = ballInTank();
  const Vec3Array positions = randomPositions(4000);
  NearBodies near;
  near.find(positions, bodies, kReach, kValidDistance, Threads(1));
  const Body& ball = bodies.list[0];
  std::size_t looked = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const NearFaces faces = near.of(i).of(ball);
    if (faces.list.empty()) continue;
    const Vec3 moved =
        positions[i] + kValidDistance * glm::normalize(randomIn({Vec3(-1.f), Vec3(1.f)}, 4, i));
    EXPECT_FALSE(faces.hold(positions[i] + 1.01f * (moved - positions[i])));
    const Vec3 p = glm::mix(positions[i], moved, 0.99f);
    ASSERT_TRUE(faces.hold(p));
    const NearFace& face = faces.list[0];
    const float byPlane = face.distance + glm::dot(face.normal, p - faces.from);
    const float exact = ball.shape->distance(ball.pose.toLocal(p));
    // The tangent plane of a ball is off by the squared distance along the plane over twice the distance from
    // the centre.
    const float centre = std::max(0.01f, kRadius + face.distance - kValidDistance);
    EXPECT_NEAR(byPlane, exact, kValidDistance * kValidDistance / (2.f * centre) + 2e-8f);
    ++looked;
  }
  EXPECT_GT(looked, 300u);
}

}  // namespace
}  // namespace ooze::near_bodies_test
