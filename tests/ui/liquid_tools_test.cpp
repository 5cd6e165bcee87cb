// Tests of the liquid tools: the commands that they submit for mouse input.
#include "liquid_tool_fixture.h"

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>

namespace ooze::ui {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;

TEST_F(LiquidToolTest, ABrushDabsAlongADragAtEvenSpacesAsOneEdit) {
  state_.tool = Action::EraseTool;
  const Vec3 from{-0.08f, kTop, 0.02f}, to{0.08f, kTop, 0.02f};
  drag(from, to);
  EXPECT_THAT(targets(), Each(std::string("liquid.erase")));
  ASSERT_GT(session_.commands.size(), 3u);
  EXPECT_LT(session_.commands.size(), 12u) << "a drag does not flood the log";
  EXPECT_THAT(session_.edits, ElementsAre("Erase liquid"));
  EXPECT_EQ(session_.editsEnded, 1);
  for (const CommandText& dab : session_.commands) {
    ASSERT_EQ(dab.values.size(), 4u);
    EXPECT_NEAR(dab.values[1], kTop, 0.01f) << "on the surface";
    EXPECT_EQ(dab.values[3], brush());
  }
  EXPECT_LT(glm::distance(vector(session_.commands.front()), from), kSpacing);
  EXPECT_LT(glm::distance(vector(session_.commands.back()), to), 0.5f * brush());
  for (std::size_t i = 1; i < session_.commands.size(); ++i) {
    const float apart = glm::distance(vector(session_.commands[i]), vector(session_.commands[i - 1]));
    EXPECT_GT(apart, 0.3f * brush());
    EXPECT_LT(apart, 1.0f * brush()) << "and leaves no gaps";
  }
}

TEST_F(LiquidToolTest, AHeldEraserWorksWhilePlayingButNotWhilePaused) {
  state_.tool = Action::EraseTool;
  press(over({0.f, kTop, 0.f}));
  show(later(0.0));
  EXPECT_EQ(session_.commands.size(), 1u);
  show(later(0.2));
  EXPECT_EQ(session_.commands.size(), 2u);
  release();
  show(later(0.2));
  EXPECT_EQ(session_.commands.size(), 2u);
}

TEST_F(LiquidToolTest, LeftFreezesAndRightThaws) {
  state_.tool = Action::FreezeTool;
  drag({0.f, kTop, 0.f}, {0.001f, kTop, 0.f});
  drag({0.f, kTop, 0.f}, {0.001f, kTop, 0.f}, Button::Right);
  EXPECT_THAT(targets(), ElementsAre("liquid.freeze", "liquid.thaw"));
  EXPECT_THAT(session_.edits, ElementsAre("Freeze liquid", "Thaw liquid"));
  EXPECT_EQ(session_.editsEnded, 2);
}

TEST_F(LiquidToolTest, PushHoldsWhileItIsHeldAndRightPulls) {
  state_.tool = Action::PushTool;
  const Vec3 place{0.02f, kTop, 0.f};
  press(over(place));
  move(over(place + Vec3(0.05f, 0.f, 0.f)));
  release();
  ASSERT_EQ(session_.commands.size(), 3u);
  EXPECT_THAT(targets(), Each(std::string("liquid.push")));
  EXPECT_LT(glm::distance(vector(session_.commands[0]), place), kSpacing);
  EXPECT_GT(session_.commands[0].values.at(4), 0.f);
  EXPECT_NEAR(session_.commands[1].values[0] - session_.commands[0].values[0], 0.05f, 0.005f) << "it follows";
  EXPECT_EQ(session_.commands[2].values[4], 0.f) << "and ends";
  press(over(place), Button::Right);
  EXPECT_LT(session_.commands.back().values[4], 0.f);
  release(Button::Right);
  EXPECT_EQ(session_.commands.back().values[4], 0.f);
  EXPECT_THAT(session_.edits, IsEmpty()) << "pushing is no edit";
}

TEST_F(LiquidToolTest, PutAwayInMidPushItLetsGo) {
  state_.tool = Action::PushTool;
  press(over({0.f, kTop, 0.f}));
  state_.tool = Action::CameraTool;  // Escape selects this tool
  show(later(0.01));
  EXPECT_EQ(session_.commands.back().values[4], 0.f);
  EXPECT_FALSE(controller_.dragging());
}

TEST_F(LiquidToolTest, TheBladeGoesThroughAllLiquidAlongTheLineOfSight) {
  state_.tool = Action::CutTool;
  const Vec3 from{-0.05f, kTop, 0.02f}, to{0.05f, kTop, 0.02f};
  drag(from, to);
  ASSERT_FALSE(session_.commands.empty());
  EXPECT_THAT(targets(), Each(std::string("liquid.cut")));
  const CommandText& first = session_.commands.front();
  ASSERT_EQ(first.values.size(), 13u);
  EXPECT_GT(first.values[12], 0.f) << "it parts";
  const Vec3 eye = camera_.spec().eye;
  for (const CommandText& cut : session_.commands) {
    const Vec3 a = vector(cut), b = vector(cut, 3), c = vector(cut, 6), d = vector(cut, 9);
    // The near and far points lie on one line of sight, and lie outside the liquid on both sides.
    EXPECT_LT(glm::length(glm::cross(glm::normalize(a - eye), glm::normalize(b - eye))), 1e-4f);
    EXPECT_LT(glm::length(glm::cross(glm::normalize(c - eye), glm::normalize(d - eye))), 1e-4f);
    EXPECT_GT(a.y, kTop);
    EXPECT_LT(b.y, 0.005f);
  }
  for (std::size_t i = 1; i < session_.commands.size(); ++i)
    EXPECT_LT(glm::distance(vector(session_.commands[i]), vector(session_.commands[i - 1], 9)), 0.02f)
        << "the sweeps follow one another";
  EXPECT_THAT(session_.edits, ElementsAre("Cut liquid"));

  session_.commands.clear();
  drag(from, to, Button::Right);
  ASSERT_FALSE(session_.commands.empty());
  EXPECT_EQ(session_.commands[0].values[12], 0.f) << "a slit does not part";
  session_.commands.clear();
  drag({0.6f, 0.f, -0.3f}, {0.7f, 0.f, -0.3f});
  EXPECT_THAT(session_.commands, IsEmpty()) << "there is no liquid";
}

TEST_F(LiquidToolTest, PouringMakesANozzleOfItsOwnAboveWhatIsUnderThePointer) {
  state_.tool = Action::PourTool;
  state_.material = 1;
  const Vec3 place{0.03f, kTop, 0.f};
  press(over(place));
  ASSERT_THAT(targets(), ElementsAre("emitters.add"));
  const CommandText add = session_.commands[0];
  ASSERT_EQ(add.values.size(), 9u);
  EXPECT_NEAR(add.values[0], place.x, 0.01f);
  EXPECT_NEAR(add.values[1], kTop + state_.tools.height.in(*view_.snapshot), 0.01f);
  EXPECT_EQ(vector(add, 3), Vec3(0.f, -1.f, 0.f));
  EXPECT_EQ(add.values[6], state_.tools.nozzle.in(*view_.snapshot));
  EXPECT_EQ(add.values[7], state_.tools.pourSpeed);
  EXPECT_EQ(add.values[8], 1.f);

  // The pointer moves on and releases the button before the world has the nozzle.
  move(over(place + Vec3(0.03f, 0.f, 0.f)));
  release();
  EXPECT_EQ(session_.commands.size(), 1u);
  EXPECT_EQ(session_.editsEnded, 0) << "the edit ends when the nozzle is shut";
  auto snapshot = later(0.02);
  EmitterSpec poured;
  poured.name = "poured 1";
  poured.position = vector(add);
  poured.radius = add.values[6];
  poured.speed = add.values[7];
  poured.material = 1;
  snapshot->emitters.push_back(poured);
  show(snapshot);
  EXPECT_THAT(targets(),
              ElementsAre("emitters.add", "emitter.poured 1.position", "emitter.poured 1.enabled"));
  EXPECT_NEAR(session_.commands[1].values[0], place.x + 0.03f, 0.01f);
  EXPECT_EQ(session_.commands[2].values[0], 0.f);
  EXPECT_EQ(session_.editsEnded, 1);

  // The second time the nozzle exists. It is moved, changed where needed, and opened.
  session_.commands.clear();
  state_.tools.pourSpeed = 1.5f;
  press(over({-0.05f, kTop, 0.f}));
  release();
  EXPECT_THAT(targets(), ElementsAre("emitter.poured 1.position", "emitter.poured 1.speed",
                                     "emitter.poured 1.enabled", "emitter.poured 1.enabled"));
}

TEST_F(LiquidToolTest, WithOnlyAFloorFarBehindItPoursWhereTheCameraLooks) {
  state_.tool = Action::PourTool;
  // The floor here is 2.2 m away, the camera's target 0.8 m.
  press(Pointer{{0.f, 0.95f}});
  release();
  ASSERT_FALSE(session_.commands.empty());
  const Vec3 place = vector(session_.commands[0]), eye = camera_.spec().eye;
  EXPECT_NEAR(glm::distance(place, eye), glm::distance(camera_.spec().target, eye), 0.1f);
  EXPECT_GT(place.y, 0.2f) << "in the air";
}

TEST_F(LiquidToolTest, TheNozzleKeepsClearOfWalls) {
  auto snapshot = later(0.0);
  snapshot->bodies.push_back(
      makeBody("tank", {SolidShape::SolidKind::Tank, Vec3(0.16f, 0.3f, 0.14f)}, Motion::Static));
  show(snapshot);
  state_.tool = Action::PourTool;
  const float clear = state_.tools.nozzle.in(*snapshot);
  const Body& tank = snapshot->bodies.back();
  const auto room = [&](const Vec3& place) { return tank.shape->distance(tank.pose.toLocal(place)); };
  int moved = 0;
  for (const float x : {-0.155f, -0.08f, 0.f, 0.1f, 0.155f})
    for (const float z : {-0.13f, 0.f, 0.13f}) {
      const Vec3 pointed{x, kTop, z};
      press(over(pointed));
      release();
      ASSERT_FALSE(session_.commands.empty());
      const Vec3 place = vector(session_.commands.back());
      EXPECT_GE(room(place), clear) << x << ' ' << z;
      moved += std::hypot(place.x - pointed.x, place.z - pointed.z) > 0.5f * clear;
      session_.commands.clear();
      show(later(0.0));
    }
  EXPECT_GT(moved, 5) << "the nozzle would reach through the wall";
}

TEST_F(LiquidToolTest, TheNozzleStandsAboveTheFlankOfASolidThatIsPointedAt) {
  auto snapshot = later(0.0);
  const Vec3 centre{0.f, kTop + 0.05f, 0.f};
  const float radius = 0.1f;
  Body ball = makeBody("ball", {SolidShape::SolidKind::Sphere, Vec3(radius)}, Motion::Static);
  ball.pose.position = centre;
  snapshot->bodies.push_back(ball);
  show(snapshot);
  state_.tool = Action::PourTool;
  state_.tools.height.chosen = 0.04f;
  const float clear = state_.tools.nozzle.in(*snapshot);
  for (const float steepness : {20.f, 45.f, 60.f, 70.f})
    for (const float side : {-1.f, 1.f}) {
      const float angle = glm::radians(steepness);
      const Vec3 normal =
          glm::normalize(Vec3(side * std::sin(angle), std::cos(angle), 0.3f * std::sin(angle)));
      const Vec3 pointed = centre + radius * normal;
      press(over(pointed));
      release();
      ASSERT_FALSE(session_.commands.empty());
      const Vec3 place = vector(session_.commands.back());
      EXPECT_LT(std::hypot(place.x - pointed.x, place.z - pointed.z), 0.2f * clear)
          << steepness << ' ' << side;
      EXPECT_GT(glm::distance(place, centre) - radius, clear) << steepness << ' ' << side;
      session_.commands.clear();
      show(later(0.0));
    }
}

TEST_F(LiquidToolTest, BesideATallSolidTheNozzleStandsLowerRatherThanAside) {
  auto snapshot = later(0.0);
  // A head above the back of a body reaches over the place that is pointed at.
  const auto addBall = [&](const char* name, const Vec3& centre, float radius) {
    Body ball = makeBody(name, {SolidShape::SolidKind::Sphere, Vec3(radius)}, Motion::Static);
    ball.pose.position = centre;
    snapshot->bodies.push_back(ball);
  };
  addBall("back", {0.f, kTop, 0.f}, 0.06f);
  addBall("head", {-0.065f, kTop + 0.18f, -0.01f}, 0.05f);
  show(snapshot);
  state_.tool = Action::PourTool;
  const float clear = state_.tools.nozzle.in(*snapshot);
  const Vec3 pointed{0.f, kTop + 0.06f, 0.f};
  press(over(pointed));
  ASSERT_FALSE(session_.commands.empty());
  const Vec3 place = vector(session_.commands.back());
  EXPECT_LT(std::hypot(place.x - pointed.x, place.z - pointed.z), 0.2f * clear);
  EXPECT_GT(place.y, pointed.y + clear);
  EXPECT_LT(place.y, pointed.y + 0.8f * state_.tools.height.in(*snapshot));
  for (const Body& body : snapshot->bodies)
    EXPECT_GT(body.shape->distance(body.pose.toLocal(place)), clear) << body.name;
}

/// Without ground, a pointer beside or below the tank aims at places whose liquid would fall out of the
/// world.
TEST_F(LiquidToolTest, TheNozzlePoursIntoTheTankWhenThePointerIsBesideIt) {
  auto snapshot = later(0.0);
  snapshot->positions.clear();
  const Vec3 half(0.1f, 0.1f, 0.03f);
  snapshot->bodies = {
      makeBody("tank", {SolidShape::SolidKind::Tank, half}, Motion::Static),
      makeBody("backdrop", {SolidShape::SolidKind::Plane, Vec3(0.f, 0.f, 1.f)}, Motion::Static)};
  snapshot->bodies[0].pose.position = {0.f, half.y, 0.f};
  snapshot->bodies[1].pose.position = {0.f, 0.f, -5.f};
  show(snapshot);
  state_.tool = Action::PourTool;
  const Body& tank = snapshot->bodies[0];
  for (const Vec2& at : {Vec2(0.f, -0.5f), Vec2(0.f, -0.9f), Vec2(0.6f, -0.2f), Vec2(-0.7f, 0.3f)}) {
    press(Pointer{at});
    release();
    ASSERT_FALSE(session_.commands.empty());
    const Vec3 place = vector(session_.commands.back());
    EXPECT_LT(std::abs(place.x), half.x) << at.x << ' ' << at.y;
    EXPECT_LT(std::abs(place.z), half.z) << at.x << ' ' << at.y;
    EXPECT_GT(place.y, 0.f) << at.x << ' ' << at.y;
    EXPECT_GT(tank.shape->distance(tank.pose.toLocal(place)), 0.f) << at.x << ' ' << at.y;
    session_.commands.clear();
    show(later(0.0));
  }
}

TEST_F(LiquidToolTest, TheNozzleDoesNotClimbItsOwnJet) {
  state_.tool = Action::PourTool;
  const Vec3 place{0.f, kTop, 0.05f};
  press(over(place));
  const float height = session_.commands[0].values[1];
  auto snapshot = later(0.1);
  // A jet some particles wide. The line of sight meets its near side first.
  for (int i = 0; i < 40; ++i)
    for (int z = 0; z < 4; ++z)
      snapshot->positions.push_back(place +
                                    kSpacing * Vec3(0.f, static_cast<float>(i), static_cast<float>(z)));
  EmitterSpec poured;
  poured.name = "poured 1";
  snapshot->emitters.push_back(poured);
  show(snapshot);
  Pointer pointer = over(place);
  pointer.at.x += 1e-4f;
  move(pointer);
  EXPECT_EQ(session_.commands.back().target, "emitter.poured 1.position");
  EXPECT_NEAR(session_.commands.back().values[1], height, 1e-3f);
  release();
  session_.commands.clear();
  press(over(place + Vec3(0.f, 0.15f, 0.f)));
  release();
  ASSERT_FALSE(session_.commands.empty());
  EXPECT_EQ(session_.commands[0].target, "emitter.poured 1.position");
  EXPECT_GT(session_.commands[0].values[1], height + 0.1f) << "a new pour starts above the present liquid";
}

TEST_F(LiquidToolTest, AfterARestartThePourGoesOnFromANewNozzle) {
  state_.tool = Action::PourTool;
  const auto fresh = later(0.0);
  press(over({0.f, kTop, 0.f}));
  auto snapshot = later(0.1);
  EmitterSpec poured;
  poured.name = "poured 1";
  snapshot->emitters.push_back(poured);
  show(snapshot);
  session_.commands.clear();
  show(fresh);
  EXPECT_THAT(targets(), ElementsAre("emitters.add"));
}

TEST_F(LiquidToolTest, RightSucksAndTheRingOfTheScenesNozzleMovesThat) {
  state_.tool = Action::PourTool;
  drag({0.f, kTop, 0.f}, {0.05f, kTop, 0.f}, Button::Right);
  EXPECT_THAT(targets(), Each(std::string("liquid.erase")));
  EXPECT_THAT(session_.edits, ElementsAre("Suck liquid away"));
  session_.commands.clear();
  EXPECT_TRUE(controller_.isOverTarget(context(), over({-0.2f, 0.3f, 0.f})));
  drag({-0.2f, 0.3f, 0.f}, {-0.1f, 0.3f, 0.f});
  ASSERT_THAT(targets(), ElementsAre("emitter.spout.position"));
  EXPECT_NEAR(session_.commands[0].values[0], -0.1f, 1e-4f);
  EXPECT_NEAR(session_.commands[0].values[1], 0.3f, 1e-5f);
}

TEST_F(LiquidToolTest, AColliderStandsOnWhatIsThereAndIsMovedAndTakenOut) {
  state_.tool = Action::ColliderTool;
  state_.tools.colliderShape = 1;
  const Vec3 place{-0.05f, 0.f, 0.25f};
  drag(place, place);
  ASSERT_THAT(targets(), ElementsAre("bodies.add_collider_box"));
  const CommandText add = session_.commands[0];
  ASSERT_EQ(add.values.size(), 4u);
  EXPECT_NEAR(add.values[1], add.values[3], 1e-3f) << "the shape touches the floor";
  EXPECT_THAT(session_.edits, ElementsAre("Place a collider"));

  auto snapshot = later(0.02);
  Body placed = makeBody("placed 1", {SolidShape::SolidKind::Box, Vec3(add.values[3])}, Motion::Static);
  placed.pose.position = vector(add);
  snapshot->bodies.push_back(placed);
  show(snapshot);
  session_.commands.clear();
  drag(vector(add), vector(add) + Vec3(0.1f, 0.f, 0.f));
  ASSERT_THAT(targets(), ElementsAre("body.placed 1.position"));
  EXPECT_NEAR(session_.commands[0].values[0], add.values[0] + 0.1f, 0.02f);
  EXPECT_EQ(session_.editsEnded, 2);
  session_.commands.clear();
  press(over(vector(add)), Button::Right);
  release(Button::Right);
  EXPECT_THAT(targets(), ElementsAre("body.placed 1.present"));
  session_.commands.clear();
  press(over({0.25f, 0.03f, 0.f}), Button::Right);
  release(Button::Right);
  EXPECT_THAT(session_.commands, IsEmpty()) << "bodies of the scene stay";
}

TEST_F(LiquidToolTest, ADroppedBodyIsTakenOutByTheRightButtonAndNoneIsDropped) {
  state_.tool = Action::DropTool;
  auto snapshot = later(0.02);
  Body dropped = makeBody("dropped 1", {SolidShape::SolidKind::Sphere, Vec3(0.03f)}, Motion::Dynamic);
  dropped.pose.position = {-0.25f, 0.03f, 0.f};
  snapshot->bodies.push_back(dropped);
  show(snapshot);
  press(over(dropped.pose.position), Button::Right);
  release(Button::Right);
  EXPECT_THAT(targets(), ElementsAre("body.dropped 1.present"));
  EXPECT_EQ(session_.commands[0].values, std::vector<float>{0.f});
}

TEST_F(LiquidToolTest, TheEraserTakesSolidsOutButNeverTheFloor) {
  state_.tool = Action::EraseTool;
  press(over({0.25f, 0.03f, 0.f}), Button::Right);
  release(Button::Right);
  EXPECT_THAT(targets(), ElementsAre("body.ball.present"));
  session_.commands.clear();
  press(over({0.f, 0.f, 0.28f}), Button::Right);
  release(Button::Right);
  EXPECT_THAT(session_.commands, IsEmpty());
}

TEST_F(LiquidToolTest, EveryToolTurnsTheViewWithTheMiddleButtonAndWithAlt) {
  for (const ToolRow& row : toolRows()) {
    state_.tool = row.action;
    for (const bool alt : {false, true}) {
      const Vec3 eye = camera_.spec().eye;
      Pointer from = over({0.f, kTop, 0.f}), to = over({0.03f, kTop, 0.f});
      from.alt = alt;
      press(from, alt ? Button::Left : Button::Middle);
      move(to);
      release(alt ? Button::Left : Button::Middle);
      EXPECT_NE(camera_.spec().eye, eye);
    }
  }
  EXPECT_THAT(session_.commands, IsEmpty());
}

TEST_F(LiquidToolTest, EveryArmedToolShowsItsFootprintAndAHintAndTheOthersDoNot) {
  const Pointer pointer = over({0.f, kTop, 0.f});
  state_.tool = Action::CameraTool;
  EXPECT_TRUE(controller_.overlayStrokes(context(), &pointer).empty());
  for (const ToolRow& row : toolRows()) {
    state_.tool = row.action;
    // The gizmo outlines a selected object, and nothing is selected. The method of this scene supports no
    // controls.
    if (row.action == Action::CameraTool || row.action == Action::Microscope ||
        row.action == Action::GizmoTool || row.action == Action::ControlTool)
      continue;
    const std::vector<Stroke> marks = controller_.overlayStrokes(context(), &pointer);
    EXPECT_FALSE(marks.empty()) << row.hint;
    EXPECT_NE(std::string(row.hint), "");
    for (const Stroke& stroke : marks)
      for (const Vec3& point : stroke.points) EXPECT_TRUE(isFinite(point)) << row.hint;
  }
}

// While the world is paused, the tool outlines the jet as it will fall: thinner further down, to the
// ground.
TEST_F(LiquidToolTest, PouringWhilePausedOutlinesTheJet) {
  state_.tool = Action::PourTool;
  live_.worldValues = {0.f, -9.81f, 0.f, 0.f};
  const Pointer pointer = over({0.1f, 0.f, 0.2f});  // the pointer is over the floor
  press(pointer);
  const Vec3 nozzle = vector(session_.commands[0]);
  const float radius = session_.commands[0].values[6], speed = session_.commands[0].values[7];
  const auto outline = [&] {
    const std::vector<Stroke> marks = controller_.overlayStrokes(context(), &pointer);
    const auto line = std::find_if(marks.begin(), marks.end(), [](const Stroke& s) {
      return s.points.size() > 2 && s.points.size() < 20;
    });
    return line == marks.end() ? std::vector<Vec3>() : line->points;
  };
  view_.status.playing = true;
  EXPECT_TRUE(outline().empty()) << "visible flow needs no outline";
  view_.status.playing = false;
  const std::vector<Vec3> side = outline();
  ASSERT_GE(side.size(), 4u);
  const auto width = [&](const Vec3& p) { return glm::length(Vec2(p.x - nozzle.x, p.z - nozzle.z)); };
  EXPECT_NEAR(width(side.front()), radius, 1e-4f);
  EXPECT_NEAR(side.back().y, 0.f, 2e-3f);
  // The volume flow is the same at every height (area times speed).
  const float fallen = std::sqrt(speed * speed + 2.f * 9.81f * nozzle.y);
  EXPECT_NEAR(width(side.back()) * width(side.back()) * fallen, radius * radius * speed,
              0.02f * radius * radius * speed);
}

TEST_F(LiquidToolTest, TheRightButtonsHighlightsHaveTheirOwnColour) {
  for (const Action tool : {Action::FreezeTool, Action::PushTool, Action::CutTool, Action::PourTool}) {
    state_.tool = tool;
    const Pointer pointer = over({0.f, kTop, 0.f});
    for (const Button button : {Button::Left, Button::Right}) {
      press(pointer, button);
      const std::vector<Stroke> marks = controller_.overlayStrokes(context(), &pointer);
      EXPECT_EQ(std::any_of(marks.begin(), marks.end(), [](const Stroke& s) { return s.opposite; }),
                button == Button::Right);
      release(button);
    }
  }
}

/// The eye stops in front of what the pointer is on. The next notch tells the user.
TEST_F(LiquidToolTest, TheWheelSaysWhenTheCameraIsAsNearAsItGets) {
  state_.tool = Action::CameraTool;
  ToolContext c = context();
  const Pointer pointer = over({0.f, kTop, 0.f});
  int notches = 0;
  while (notches < 200 && !controller_.scroll(c, pointer, 1.f)) ++notches;
  EXPECT_GT(notches, 30);
  EXPECT_LT(notches, 100);
  EXPECT_TRUE(controller_.scroll(c, pointer, 1.f));
  EXPECT_FALSE(controller_.scroll(c, pointer, -1.f));
  EXPECT_FALSE(controller_.scroll(c, pointer, 1.f));
}

TEST_F(LiquidToolTest, TheRingAroundASolidSaysWhatARightClickDoes) {
  auto more = std::make_shared<Snapshot>(*view_.snapshot);
  more->bodies.push_back(
      makeBody("dropped 1", {SolidShape::SolidKind::Sphere, Vec3(0.03f)}, Motion::Dynamic));
  more->bodies.back().pose.position = {0.f, 0.3f, 0.f};
  show(more);
  state_.tool = Action::DropTool;
  const Pointer pointer = over({0.f, 0.3f, 0.f});
  const std::vector<Stroke> strokes = controller_.overlayStrokes(context(), &pointer);
  EXPECT_TRUE(std::ranges::any_of(
      strokes, [](const Stroke& s) { return s.opposite && s.label == "Right click removes dropped 1"; }));
}

TEST_F(LiquidToolTest, ControlAndWheelChangeTheSizeWithinWhatMakesSense) {
  state_.tool = Action::FreezeTool;
  const float before = brush();
  const CameraSpec camera = camera_.spec();
  ToolContext c = context();
  controller_.scroll(c, over({0.f, kTop, 0.f}), 1.f, true);
  EXPECT_GT(brush(), 1.1f * before);
  for (int i = 0; i < 100; ++i) controller_.scroll(c, over({0.f, kTop, 0.f}), -1.f, true);
  EXPECT_FLOAT_EQ(brush(), kH);
  EXPECT_EQ(camera_.spec().eye, camera.eye);
  controller_.scroll(c, over({0.f, kTop, 0.f}), 1.f, false);
  EXPECT_NE(camera_.spec().eye, camera.eye) << "the plain wheel zooms";
}

}  // namespace
}  // namespace ooze::ui
