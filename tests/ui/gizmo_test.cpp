// Tests of the gizmo: the meaning of a drag of each handle, and the commands that the drag submits.
#include "ui/overlays/gizmo.h"

#include "ooze/world/command.h"

#include "mouse_test.h"
#include "world_session.h"

#include <algorithm>
#include <glm/gtc/constants.hpp>
#include <gmock/gmock.h>

namespace ooze::ui {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(GizmoMaths, ARayMeetsAnAxisWhereItComesNearest) {
  const Vec3 origin{1.f, 2.f, 3.f}, x{1.f, 0.f, 0.f};
  // The ray points straight down past the axis, half a metre beside it.
  const auto along = alongAxis({{4.f, 9.f, 3.5f}, {0.f, -1.f, 0.f}}, origin, x);
  ASSERT_TRUE(along);
  EXPECT_NEAR(*along, 3.f, 1e-5f);
  const Vec3 aslant = glm::normalize(Vec3(-1.f, -1.f, 0.f));
  EXPECT_NEAR(alongAxis({{4.f, 4.f, 3.f}, aslant}, origin, x).value(), 1.f, 1e-5f);
  EXPECT_FALSE(alongAxis({{9.f, 2.f, 3.f}, -x}, origin, x)) << "along the axis every place is as near";
  EXPECT_FALSE(alongAxis({{4.f, 9.f, 3.f}, {0.f, 1.f, 0.f}}, origin, x)) << "behind the eye";
}

TEST(GizmoMaths, AnAngleIsThatInThePlaneAcrossTheAxis) {
  const Vec3 up{0.f, 1.f, 0.f};
  const auto angle = [&](float x, float z) {
    return angleAbout({{x, 5.f, z}, {0.f, -1.f, 0.f}}, {0.f, 1.f, 0.f}, up).value();
  };
  // A rotation about y by 90 degrees takes x to -z.
  EXPECT_NEAR(std::remainder(angle(0.f, -1.f) - angle(1.f, 0.f), glm::two_pi<float>()), glm::half_pi<float>(),
              1e-5f);
  EXPECT_FALSE(angleAbout({{0.f, 1.f, 5.f}, {0.f, 0.f, -1.f}}, {0.f, 1.f, 0.f}, up)) << "from its edge";
}

TEST(GizmoMaths, AnglesMakeTheTurnThatTheyCameFrom) {
  for (const Vec3& degrees : {Vec3(10.f, 20.f, 30.f), Vec3(-80.f, 170.f, -45.f), Vec3(0.f),
                              Vec3(90.f, 30.f, 0.f), Vec3(-90.f, 0.f, 50.f), Vec3(120.f, 5.f, 5.f)}) {
    const Quat turn = meshRotation(degrees), again = meshRotation(turnDegrees(turn));
    EXPECT_GT(std::abs(glm::dot(turn, again)), 1.f - 1e-5f)
        << degrees.x << " " << degrees.y << " " << degrees.z;
  }
}

Placement placed(const Vec3& at) {
  Placement p;
  p.name = "thing";
  p.pose.position = at;
  p.bounds = {Vec3(-0.05f), Vec3(0.05f)};
  return p;
}

class GizmoDragTest : public testing::Test {
 protected:
  Vec2 seen(const Vec3& point) const {
    Vec2 at;
    EXPECT_TRUE(camera_.project(point, kAspect, at));
    return at;
  }
  GizmoDrag begin(const Placement& start, GizmoMode mode, int axis, const Vec3& from) const {
    return {start, {mode, axis}, camera_, kAspect, seen(from)};
  }
  OrbitCamera camera_{{{0.4f, 0.5f, 1.f}, {0.f, 0.2f, 0.f}, 40.f}};
};

TEST_F(GizmoDragTest, AnArrowMovesAlongItsAxisAloneAsFarAsThePointer) {
  const Vec3 start{0.f, 0.2f, 0.f};
  for (const int axis : {0, 1, 2}) {
    Vec3 unit(0.f);
    unit[axis] = 1.f;
    GizmoDrag drag = begin(placed(start), GizmoMode::Move, axis, start + 0.1f * unit);
    const Vec3 now = drag.to(seen(start + 0.17f * unit), false).pose.position;
    EXPECT_NEAR(glm::distance(now, start + 0.07f * unit), 0.f, 1e-4f);
    // The drag also works beside the axis, and snaps to whole centimetres with Shift.
    const Vec3 beside = drag.to(seen(start + 0.138f * unit + Vec3(0.0002f)), true).pose.position;
    EXPECT_NEAR(glm::distance(beside, start + 0.04f * unit), 0.f, 1e-6f);
  }
}

TEST_F(GizmoDragTest, ARingTurnsAboutItsAxisAndAHandleScalesEvenly) {
  const Vec3 start{0.f, 0.2f, 0.f};
  GizmoDrag ring = begin(placed(start), GizmoMode::Turn, 1, start + Vec3(0.1f, 0.f, 0.f));
  const Placement turned = ring.to(seen(start + Vec3(0.f, 0.f, -0.1f)), false);
  EXPECT_GT(std::abs(glm::dot(turned.pose.orientation, meshRotation({0.f, 90.f, 0.f}))), 1.f - 1e-5f);
  EXPECT_EQ(turned.pose.position, start);

  GizmoDrag box = begin(placed(start), GizmoMode::Scale, 0, start + Vec3(0.1f, 0.f, 0.f));
  const Vec2 middle = seen(start), end = seen(start + Vec3(0.1f, 0.f, 0.f));
  const Placement grown = box.to(middle + 1.5f * (end - middle), false);
  EXPECT_NEAR(grown.size, 1.5f, 1e-4f);
  EXPECT_NEAR(grown.bounds.upper.x, 0.075f, 1e-5f);
  EXPECT_EQ(box.to(middle, false).size, 0.05f) << "not smaller than commands take";
}

WorldSpec worldWithBodies() {
  WorldSpec spec = worldOfWater();
  spec.bodies = {ballAt("lamp", Motion::Static, {-0.2f, 0.2f, 0.f}),
                 ballAt("ball", Motion::Dynamic, {0.2f, 0.2f, 0.f}),
                 ballAt("foot", Motion::Kinematic, {0.f, 0.2f, 0.f})};
  spec.bodies[2].keys = {{0.0, spec.bodies[2].pose}};
  EmitterSpec nozzle;
  nozzle.position = {0.f, 0.4f, 0.f};
  spec.emitters.push_back(nozzle);
  return spec;
}

class PlaceLimitTest : public testing::Test {
 protected:
  PlaceLimitTest() {
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->interactionRadius = 0.02f;
    snapshot->bodies = {ballAt("ball", Motion::Dynamic, {0.f, 0.2f, 0.f}),
                        ballAt("lamp", Motion::Static, {0.1f, 0.35f, 0.f}),
                        makeBody("tank", {SolidShape::SolidKind::Tank, Vec3(0.2f)}, Motion::Static)};
    snapshot->bodies[2].pose.position.y = 0.2f;
    snapshot_ = snapshot;
  }
  Placement placementOfBody(std::size_t index) const {
    Placement p = placed(snapshot_->bodies[index].pose.position);
    p.name = snapshot_->bodies[index].name;
    return p;
  }
  std::shared_ptr<const Snapshot> snapshot_;
};

TEST_F(PlaceLimitTest, AWallStopsASolidThatIsMovedOrScaled) {
  const Placement ball = placementOfBody(0);
  const PlaceLimit limit(snapshot_, ball);
  Placement to = ball;
  to.pose.position.z = 0.1f;
  EXPECT_EQ(limit.obstacle(to), "");
  EXPECT_EQ(limit.move(ball, to).to.pose.position, to.pose.position);
  to.pose.position.z = 1.f;
  EXPECT_EQ(limit.obstacle(to), "tank");
  EXPECT_EQ(limit.move(ball, to).obstacle, "tank");
  EXPECT_NEAR(limit.move(ball, to).to.pose.position.z, 0.2f - kBallRadius, 0.0015f)
      << "a released ball must not sink visibly";
  const Placement lamp = placementOfBody(1);
  const PlaceLimit limitOfLamp(snapshot_, lamp);
  to = lamp;
  to.size = 20.f;
  const Placement grown = limitOfLamp.move(lamp, to).to;
  EXPECT_NEAR(grown.size, 0.1f / kBallRadius, 0.3f) << "up to the wall, which is 10 cm from its centre";
  EXPECT_NEAR(grown.bounds.upper.x, grown.size * ball.bounds.upper.x, 1e-5f);
}

TEST_F(PlaceLimitTest, OtherSolidsStopOnlyDynamicBodies) {
  Placement to = placementOfBody(0);
  to.pose.position = {0.08f, 0.33f, 0.f};
  EXPECT_EQ(PlaceLimit(snapshot_, placementOfBody(0)).obstacle(to), "lamp");
  to = placementOfBody(1);
  to.pose.position = {0.01f, 0.22f, 0.f};
  EXPECT_EQ(PlaceLimit(snapshot_, placementOfBody(1)).obstacle(to), "") << "fixed solids may be combined";
  to.pose.position.x = 0.19f;
  EXPECT_EQ(PlaceLimit(snapshot_, placementOfBody(1)).obstacle(to), "tank");
}

TEST_F(PlaceLimitTest, DynamicBodiesStopEachOtherWhereTheyAreNow) {
  auto start = std::make_shared<Snapshot>(*snapshot_);
  start->bodies[1].motion = Motion::Dynamic;
  snapshot_ = start;
  PlaceLimit limit(snapshot_, placementOfBody(0));
  Placement to = placementOfBody(0);
  to.pose.position = {0.08f, 0.33f, 0.f};
  EXPECT_EQ(limit.obstacle(to), "lamp");
  auto later = std::make_shared<Snapshot>(*start);
  later->bodies[1].pose.position = {-0.1f, 0.05f, 0.f};
  limit.follow(later);
  EXPECT_EQ(limit.obstacle(to), "") << "the lamp has fallen";
  to.pose.position = {-0.08f, 0.06f, 0.f};
  EXPECT_EQ(limit.obstacle(to), "lamp");
}

TEST_F(PlaceLimitTest, AFastMoveDoesNotJumpOverASolid) {
  auto walled = std::make_shared<Snapshot>(*snapshot_);
  walled->bodies.push_back(
      makeBody("board", {SolidShape::SolidKind::Box, Vec3(0.002f, 0.15f, 0.15f)}, Motion::Static));
  walled->bodies.back().pose.position = {0.08f, 0.2f, 0.f};
  snapshot_ = walled;
  const Placement ball = placementOfBody(0);
  const PlaceLimit limit(snapshot_, ball);
  Placement to = ball;
  to.pose.position.x = 0.15f;
  const LimitedMove move = limit.move(ball, to);
  EXPECT_EQ(move.obstacle, "board");
  EXPECT_NEAR(move.to.pose.position.x, 0.078f - kBallRadius, 0.002f);
  EXPECT_EQ(limit.obstacle(to), "") << "a typed place may lie behind the board";
}

/// A solid that a scene sank into the floor can be turned and moved out again.
TEST_F(PlaceLimitTest, ASolidThatOverlapsAlreadyGoesNoDeeper) {
  auto sunk = std::make_shared<Snapshot>(*snapshot_);
  sunk->bodies[1].pose.position = {0.f, 0.f, 0.f};
  snapshot_ = sunk;
  const PlaceLimit limit(snapshot_, placementOfBody(1));
  Placement to = placementOfBody(1);
  to.pose.position.x = 0.1f;
  EXPECT_EQ(limit.obstacle(to), "");
  to.pose.position.y = 0.1f;
  EXPECT_EQ(limit.obstacle(to), "");
  to.pose.position.y = -0.1f;
  EXPECT_EQ(limit.obstacle(to), "tank");
}

TEST(Selection, BelongsToOneScene) {
  InterfaceState state;
  state.body = "bunny";
  state.emitter = 2;
  state.gizmo.chosen = GizmoState::Chosen::Nozzle;
  forgetSelection(state);
  EXPECT_EQ(state.body, "");
  EXPECT_EQ(state.emitter, 0u);
  EXPECT_EQ(state.gizmo.chosen, GizmoState::Chosen::Body);
}

class GizmoToolTest : public MouseTest<WorldSession> {
 protected:
  GizmoToolTest() : MouseTest({{0.f, 0.2f, 1.2f}, {0.f, 0.2f, 0.f}, 40.f}, worldWithBodies(), true) {
    state_.tool = Action::GizmoTool;
    look();
  }
  void look() { show(session_.world.snapshot()); }
  /// Returns a pointer over the handle of an axis, at this fraction of the gizmo's length from its middle.
  Pointer onHandle(const Vec3& middle, const Vec3& axis, float part = 0.6f) {
    return over(middle + part * 0.26f * camera_.halfHeightAt(middle) * axis);
  }
  const Body& body(const std::string& name) const {
    return *std::find_if(session_.world.bodies().list.begin(), session_.world.bodies().list.end(),
                         [&](const Body& b) { return b.name == name; });
  }
};

const Vec3 kX{1.f, 0.f, 0.f}, kY{0.f, 1.f, 0.f};

TEST_F(GizmoToolTest, AClickChoosesAndAnArrowMovesWhatIsChosenInOneEdit) {
  drag(over({-0.2f, 0.2f, 0.f}), over({-0.2f, 0.2f, 0.f}));
  EXPECT_EQ(state_.body, "lamp");
  EXPECT_THAT(targets(), IsEmpty()) << "to choose is no edit";
  const Vec3 at = body("lamp").pose.position;
  press(onHandle(at, kY));
  for (const float up : {0.7f, 0.9f, 1.2f}) {
    move(onHandle(at, kY, up));
    look();
  }
  release();
  EXPECT_THAT(session_.edits, ElementsAre("Move lamp"));
  EXPECT_EQ(session_.editsEnded, 1);
  EXPECT_THAT(targets(), testing::Each("body.lamp.place"));
  const Vec3 moved = body("lamp").pose.position - at;
  EXPECT_NEAR(moved.y, 0.6f * 0.26f * camera_.halfHeightAt(at), 2e-3f);
  EXPECT_EQ(moved.x, 0.f);
  EXPECT_EQ(moved.z, 0.f);
}

TEST_F(GizmoToolTest, NozzlesAreMovedTurnedAndMadeWider) {
  const Vec3 at{0.f, 0.4f, 0.f};
  drag(over(at), over(at));
  EXPECT_EQ(state_.gizmo.chosen, GizmoState::Chosen::Nozzle);
  press(onHandle(at, kX));
  move(onHandle(at, kX, 1.f));
  look();
  release();
  const Vec3 there = session_.world.emitters()[0].spec().position;
  EXPECT_GT(there.x, 0.02f);
  EXPECT_EQ(there.y, at.y);
  state_.gizmo.mode = GizmoMode::Turn;
  // The ring about z faces the camera. A quarter turn from x to y moves the pointer to the lower right.
  const float radius = 0.85f * 0.26f * camera_.halfHeightAt(there);
  const float s = radius * std::sqrt(0.5f);
  press(over(there + Vec3(s, -s, 0.f)));
  move(over(there + Vec3(s, s, 0.f)));
  look();
  release();
  EXPECT_NEAR(glm::distance(session_.world.emitters()[0].spec().direction, kX), 0.f, 1e-3f);
  state_.gizmo.mode = GizmoMode::Scale;
  press(onHandle(there, kX));
  move(onHandle(there, kX, 1.2f));
  look();
  release();
  EXPECT_NEAR(session_.world.emitters()[0].spec().radius, 0.02f, 1e-3f);
  EXPECT_THAT(targets(),
              ElementsAre("emitter.nozzle.position", "emitter.nozzle.direction", "emitter.nozzle.radius"));
}

TEST_F(GizmoToolTest, ABodyThatFallsIsHeldInPlaceWhileItIsDragged) {
  state_.body = "ball";
  const Vec3 at = body("ball").pose.position;
  press(onHandle(at, kY));
  move(onHandle(at, kY, 1.f));
  const float held = body("ball").pose.position.y;
  view_.status.playing = true;
  for (int f = 0; f < 5; ++f) {
    session_.world.advanceFrame();
    look();
    EXPECT_NEAR(body("ball").pose.position.y, held, 1e-6f);
  }
  release();
  session_.world.advanceFrame();
  EXPECT_LT(body("ball").pose.position.y, held);
  EXPECT_GT(body("ball").velocity.y, -0.3f) << "let go, it falls from rest";
}

TEST_F(GizmoToolTest, ASolidThatStopsADragIsNamedUntilTheNextPress) {
  state_.body = "ball";
  const Vec3 at = body("ball").pose.position;
  press(onHandle(at, kX));
  move(over({0.f, 0.2f, 0.f}));
  EXPECT_EQ(state_.gizmo.stoppedBy, "foot");
  release();
  EXPECT_EQ(state_.gizmo.stoppedBy, "foot");
  look();
  press(onHandle(body("ball").pose.position, kX));
  EXPECT_EQ(state_.gizmo.stoppedBy, "");
  release();
}

TEST_F(GizmoToolTest, AKeyedBodyHasNoHandlesAndAnExplanation) {
  state_.body = "foot";
  const auto foot = chosenPlacement(live_, state_);
  ASSERT_TRUE(foot);
  EXPECT_FALSE(foot->movable);
  EXPECT_NE(foot->why, "");
  press(onHandle({0.f, 0.2f, 0.f}, kY));
  move(onHandle({0.f, 0.2f, 0.f}, kY, 1.f));
  release();
  EXPECT_THAT(targets(), IsEmpty());
}

TEST_F(GizmoToolTest, ClickingNothingShowsAMessageAndTheViewStays) {
  const Vec3 eye = camera_.spec().eye;
  drag(over({0.4f, 0.f, 0.f}), over({0.3f, 0.f, 0.f}));
  EXPECT_EQ(camera_.spec().eye, eye);
  EXPECT_EQ(state_.missedTool, Action::GizmoTool);
  EXPECT_THAT(targets(), IsEmpty());
}

TEST_F(GizmoToolTest, OfThatWhichMovesItIsKnownThatItFalls) {
  for (const auto& [name, falls] : {std::pair{"ball", true}, {"lamp", false}, {"foot", false}}) {
    state_.body = name;
    const auto chosen = chosenPlacement(live_, state_);
    ASSERT_TRUE(chosen);
    EXPECT_EQ(chosen->falls, falls) << name;
  }
}

TEST_F(GizmoToolTest, ANewNozzleHangsInTheViewOverWhatItsMiddleShows) {
  const Vec3 foot{0.f, 0.2f, kBallRadius};  // front of the ball in the middle, as seen by the first camera
  for (const CameraSpec& spec : {CameraSpec{{0.f, 0.2f, 1.2f}, foot, 40.f},
                                 {{0.f, 0.2f, 0.25f}, foot, 40.f},
                                 {{0.1f, 1.6f, 0.2f}, {0.f, 0.25f, 0.f}, 40.f},
                                 {{2.f, 3.f, 6.f}, {0.f, 0.25f, 0.f}, 20.f},
                                 {{0.f, 0.7f, 1.2f}, {0.f, 0.6f, 0.f}, 40.f}}) {  // nothing in the middle
    camera_ = OrbitCamera(spec);
    const Vec3 place = std::get<AddEmitter>(nozzleCommand(context())).position;
    Vec2 at;
    ASSERT_TRUE(camera_.project(place, kAspect, at));
    EXPECT_LT(std::abs(at.x), 0.2f);
    EXPECT_GT(at.y, 0.f);
    EXPECT_LT(at.y, 0.8f);
    EXPECT_GT(place.y - spec.target.y, 0.2f * camera_.halfHeightAt(spec.target)) << "clear of it";
  }
}

// Four blocks stand in a row. The middle of the view shows the floor far behind, between the blocks.
TEST_F(GizmoToolTest, ANewNozzleIsWhereTheCameraLooksIfOnlyTheFloorFarBehindIsSeenThere) {
  Snapshot floored = *view_.snapshot;
  floored.bodies.push_back(
      makeBody("floor", {SolidShape::SolidKind::Plane, Vec3(0.f, 1.f, 0.f)}, Motion::Static));
  show(std::make_shared<Snapshot>(std::move(floored)));
  const Vec3 target{0.6f, 0.09f, 0.4f};
  for (const auto& [eye, near] :
       {std::pair{Vec3(0.6f, 0.2f, 1.22f), true}, {Vec3(0.6f, 0.5f, 1.22f), false}}) {
    camera_ = OrbitCamera({eye, target, 34.f});
    const float floor = eye.y / (eye.y - target.y);  // multiple of the target's distance
    ASSERT_EQ(floor > 1.7f, near);
    const Vec3 place = std::get<AddEmitter>(nozzleCommand(context())).position;
    const Vec3 seen = eye + floor * (target - eye);
    EXPECT_NEAR(place.z, near ? target.z : seen.z, 0.02f) << eye.y;
  }
}

TEST_F(GizmoToolTest, ANewNozzleStaysAndIsChosenOnceItIsThere) {
  state_.gizmo.chosen = GizmoState::Chosen::NewNozzle;
  state_.gizmo.nozzles = live_.emitters.size();
  EXPECT_FALSE(chosenPlacement(live_, state_));
  session_.submit(nozzleCommand(context()));
  look();
  EXPECT_EQ(state_.gizmo.chosen, GizmoState::Chosen::Nozzle);
  const auto chosen = chosenPlacement(live_, state_);
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->name, "spout 1");
}

}  // namespace
}  // namespace ooze::ui
