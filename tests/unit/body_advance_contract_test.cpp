// Tests the contract between method and world, with methods that break the contract: each time step must
// advance the bodies once.
#include "ooze/base/error.h"

#include "unit/body_fixtures.h"
#include "unit/fake_method.h"
#include "unit/world_fixtures.h"
#include "world/state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace ooze::body_settlement_test {
namespace {

using namespace test;
using testing::HasSubstr;

/// A method that advances the bodies a given number of times per time step.
class RepeatedBodyAdvance final : public FakeMethod {
 public:
  explicit RepeatedBodyAdvance(int times) : times_(times) {}
  void step(float dt, StepContext& context) override {
    for (int n = 0; n < times_; ++n) context.advanceBodies(dt);
  }

 private:
  int times_;
};

class MethodContract : public testing::Test {
 protected:
  /// Returns the error of time steps that advance the bodies `times` times, or "" if the step is accepted.
  std::string errorOf(int times) {
    RepeatedBodyAdvance method(times);
    StepContext context{bodies_, threads_, timer_, 0};
    try {
      for (int step = 0; step < 2; ++step) takeMethodStep(method, 0.01f, context);
    } catch (const RunError& error) {
      return error.what();
    }
    return {};
  }

  Bodies bodies_;
  Threads threads_{1};
  StageTimer timer_;
};

TEST_F(MethodContract, AStepSettlesTheBodiesExactlyOnce) {
  EXPECT_EQ(errorOf(1), "");
  EXPECT_THAT(errorOf(0), HasSubstr("the method \"fake\" advanced the bodies 0 times in a step"));
  EXPECT_THAT(errorOf(2), HasSubstr("2 times"));
}

TEST_F(MethodContract, SettlingMovesBodiesUnderTheGravityOfTheContext) {
  constexpr float kDt = 0.01f;
  const Vec3 gravity(0.f, -2.f, 0.f);
  bodies_.list = {makeBody("ball", {SolidShape::SolidKind::Sphere, Vec3(0.1f)}, Motion::Dynamic)};
  bodies_.advance(kDt, kDt);
  bodies_.list[0].velocity = kDt * gravity;  // the velocity after gravity, as a method leaves it
  StepContext context{bodies_, threads_, timer_, 0, gravity};
  takeMethodStep(*std::make_unique<FakeMethod>(), kDt, context);
  EXPECT_NEAR(bodies_.list[0].pose.position.y, 0.5f * kDt * kDt * gravity.y, 1e-8f) << "the exact parabola";
}

}  // namespace
}  // namespace ooze::body_settlement_test
