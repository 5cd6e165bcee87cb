// Tests the liquid's pressure in gaps that no particle fits into, beside and under a body.
#include "liquid/gap_pressure.h"

#include "bodies/impulse_system.h"

#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace ooze::closed_gaps_test {
namespace {

constexpr float kH = 0.05f;  // unit of the contact distances [m]

Body bodyAtRest(std::string name, const SolidShape& shape, Motion motion, const Vec3& at) {
  Body body = makeBody(std::move(name), shape, motion);
  body.pose.position = body.previousPose.position = at;
  return body;
}

/// A box in a pit: no particle fits beside the box or under the box, and liquid lies on its top.
class BoxInAPit : public testing::Test {
 protected:
  BoxInAPit()
      : bodies({bodyAtRest("pit", {.kind = SolidShape::SolidKind::Tank, .size = kH * Vec3(1.4f, 2.f, 1.4f)},
                           Motion::Static, {0.f, 2.f * kH, 0.f}),
                bodyAtRest("box", {.kind = SolidShape::SolidKind::Box, .size = Vec3(kH)}, Motion::Dynamic,
                           {0.f, kH, 0.f})}) {
    gaps.find(bodies, {.unit = kH, .still = 0.2f, .dynamic = 0.365f, .curvature = 0.09f, .film = 0.2f});
    std::vector<AdjacentParticle> liquid;
    for (float x = -1.f; x <= 1.f; x += 0.25f)
      for (float z = -1.f; z <= 1.f; z += 0.25f) liquid.push_back({1, kH * Vec3(x, 1.3f, z), 1000.f});
    gaps.findCoveredPoints(bodies, liquid);
  }

  /// Returns the impulse of lift on the box.
  /// @param pushes  sum of the liquid's impulses on the box [kg m/s]
  double liftOf(double pushes) {
    ImpulseSystem system(box(), Vec3(0.f), kStep);
    return gaps.addLift(system, box(), 1, pushes, Vec3(0.f), kStep);
  }
  [[nodiscard]] const Body& box() const { return bodies.list[1]; }

  static constexpr float kStep = 1e-3f;
  Bodies bodies;
  GapPressure gaps;
};

/// Liquid covers one face of six, and the pressure is fitted to the pushes on this open face. Lift presses
/// the box against the same face, so without a limit the pressure would grow fivefold each time round.
TEST_F(BoxInAPit, IsLiftedByNoMoreThanItIsPushed) {
  ASSERT_TRUE(gaps.any(1));
  const double push = 1e-3 * box().mass();
  const double lift = liftOf(push);
  EXPECT_GT(lift, 0.5 * push);
  EXPECT_LE(lift, 1.001 * push);  // sums of floats
}

TEST_F(BoxInAPit, IsLeftAloneWhereNothingPushes) { EXPECT_EQ(liftOf(0.0), 0.0); }

}  // namespace
}  // namespace ooze::closed_gaps_test
