// Tests of the mouse tools for bodies and liquid: the commands that a drag submits, and their effect on a
// world.
#include "fixtures/commands.h"
#include "fixtures/small_scene.h"
#include "mouse_test.h"
#include "ui/state/drop_choice.h"
#include "ui/tools/pick.h"
#include "world_session.h"

#include <algorithm>
#include <glm/gtc/constants.hpp>
#include <gmock/gmock.h>
#include <span>

namespace ooze::ui {
namespace {

constexpr float kRadius = kBallRadius;

/// Returns a world without gravity, in which only the mouse pulls, with two balls, one of them dynamic.
WorldSpec weightless() {
  WorldSpec spec = worldOfWater();
  spec.settings.gravityY = 0.f;
  Body moving = ballAt("red ball", Motion::Dynamic, {0.1f, 0.2f, 0.f});
  moving.pose.orientation = moving.previousPose.orientation =
      glm::angleAxis(glm::half_pi<float>(), Vec3(0.f, 1.f, 0.f));
  spec.bodies = {moving, ballAt("lamp", Motion::Static, {-0.2f, 0.2f, 0.f})};
  return spec;
}

class BodyToolTest : public MouseTest<WorldSession> {
 protected:
  explicit BodyToolTest(WorldSpec spec = weightless())
      : MouseTest({{0.f, 0.2f, 1.f}, {0.f, 0.2f, 0.f}, 40.f}, std::move(spec)) {
    look();
  }

