// Tests of the brush for control particles: placing, moving, keying and removing particles, and the drawing
// of controls.
#include "ooze/world/control_text.h"

#include "mouse_test.h"
#include "ui/overlays/control_overlay.h"
#include "ui/state/control_edits.h"
#include "unit/rasmussen_fixtures.h"
#include "world_session.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <memory>
#include <string>
#include <vector>

namespace ooze::ui {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Returns a world with a ball beside a little liquid, and a control that affects neither.
WorldSpec directed() {
  WorldSpec spec = rasmussen_fixtures::worldOf(rasmussen_fixtures::liquid({}));
  spec.settings.gravityY = 0.f;
  spec.liquids = {test::box({0.3f, 0.f, 0.f}, {0.06f, 0.06f, 0.06f})};
  spec.bodies = {ballAt("ball", Motion::Static, {0.f, 0.2f, 0.f})};
  Control wind;
  wind.name = "wind";
  wind.position = {-0.2f, 0.2f, 0.f};
  wind.value = {0.f, 1.f, 0.f};
  wind.points = std::make_shared<const ControlPoints>(
      std::vector<ControlPoint>{{{0.f, 0.f, 0.f}}, {{0.05f, 0.f, 0.f}}});
  spec.controls = {wind};
  return spec;
}

class ControlToolTest : public MouseTest<WorldSession> {
 protected:
  explicit ControlToolTest(WorldSpec spec = directed())
      : MouseTest({{0.f, 0.2f, 1.f}, {0.f, 0.2f, 0.f}, 40.f}, std::move(spec), true) {
    state_.tool = Action::ControlTool;
    look();
  }

