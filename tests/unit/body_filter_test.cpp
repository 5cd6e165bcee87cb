// Tests the broad phase between liquid and bodies: BodyFilter skips only bodies that are far, for every shape
// and motion.
#include "liquid/body_filter.h"

#include "ooze/geometry/signed_distance.h"

#include "geometry_fixtures.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <iterator>
#include <limits>

namespace ooze::body_filter_test {
namespace {

using testing_support::randomIn;

constexpr Aabb kRoom{Vec3(-1.f), Vec3(1.f)};

Pose randomPose(std::uint64_t seed, std::uint64_t i) {
  Pose pose;
  pose.position = randomIn(kRoom, seed, i);
  const Vec3 axis = randomIn(kRoom, seed + 1, i);
  pose.orientation = glm::normalize(Quat(0.5f, axis.x, axis.y, axis.z));
  return pose;
}

Bodies manyBodies() {
  const ShapePtr shapes[] = {
      makeSphere(0.1f),         makeBox({0.2f, 0.05f, 0.1f}),        makeCapsule(0.05f, 0.1f),
      makeCylinder(0.1f, 0.1f), makeEllipsoid({0.2f, 0.05f, 0.1f}),  makeCup(0.1f, 0.1f, 0.02f),
      makePlane({0.f, 1.f, 0}), makeTank({0.9f, 0.9f, 0.9f}, false),
  };
  Bodies bodies;
  for (std::uint64_t b = 0; b < 64; ++b) {
    Body body;
    body.shape = shapes[b % std::size(shapes)];
    body.motion = b % 3 == 0 ? Motion::Static : Motion::Kinematic;
    body.pose = randomPose(1, b);
    body.previousPose = body.motion == Motion::Static ? body.pose : randomPose(3, b);
    bodies.list.push_back(body);
  }
  return bodies;
}

/// Makes 512 particles, the size of one chunk, within 0.1 m of a random centre on each axis.
Vec3Array someParticles(std::uint64_t seed) {
  const Vec3 centre = randomIn(kRoom, seed, 0);
  Vec3Array positions;
  positions.resize(512);
  for (std::uint64_t i = 0; i < 512; ++i) positions.set(i, centre + 0.1f * randomIn(kRoom, seed + 1, i));
  return positions;
}

TEST(BodyFilter, LeavesOutOnlyWhatIsFar) {
  constexpr float kReach = 0.05f;
  const Bodies bodies = manyBodies();
  std::size_t left = 0, asked = 0, close = 0;
  for (std::uint64_t chunk = 0; chunk < 40; ++chunk) {
    const Vec3Array positions = someParticles(100 + 2 * chunk);
    const BodyBoxes& boxes = BodyBoxes::found(bodies, kReach);
    BodyFilter filter(boxes, boundsOf(positions, 0, positions.size()));
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (i % BodyFilter::kGroup == 0) filter.choose(boundsOf(positions, i, i + BodyFilter::kGroup));
      left += filter.near().size(), asked += bodies.list.size();
      for (const Body& body : bodies.list) {
        const Vec3 p = positions[i];
        if (body.shape->distance(body.pose.toLocal(p)) >= kReach) continue;
        ++close;
        const auto kept = std::ranges::find(filter.near(), &body, &BoxedBody::body);
        ASSERT_NE(kept, filter.near().end()) << "body " << &body - bodies.list.data();
        EXPECT_FALSE(kept->isFar(p, p)) << "body " << &body - bodies.list.data();
      }
    }
  }
  EXPECT_GT(close, 10'000u);
  EXPECT_LT(left, asked / 2) << "and leaves out most of it";
}

TEST(BodyFilter, KeepsAllOfWhatIsNoPlaceAtAll) {
  Bodies bodies;
  Body ball;
  ball.shape = makeSphere(0.1f);
  bodies.list.push_back(ball);
  const float nowhere = std::numeric_limits<float>::quiet_NaN();
  BodyFilter filter(BodyBoxes::found(bodies, 0.05f), {Vec3(nowhere), Vec3(nowhere)});
  filter.choose({Vec3(nowhere), Vec3(nowhere)});
  EXPECT_EQ(filter.near().size(), 1u);
}

TEST(BodyFilter, LeavesOutWhatIsAbsent) {
  Bodies bodies;
  Body ball;
  ball.shape = makeSphere(0.1f);
  ball.present = false;
  bodies.list.push_back(ball);
  BodyFilter filter(BodyBoxes::found(bodies, 0.05f), kRoom);
  filter.choose(kRoom);
  EXPECT_TRUE(filter.near().empty());
}

}  // namespace
}  // namespace ooze::body_filter_test