  void look() { show(session_.world.snapshot()); }
  void advance() {
    session_.world.advanceFrame();
    look();
  }
  const Body& body(std::string_view name) const {
    return *std::find_if(view_.snapshot->bodies.begin(), view_.snapshot->bodies.end(),
                         [name](const Body& b) { return b.name == name; });
  }
};

TEST_F(BodyToolTest, ABodyIsHeldWhereItWasHitAndFollowsInThePlaneThatFacesTheCamera) {
  press(over({0.1f, 0.2f, 0.f}));
  ASSERT_EQ(targets(), std::vector<std::string>{"body.red ball.pull"});
  const Vec3 hit = vector(session_.commands[0], 3);
  EXPECT_NEAR(glm::distance(hit, Vec3(0.1f, 0.2f, 0.f)), kRadius, 1e-3f) << "on its surface";
  EXPECT_GT(hit.z, 0.9f * kRadius) << "on the camera's side";
  // The body is rotated by 90 degrees about y, so its own x axis points away from the camera.
  EXPECT_LT(vector(session_.commands[0], 0).x, -0.9f * kRadius) << "the anchor is in the body's frame";

  const Vec3 aim = hit + Vec3(0.05f, 0.08f, 0.f);
  move(over(aim));
  const CommandText& pull = session_.commands.back();
  EXPECT_EQ(vector(pull, 0), vector(session_.commands[0], 0)) << "the anchor stays";
  EXPECT_LT(glm::distance(vector(pull, 3), aim), 1e-4f);
  release();
  EXPECT_EQ(session_.commands.back().target, "body.red ball.release");
  EXPECT_TRUE(session_.commands.back().values.empty());
}

TEST_F(BodyToolTest, WithShiftItMovesLevelAndTheWheelPushesItAway) {
  press(over({0.1f, 0.2f, 0.f}, true));
  const Vec3 start = vector(session_.commands.back(), 3);
  move(over(start + Vec3(0.f, 0.1f, 0.f), true));
  const Vec3 away = vector(session_.commands.back(), 3);
  EXPECT_LT(glm::distance(away, start + Vec3(0.f, 0.f, -0.1f)), 1e-4f);

  const CameraSpec before = camera_.spec();
  ToolContext c = context();
  controller_.scroll(c, over(start), 1.f);
  const Vec3 farther = vector(session_.commands.back(), 3);
  EXPECT_GT(glm::distance(farther, before.eye), 1.05f * glm::distance(away, before.eye));
  EXPECT_EQ(camera_.spec().eye, before.eye) << "the wheel is the tool's while it holds something";
  release();
  controller_.scroll(c, over(start), 1.f);
  EXPECT_NE(camera_.spec().eye, before.eye);
}

TEST_F(BodyToolTest, AThrownBodyKeepsItsVelocity) {
  const Vec3 start{0.1f, 0.2f, 0.f};
  press(over(start));
  for (int frame = 1; frame <= 20; ++frame) {
    advance();
    move(over(start + Vec3(0.f, 0.01f * static_cast<float>(frame), 0.f)));
  }
  release();
  advance();
  EXPECT_FALSE(body("red ball").pull);
  const Vec3 thrown = body("red ball").velocity, from = body("red ball").centre();
  EXPECT_GT(thrown.y, 0.2f) << "the mouse moved at 0.6 m/s";
  const double begin = session_.world.time();
  for (int frame = 0; frame < 30; ++frame) advance();
  EXPECT_LT(glm::distance(body("red ball").velocity, thrown), 1e-5f) << "weightless, nothing slows it";
  const float seconds = static_cast<float>(session_.world.time() - begin);
  EXPECT_LT(glm::distance(body("red ball").centre(), from + seconds * thrown), 1e-4f);
}

TEST_F(BodyToolTest, DraggingAStaticBodyOrNothingTurnsTheView) {
  const Vec3 eye = camera_.spec().eye;
  EXPECT_TRUE(controller_.isOverTarget(context(), over({0.1f, 0.2f, 0.f})));
  EXPECT_FALSE(controller_.isOverTarget(context(), over({-0.2f, 0.2f, 0.f})));
  press(over({-0.2f, 0.2f, 0.f}));
  move(over({0.f, 0.2f, 0.f}));
  release();
  EXPECT_TRUE(session_.commands.empty());
  EXPECT_NE(camera_.spec().eye, eye);
  state_.tool = Action::PourTool;
  EXPECT_FALSE(controller_.isOverTarget(context(), over({0.1f, 0.2f, 0.f})))
      << "the pour tool has the left button";
}

TEST_F(BodyToolTest, GrabbingNothingShowsAMessageAndTheViewStays) {
  state_.tool = Action::GrabTool;
  const Vec3 eye = camera_.spec().eye;
  drag(over({-0.2f, 0.2f, 0.f}), over({0.f, 0.2f, 0.f}));
  EXPECT_EQ(camera_.spec().eye, eye);
  EXPECT_TRUE(session_.commands.empty());
  EXPECT_EQ(state_.missedTool, Action::GrabTool);
  press(over({0.1f, 0.2f, 0.f}));
  EXPECT_EQ(state_.missedTool, Action::None) << "said until the next press";
  EXPECT_EQ(targets(), std::vector<std::string>{"body.red ball.pull"});
  release();
  press(over({-0.2f, 0.2f, 0.f}));
  release();
  ASSERT_EQ(state_.missedTool, Action::GrabTool);
  state_.tool = Action::CutTool;
  look();
  EXPECT_EQ(state_.missedTool, Action::None) << "or until the tool is put away";
  state_.tool = Action::GrabTool;
  drag(over({-0.2f, 0.2f, 0.f}), over({0.f, 0.2f, 0.f}), Button::Middle);
  EXPECT_NE(camera_.spec().eye, eye) << "the middle button turns the view as ever";
}

TEST_F(BodyToolTest, ABodyThatIsGoneIsNoLongerCommanded) {
  press(over({0.1f, 0.2f, 0.f}));
  session_.world.submit(command("body.red ball.present", {0.f}));
  advance();
  const std::size_t before = session_.commands.size();
  move(over({0.2f, 0.3f, 0.f}));
  release();
  EXPECT_EQ(session_.commands.size(), before);
}

TEST_F(BodyToolTest, APulledBodyIsMarkedFromTheAnchorToTheHand) {
  press(over({0.1f, 0.2f, 0.f}));
  const Vec3 hit = vector(session_.commands.back(), 3), aim = hit + Vec3(0.1f, 0.f, 0.f);
  const Pointer to = over(aim);
  move(to);
  const std::vector<Stroke> marks = controller_.overlayStrokes(context(), &to);
  const auto line =
      std::find_if(marks.begin(), marks.end(), [](const Stroke& s) { return s.points.size() == 2; });
  ASSERT_NE(line, marks.end());
  EXPECT_LT(glm::distance(line->points[0], hit), 1e-4f);
  EXPECT_LT(glm::distance(line->points[1], aim), 1e-4f);
  release();
}

TEST_F(BodyToolTest, ANameMayHoldSpacesAndDots) {
  WorldSpec spec = weightless();
  spec.bodies[0].name = "St. Ball 1.5";
  WorldSession session(std::move(spec));
  view_.snapshot = session.world.snapshot();
  ToolContext c{view_, live_, camera_, state_, session, kAspect};
  controller_.press(c, over({0.1f, 0.2f, 0.f}), Button::Left);
  controller_.release(c, Button::Left);
  session.world.step();
  ASSERT_EQ(session.world.commandLog().size(), 2u);
  EXPECT_EQ(targetOf(session.world.commandLog()[0].command), "body.St. Ball 1.5.pull");
}

/// A fixture with the pool scene of the window tests: a ball and a block in a pool.
class PoolToolTest : public BodyToolTest {
 protected:
  PoolToolTest() : BodyToolTest(load()) {
    camera_ = OrbitCamera(CameraSpec{{0.f, 0.5f, 0.6f}, {0.f, 0.06f, 0.f}, 40.f});
  }
  static WorldSpec load() {
    const TemporaryFolder folder;
    return loadScene(folder.write("pool.json", kPoolScene).string(), Detail::Coarse).world;
  }
  // Returns the ids of the liquid particles within `radius` of a point.
  std::vector<std::uint32_t> liquidWithin(const Vec3& centre, float radius) const {
    std::vector<std::uint32_t> ids;
    for (std::size_t i = 0; i < view_.snapshot->positions.size(); ++i)
      if (glm::distance(view_.snapshot->positions[i], centre) <= radius)
        ids.push_back(view_.snapshot->ids[i]);
    return ids;
  }
};

TEST_F(PoolToolTest, ABodyThatDoesNotFitBetweenTheWallsIsDroppedSmaller) {
  state_.tool = Action::DropTool;
  const auto sizeDropped = [&](float chosen) {
    state_.drop.size = chosen;
    const std::size_t before = session_.commands.size();
    press(over({-0.08f, 0.06f, 0.f}));
    release();
    EXPECT_EQ(session_.commands.size(), before + 1);
    return session_.commands.back().values[3];
  };
  EXPECT_FLOAT_EQ(sizeDropped(0.02f), 0.02f);
  // The pool is 0.2 m wide, and a ball of 0.08 m floats in its middle.
  const float large = sizeDropped(0.3f);
  EXPECT_LT(large, 0.105f);
  EXPECT_GT(large, 0.02f);
}

TEST_F(PoolToolTest, AHandfulOfLiquidIsCarriedAndLetGo) {
  const Vec3 surface{-0.08f, 0.06f, 0.02f};
  EXPECT_FALSE(controller_.isOverTarget(context(), over(surface))) << "only the armed grab tool takes liquid";
  state_.tool = Action::GrabTool;
  EXPECT_TRUE(controller_.isOverTarget(context(), over(surface)));
  press(over(surface));
  ASSERT_EQ(targets(), std::vector<std::string>{"liquid.grab"});
  const Vec3 centre = vector(session_.commands[0], 0);
  const float radius = session_.commands[0].values[3];
  EXPECT_GE(radius, 2.5f * view_.snapshot->interactionRadius);
  EXPECT_GT(liquidWithin(centre, radius).size(), 20u) << "the grab holds liquid";

  move(over(centre + Vec3(0.f, 0.1f, 0.f)));
  EXPECT_EQ(session_.commands.back().target, "liquid.carry");
  const Vec3 aim = vector(session_.commands.back(), 0);
  EXPECT_GT(aim.y, centre.y + 0.05f);
  for (int frame = 0; frame < 30; ++frame) advance();
  EXPECT_GT(liquidWithin(aim, radius).size(), 20u) << "it came along";
  release();
  EXPECT_EQ(session_.commands.back().target, "liquid.release");
  for (int frame = 0; frame < 30; ++frame) advance();
  EXPECT_LT(liquidWithin(aim + Vec3(0.f, 0.5f * radius, 0.f), 0.5f * radius).size(), 5u) << "it fell";
}

TEST_F(PoolToolTest, TheGrabToolPicksABodyThroughTheLiquid) {
  session_.world.submit(
      command("body.block.position", {-0.08f, 0.025f, 0.f}));  // the block is below the surface
  advance();
  const Pointer pointer = over({-0.08f, 0.045f, 0.f});
  press(pointer);
  release();
  EXPECT_TRUE(session_.commands.empty()) << "a click does not grab an invisible body";
  state_.tool = Action::GrabTool;
  press(pointer);
  release();
  EXPECT_EQ(targets(), (std::vector<std::string>{"body.block.pull", "body.block.release"}));
}

TEST_F(PoolToolTest, AClickDropsTheChosenBodyJustAboveTheLiquidAndClearOfTheWalls) {
  for (int frame = 0; frame < 20; ++frame) advance();  // the liquid spreads to the walls
  state_.tool = Action::DropTool;
  state_.drop = {.shape = 1, .size = 0.02f, .density = 300.f};
  // Beside the middle of the pool, in a corner, and on the ball.
  for (const Vec3& aim : {Vec3(-0.08f, 0.06f, 0.02f), Vec3(-0.145f, 0.05f, -0.09f), Vec3(0.f, 0.13f, 0.f)}) {
    press(over(aim));
    EXPECT_TRUE(controller_.dragging());
    release();
    const CommandText& drop = session_.commands.back();
    EXPECT_EQ(drop.target, "bodies.add_box");
    ASSERT_EQ(drop.values.size(), 5u);
    EXPECT_EQ(drop.values[3], 0.02f);
    EXPECT_EQ(drop.values[4], 300.f);
    const Vec3 place = vector(drop, 0);
    EXPECT_GT(place.y, 0.06f) << aim.x;  // the liquid's surface is at 0.05 m
    for (const Body& b : view_.snapshot->bodies)
      EXPECT_GE(b.shape->distance(b.pose.toLocal(place)), 0.02f) << b.name << " would hold it";
  }
  const std::size_t before = view_.snapshot->bodies.size();
  advance();
  EXPECT_EQ(view_.snapshot->bodies.size(), before + 3);
  EXPECT_EQ(body("dropped 1").motion, Motion::Dynamic);
  for (int frame = 0; frame < 60; ++frame) advance();
  for (const char* name : {"dropped 1", "dropped 2", "dropped 3"}) {
    EXPECT_TRUE(body(name).present) << name;
    EXPECT_LT(glm::length(body(name).velocity), 2.f) << name << " was not shot away";
    EXPECT_LT(std::abs(body(name).centre().x), 0.15f) << name << " is in the tank";
  }
}

TEST_F(PoolToolTest, TheOutlineShowsWhereTheNextBodyWouldBeAndWhatWaitsForAStep) {
  state_.tool = Action::DropTool;
  const Pointer pointer = over({-0.08f, 0.06f, 0.02f});
  const auto marks = controller_.overlayStrokes(context(), &pointer);
  ASSERT_FALSE(marks.empty());
  press(pointer);
  release();
  const Vec3 place = vector(session_.commands.back(), 0);
  const float size = session_.commands.back().values[3];
  const std::span<const Stroke> outline = std::span(marks).first(marks.size() - 2);
  for (const Stroke& stroke : outline)
    for (const Vec3& point : stroke.points) EXPECT_NEAR(glm::distance(point, place), size, 1e-5f);
  // A plumb line leads down to the surface below the body, with a ring at its end.
  const std::vector<Vec3>& plumb = marks[marks.size() - 2].points;
  ASSERT_EQ(plumb.size(), 2u);
  EXPECT_NEAR(plumb[0].y, place.y - size, 1e-5f);
  EXPECT_LT(plumb[1].y, plumb[0].y);
  EXPECT_NEAR(plumb[1].x, place.x, 1e-5f);
  EXPECT_NEAR(plumb[1].z, place.z, 1e-5f);
  EXPECT_TRUE(controller_.overlayStrokes(context(), nullptr).empty());
  for (const CommandText& c : session_.commands) view_.pending.push_back(parseCommand(c));
  const auto waiting = controller_.overlayStrokes(context(), nullptr);
  ASSERT_EQ(waiting.size(), outline.size());
  EXPECT_TRUE(waiting[0].dim);
}

TEST_F(PoolToolTest, ABodyDroppedOverNothingIsAsFarOffAsWhatOneLooksAtAndInsideTheDomain) {
  session_.world.submit(command("body.tank.present", {0.f}));
  advance();
  const Aabb domain{{-0.5f, -0.2f, -0.5f}, {0.5f, 0.8f, 0.5f}};
  const PickRay beside = camera_.ray({-0.95f, 0.9f}, kAspect);
  const Vec3 place = dropPlace(state_.drop, *view_.snapshot, camera_, beside, std::nullopt);
  const Vec3 forward = glm::normalize(camera_.spec().target - camera_.spec().eye);
  EXPECT_NEAR(glm::dot(place - camera_.spec().target, forward), 0.f, 1e-4f);
  const Vec3 kept = dropPlace(state_.drop, *view_.snapshot, camera_, {{0.f, 3.f, 0.6f}, forward}, domain);
  EXPECT_TRUE(domain.contains(kept));
}

TEST(Pick, SeesTheFloorOfAnEmptyTankFromWithin) {
  Snapshot snapshot;
  snapshot.bodies = {makeBody("tank", {SolidShape::SolidKind::Tank, Vec3(0.2f)}, Motion::Static)};
  const PickRay down{{0.05f, 1.f, 0.f}, {0.f, -1.f, 0.f}};
  EXPECT_FALSE(pickSolid(snapshot, down));
  const auto inside = pickSolid(snapshot, down, true);
  ASSERT_TRUE(inside);
  EXPECT_NEAR(inside->distance, 1.2f, 1e-3f);
  // The ray passes through the near wall and hits the floor.
  const PickRay slanting{{0.f, 0.3f, 0.5f}, glm::normalize(Vec3(0.f, -0.5f, -0.5f))};
  const auto through = pickSolid(snapshot, slanting, true);
  ASSERT_TRUE(through);
  EXPECT_NEAR(slanting.origin.y + through->distance * slanting.direction.y, -0.2f, 1e-3f);
  EXPECT_FALSE(pickSolid(snapshot, {{0.f, -1.f, 0.5f}, {0.f, 0.f, 1.f}}, true)) << "past it";
}

}  // namespace
}  // namespace ooze::ui