  void look() { show(session_.world.snapshot()); }
  void advance() {
    session_.world.advanceFrame();
    look();
  }
  [[nodiscard]] const Control& control(std::string_view name) const {
    return *findControl(session_.world.controls(), name);
  }
  ControlChoice& choice() { return state_.controls; }
};

TEST_F(ControlToolTest, AClickLeavesOneParticleOnWhatItTouches) {
  choice().kind = ControlKind::Viscosity;
  choice().viscosity = 3.f;
  choice().radius.chosen = 0.05f;
  press(over({0.f, 0.2f, 0.f}));
  release();
  ASSERT_EQ(targets(), std::vector<std::string>{"control.brush 1.whole"});
  EXPECT_THAT(session_.edits, ElementsAre("Add brush 1"));
  EXPECT_EQ(session_.editsEnded, 1);
  const Control& c = control("brush 1");
  EXPECT_EQ(c.kind, ControlKind::Viscosity);
  EXPECT_EQ(c.value.x, 3.f);
  EXPECT_EQ(c.radius, 0.05f);
  EXPECT_FALSE(c.points);
  EXPECT_LT(glm::distance(c.position, Vec3(0.f, 0.2f, kBallRadius)), 1e-3f) << "on the ball";
  EXPECT_EQ(choice().chosen, "brush 1");
}

TEST_F(ControlToolTest, WhereNothingIsItLiesInThePlaneThatTheCameraTurnsRound) {
  press(over({0.1f, 0.35f, 0.f}));
  release();
  EXPECT_LT(glm::distance(control("brush 1").position, Vec3(0.1f, 0.35f, 0.f)), 1e-3f);
}

TEST_F(ControlToolTest, ADragLaysARowThatIsOneEditAndLeadsAlong) {
  choice().radius.chosen = 0.04f;
  choice().spacing = 0.5f;
  choice().speed = 2.f;
  press(over({-0.1f, 0.35f, 0.f}));
  move(over({0.f, 0.35f, 0.f}));
  move(over({0.1f, 0.35f, 0.f}));
  release();
  ASSERT_EQ(session_.commands.size(), 1u);
  const Control& c = control("brush 1");
  ASSERT_TRUE(c.points);
  const auto points = c.points->list();
  ASSERT_THAT(points.size(), testing::AnyOf(11u, 12u)) << "every half radius of 0.2 m, as rounded";
  EXPECT_LT(glm::distance(c.position + points[0].place, Vec3(-0.1f, 0.35f, 0.f)), 1e-3f);
  EXPECT_LT(glm::distance(c.position + points.back().place, Vec3(0.1f, 0.35f, 0.f)), 5e-3f);
  EXPECT_NEAR(glm::distance(points[3].place, points[4].place), 0.02f, 2e-3f);
  EXPECT_NEAR(c.value.x, 2.f, 1e-2f);
}

TEST_F(ControlToolTest, CylindersStandOnWhatTheyAreOn) {
  choice().shape = ControlShape::Cylinder;
  press(over({0.f, 0.2f, 0.f}));
  release();
  const Control& c = control("brush 1");
  ASSERT_TRUE(c.points);
  EXPECT_GT(c.points->list()[0].axis.z, 0.99f) << "out of the ball, towards the camera";
}

TEST_F(ControlToolTest, AnExistingControlIsPickedAndMoved) {
  const Vec3 grip{-0.15f, 0.2f, 0.f};  // second particle of the control
  EXPECT_TRUE(controller_.isOverTarget(context(), over(grip)));
  press(over(grip));
  move(over(grip + Vec3(0.05f, 0.1f, 0.f)));
  release();
  EXPECT_THAT(session_.edits, ElementsAre("Move wind"));
  ASSERT_EQ(session_.commands.back().target, "control.wind.position");
  EXPECT_LT(glm::distance(control("wind").position, Vec3(-0.15f, 0.3f, 0.f)), 2e-3f);
  EXPECT_EQ(choice().chosen, "wind");
}

TEST_F(ControlToolTest, ADragWithKeysIsPlayedAgain) {
  choice().keyed = true;
  const Vec3 grip{-0.2f, 0.2f, 0.f};
  advance();
  const double begin = session_.world.time();
  press(over(grip));
  for (int f = 1; f <= 12; ++f) {
    move(over(grip + Vec3(0.f, 0.01f * static_cast<float>(f), 0.f)));
    advance();
  }
  release();
  const double end = session_.world.time();
  EXPECT_EQ(session_.commands.back().target, "control.wind.whole");
  EXPECT_THAT(session_.edits, ElementsAre("Key wind"));
  EXPECT_EQ(session_.editsEnded, 1);
  const Control& c = control("wind");
  ASSERT_GE(c.placeKeys.size(), 4u);
  EXPECT_NEAR(c.placeKeys.front().time, begin, 1e-9);
  EXPECT_NEAR(c.placeKeys.back().time, end, 1e-9);
  EXPECT_NEAR(c.poseAt(begin).position.y, 0.21f, 1e-3f) << "its last position at the start of the stroke";
  EXPECT_NEAR(c.poseAt(end).position.y, 0.32f, 2e-3f);
  EXPECT_NEAR(c.poseAt(0.5 * (begin + end)).position.y, 0.26f, 0.02f) << "the speed of the mouse";
  ASSERT_TRUE(c.points);
  EXPECT_EQ(c.points->list().size(), 2u);
}

TEST_F(ControlToolTest, ADragWhilePausedAddsAKey) {
  choice().keyed = true;
  const Vec3 grip{-0.2f, 0.2f, 0.f};
  drag(grip, grip + Vec3(0.f, 0.1f, 0.f));
  EXPECT_EQ(control("wind").placeKeys.size(), 1u);
  for (int f = 0; f < 20; ++f) advance();
  drag(grip + Vec3(0.f, 0.1f, 0.f), grip);
  const std::vector<PoseKey>& keys = control("wind").placeKeys;
  ASSERT_EQ(keys.size(), 2u);
  EXPECT_NEAR(keys[0].pose.position.y, 0.3f, 2e-3f);
  EXPECT_NEAR(keys[1].pose.position.y, 0.2f, 4e-3f);
  EXPECT_NEAR(keys[1].time, session_.world.time(), 1e-9);
}

TEST_F(ControlToolTest, TheRightButtonTakesOneOut) {
  drag(Vec3(-0.2f, 0.2f, 0.f), Vec3(-0.2f, 0.2f, 0.f), Button::Right);
  EXPECT_THAT(session_.edits, ElementsAre("Remove wind"));
  EXPECT_THAT(session_.world.controls(), IsEmpty());
}

TEST_F(ControlToolTest, TheWheelChangesTheRadius) {
  const float before = choice().radius.in(*view_.snapshot);
  ToolContext c = context();
  controller_.scroll(c, over({0.f, 0.f, 0.f}), 1.f, true);
  EXPECT_GT(choice().radius.in(*view_.snapshot), 1.1f * before);
}

TEST_F(ControlToolTest, MayBeHiddenAndThenAreNotPicked) {
  const auto marked = [&] { return controller_.overlayStrokes(context(), nullptr).size(); };
  EXPECT_GT(marked(), 0u);
  choice().shown = false;
  EXPECT_EQ(marked(), 0u);
  EXPECT_FALSE(controller_.isOverTarget(context(), over({-0.2f, 0.2f, 0.f})));
  choice().shown.reset();
  state_.tool = Action::CameraTool;
  EXPECT_EQ(marked(), 0u) << "the camera tool shows no controls";
  choice().shown = true;
  EXPECT_GT(marked(), 0u);
}

class WorldWithoutControlsTest : public MouseTest<WorldSession> {
 protected:
  WorldWithoutControlsTest() : MouseTest({{0.f, 0.2f, 1.f}, {0.f, 0.2f, 0.f}, 40.f}, worldOfWater(), true) {
    state_.tool = Action::ControlTool;
    show(session_.world.snapshot());
  }
};

TEST_F(WorldWithoutControlsTest, AMethodWithoutControlsSaysSo) {
  drag(Vec3(0.f, 0.2f, 0.f), Vec3(0.1f, 0.2f, 0.f));
  EXPECT_THAT(session_.commands, IsEmpty());
  EXPECT_EQ(state_.missedTool, Action::ControlTool);
  EXPECT_THAT(whyNoControls(view_), testing::HasSubstr("This world uses"));
}

TEST(ControlMarks, AreFewForAnyNumberOfParticles) {
  Control many;
  many.name = "many";
  std::vector<ControlPoint> points(100'000);
  for (std::size_t k = 0; k < points.size(); ++k) points[k].place = {1e-5f * static_cast<float>(k), 0.f, 0.f};
  many.points = std::make_shared<const ControlPoints>(std::move(points));
  many.value = {0.f, 1.f, 0.f};
  const OrbitCamera camera({{0.f, 0.f, 2.f}, {0.f, 0.f, 0.f}, 40.f});
  const std::vector<Stroke> strokes = controlOverlay({many}, {}, 0.0, camera, "");
  EXPECT_GT(strokes.size(), 500u);
  EXPECT_LT(strokes.size(), kMostControlBalls + 6 * kMostControlReaches);
}

TEST(ControlMarks, HaveTheColourOfTheirKindAndArePaleWhileInactive) {
  Control c;
  c.kind = ControlKind::EraseLiquid;
  c.start = 1.0;
  const OrbitCamera camera({{0.f, 0.f, 2.f}, {0.f, 0.f, 0.f}, 40.f});
  const auto strongest = [&](double time) {
    std::uint32_t most = 0;
    for (const Stroke& s : controlOverlay({c}, {}, time, camera, "")) {
      EXPECT_EQ(s.colour & 0xffffffu, controlColour(c.kind) & 0xffffffu);
      most = std::max(most, s.colour >> 24);
    }
    return most;
  };
  EXPECT_LT(2 * strongest(0.0), strongest(1.0));
}

}  // namespace
}  // namespace ooze::ui
