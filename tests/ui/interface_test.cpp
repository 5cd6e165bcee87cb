// Tests of parts of the interface that need no window: keys, camera, tools, shown values.
#include "ooze/world/world.h"

#include "app/pictures/picture_request.h"
#include "app/pictures/render_pacing.h"
#include "fixtures/commands.h"
#include "mouse_test.h"
#include "session/scene_values.h"
#include "ui/overlays/orbit_camera.h"
#include "ui/state/key_maps.h"
#include "ui/state/shortcuts.h"
#include "ui/tools/pick.h"
#include "ui/widgets/colour_choice.h"

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <string>
#include <vector>

namespace ooze::ui {
namespace {

void expectNear(const Vec3& a, const Vec3& b, float tolerance) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

TEST(Shortcuts, ActionsAreFoundByTheirKeys) {
  for (const KeyMapRow& row : keyMaps()) {
    EXPECT_EQ(actionForKey({'Z', true, true}, row.map), Action::Redo) << row.name;
    EXPECT_EQ(actionForKey({'Y', true}, row.map), Action::Redo) << row.name;
  }
  EXPECT_EQ(actionForKey({'X', true, true}, KeyMap::Ooze), Action::None);
  EXPECT_EQ(actionForKey({}, KeyMap::Ooze), Action::None);
  EXPECT_EQ(actionForKey({.key = ' ', .alt = true}, KeyMap::Ooze), Action::PlayPause) << "Alt turns the view";
  EXPECT_EQ(describe(Action::PlayPause, KeyMap::Ooze), "Play or pause (Space)");
  EXPECT_EQ(describe(Action::PlayPause, KeyMap::Maya), "Play or pause (Alt+V)");
  EXPECT_EQ(describe(Action::Tour, KeyMap::Ooze), "A short tour");
}

TEST(Shortcuts, SaveAndQuitWorkWhileTyping) {
  const auto isTyped = [](Action action) {
    const auto found =
        std::ranges::find_if(shortcuts(KeyMap::Ooze), [&](const Shortcut& s) { return s.action == action; });
    return isForTextField(found->chord.key, found->chord.control);
  };
  for (const Action action : {Action::Quit, Action::Sweep, Action::ViewSpheres, Action::Help, Action::Record})
    EXPECT_FALSE(isTyped(action)) << describe(action, KeyMap::Ooze);
  // Letters and digits are text, and a text field has an undo of its own.
  for (const Action action :
       {Action::PlayPause, Action::PourTool, Action::Reset, Action::Compare, Action::Undo})
    EXPECT_TRUE(isTyped(action)) << describe(action, KeyMap::Ooze);
  EXPECT_TRUE(isForTextField('V', true));
}

TEST(Shortcuts, TheFirstNineQuantitiesHaveAKeyEach) {
  for (std::size_t place = 0; place < 9; ++place) {
    const Shortcut* s = colourShortcut(place, KeyMap::Ooze);
    ASSERT_NE(s, nullptr) << place;
    EXPECT_EQ(colourPlace(s->action), place);
    EXPECT_EQ(actionForKey({'1' + static_cast<int>(place), true, true}, KeyMap::Ooze), s->action);
  }
  EXPECT_EQ(colourShortcut(9, KeyMap::Ooze), nullptr);
  EXPECT_EQ(colourPlace(Action::BackgroundStudio), std::nullopt);
}

TEST(ColourChoice, IsOneOfWhatTheMethodOfTheWorldHas) {
  SessionView view;
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->method = "clavet";
  view.snapshot = snapshot;
  std::vector<std::string> words;
  for (const Field& field : quantitiesOf(view)) words.push_back(colourWords(field));
  EXPECT_THAT(words,
              testing::ElementsAre("Own look", "Colour by material", "Colour by speed", "Colour by density",
                                   "Colour by pressure", "Colour by strain", "Colour by exposure"));
  InterfaceState state;
  EXPECT_FALSE(chosenColour(state, view)) << "nothing is chosen yet";
  state.colour = "strain";
  EXPECT_EQ(chosenColour(state, view)->key, "strain");
  state.colour = "melt_rate";
  EXPECT_FALSE(chosenColour(state, view)) << "the colour belongs to another method";
  EXPECT_EQ(colourWords({.key = "melt_rate", .label = "Rate of melting"}), "Colour by melt rate");
}

TEST(OrbitCamera, ARayGoesThroughThePointThatProjectsThere) {
  const OrbitCamera camera(CameraSpec{{0.3f, 0.4f, 0.5f}, {0.f, 0.1f, 0.f}, 40.f});
  const Vec3 point{0.05f, 0.12f, -0.03f};
  Vec2 at;
  ASSERT_TRUE(camera.project(point, kAspect, at));
  const PickRay ray = camera.ray(at, kAspect);
  expectNear(ray.origin + glm::distance(ray.origin, point) * ray.direction, point, 1e-5f);
  EXPECT_FALSE(camera.project({1.f, 1.f, 1.5f}, kAspect, at)) << "behind the eye";
}

TEST(OrbitCamera, ZoomKeepsWhatIsUnderTheCursor) {
  OrbitCamera camera(CameraSpec{{0.f, 0.2f, 0.6f}, {0.f, 0.1f, 0.f}, 40.f});
  const Vec2 cursor{0.4f, -0.3f};
  const Vec3 toTarget = camera.spec().target - camera.spec().eye;
  const PickRay ray = camera.ray(cursor, kAspect);
  const Vec3 under =
      ray.origin + ray.direction * (glm::dot(toTarget, toTarget) / glm::dot(ray.direction, toTarget));
  camera.zoom(0.5f, cursor, kAspect);
  Vec2 at;
  ASSERT_TRUE(camera.project(under, kAspect, at));
  EXPECT_NEAR(at.x, cursor.x, 1e-4f);
  EXPECT_NEAR(at.y, cursor.y, 1e-4f);
  EXPECT_NEAR(glm::distance(camera.spec().eye, camera.spec().target), 0.5f * glm::length(toTarget), 1e-5f);
}

/// The eye approaches a thing in front of the target and does not pass it. The way back leads to the start.
TEST(OrbitCamera, ZoomsToThePointUnderThePointerAndNotPastIt) {
  const CameraSpec start{{0.f, 0.2f, 0.6f}, {0.f, 0.1f, 0.f}, 40.f};
  OrbitCamera camera(start);
  const Vec2 cursor{0.4f, -0.3f};
  const PickRay ray = camera.ray(cursor, kAspect);
  const Vec3 thing = ray.origin + 0.2f * ray.direction;
  const auto depth = [&] { return glm::distance(camera.spec().eye, thing); };
  for (int notch = 0; notch < 25; ++notch) {
    camera.zoom(0.88f, cursor, kAspect, depth());
    Vec2 at;
    ASSERT_TRUE(camera.project(thing, kAspect, at)) << notch;
    EXPECT_NEAR(at.x, cursor.x, 1e-3f);
    EXPECT_NEAR(at.y, cursor.y, 1e-3f);
  }
  EXPECT_NEAR(depth(), 0.2f * std::pow(0.88f, 25.f), 1e-4f);
  for (int notch = 0; notch < 25; ++notch) camera.zoom(1.f / 0.88f, cursor, kAspect, depth());
  EXPECT_LT(glm::distance(camera.spec().eye, start.eye), 1e-3f);
  EXPECT_LT(glm::distance(camera.spec().target, start.target), 1e-3f);
}

/// The floor below a tank is no body that a ray meets. The wheel zooms to the floor all the same.
TEST(OrbitCamera, ZoomsToTheFloorUnderThePointer) {
  OrbitCamera camera({{0.f, 0.3f, 0.8f}, {0.f, 0.25f, 0.f}, 40.f});
  camera.stayAbove(0.f);
  const Vec2 cursor{0.2f, -0.95f};
  const PickRay ray = camera.ray(cursor, kAspect);
  const Vec3 floor = ray.origin - ray.origin.y / ray.direction.y * ray.direction;
  ASSERT_GT(floor.z, 0.f) << "nearer than the target";
  const float begin = glm::distance(camera.spec().eye, floor);
  for (int notch = 1; notch <= 20; ++notch) {
    camera.zoom(0.88f, cursor, kAspect);
    Vec2 at;
    ASSERT_TRUE(camera.project(floor, kAspect, at)) << notch;
    EXPECT_NEAR(at.x, cursor.x, 1e-3f) << notch;
    EXPECT_NEAR(at.y, cursor.y, 1e-3f) << notch;
    EXPECT_NEAR(glm::distance(camera.spec().eye, floor), begin * std::pow(0.88f, static_cast<float>(notch)),
                1e-3f * begin);
  }
  EXPECT_GT(camera.spec().eye.y, 0.f);
}

TEST(OrbitCamera, TurningKeepsTheDistanceAndNeverTipsOver) {
  OrbitCamera camera(CameraSpec{{0.f, 0.2f, 0.6f}, {0.f, 0.1f, 0.f}, 40.f});
  const float distance = glm::distance(camera.spec().eye, camera.spec().target);
  camera.orbit({1.f, 10.f});
  EXPECT_NEAR(glm::distance(camera.spec().eye, camera.spec().target), distance, 1e-5f);
  // The camera does not look exactly straight down.
  EXPECT_LT(camera.spec().eye.y - camera.spec().target.y, distance);
  EXPECT_GT(camera.spec().eye.y - camera.spec().target.y, 0.99f * distance);
}

TEST(OrbitCamera, MovesBackFromLiquidThatComesNear) {
  constexpr float kH = 0.01f, kSpacing = 0.004f;
  const CameraSpec start{{0.f, 0.1f, 0.6f}, {0.f, 0.1f, 0.f}, 40.f};
  OrbitCamera camera(start);
  float nearest = 1.f;
  // A wall of liquid of three layers comes towards the eye and passes the eye's first place.
  for (int frame = 0; frame < 120; ++frame) {
    std::vector<Vec3> wall;
    for (int x = -40; x <= 40; ++x)
      for (int y = -40; y <= 40; ++y)
        for (int z = 0; z < 3; ++z)
          wall.push_back({kSpacing * static_cast<float>(x), 0.1f + kSpacing * static_cast<float>(y),
                          0.3f + 0.004f * static_cast<float>(frame) + kSpacing * static_cast<float>(z)});
    camera.keepOutOf(wall, kH, 1.f / 60.f);
    if (frame < 50) {
      EXPECT_EQ(camera.spec().eye, start.eye) << "the liquid is still far";
    }
    for (const Vec3& p : wall) nearest = std::min(nearest, glm::distance(p, camera.spec().eye));
  }
  EXPECT_GT(nearest, kH);
  EXPECT_EQ(camera.spec().target, start.target);
  EXPECT_GT(camera.spec().eye.z, 0.79f);
  const CameraSpec last = camera.spec();
  camera.keepOutOf({}, kH, 1.f);
  EXPECT_EQ(camera.spec().eye, last.eye);
}

TEST(OrbitCamera, TheWheelStopsInFrontOfLiquid) {
  constexpr float kH = 0.01f, kSpacing = 0.004f;
  std::vector<Vec3> block;
  for (int x = -10; x <= 10; ++x)
    for (int y = -10; y <= 10; ++y)
      for (int z = 0; z < 20; ++z)
        block.push_back(kSpacing *
                        Vec3(static_cast<float>(x), static_cast<float>(y), -static_cast<float>(z)));
  OrbitCamera camera({{0.f, 0.f, 0.4f}, {0.f, 0.f, -0.04f}, 40.f});
  for (int notch = 0; notch < 80; ++notch) {
    camera.zoom(0.88f, {0.f, 0.f}, kAspect);
    for (int frame = 0; frame < 6; ++frame) camera.keepOutOf(block, kH, 1.f / 60.f);
    ASSERT_GT(camera.spec().eye.z, 0.2f * kH) << "after " << notch << " notches";
  }
  EXPECT_LT(camera.spec().eye.z, 2.f * kH) << "as near as can be";
}

TEST(OrbitCamera, LooksAtADropFromNearby) {
  const CameraSpec near{{0.f, 0.f, 0.02f}, {0.f, 0.f, 0.f}, 40.f};
  OrbitCamera camera(near);
  const std::vector<Vec3> drop{Vec3(0.f), Vec3(0.004f, 0.f, 0.f)};
  camera.keepOutOf(drop, 0.01f, 1.f);
  EXPECT_EQ(camera.spec().eye, near.eye);
}

TEST(OrbitCamera, CannotBeDraggedBelowTheGround) {
  const CameraSpec start{{0.f, 0.2f, 0.6f}, {0.f, 0.1f, 0.f}, 40.f};
  OrbitCamera camera(start);
  camera.stayAbove(0.f);
  camera.orbit({0.3f, -2.f});
  EXPECT_GT(camera.spec().eye.y, 0.f);
  EXPECT_LT(camera.spec().eye.y, 0.05f) << "down to the horizon";
  EXPECT_NEAR(glm::distance(camera.spec().eye, camera.spec().target), glm::distance(start.eye, start.target),
              1e-5f);
  camera.pan({0.f, 3.f});
  EXPECT_GT(camera.spec().eye.y, 0.f);
  camera.centreOn({0.f, -5.f, 0.f});
  EXPECT_GT(camera.spec().eye.y, 0.f);

  camera = OrbitCamera({{0.f, 0.05f, 0.6f}, {0.f, 0.3f, 0.f}, 40.f});  // the camera looks upwards
  camera.stayAbove(0.f);
  camera.zoom(3.f, {}, kAspect);
  EXPECT_GT(camera.spec().eye.y, 0.f);
  camera.stayAbove(std::nullopt);
  camera.orbit({0.f, -2.f});
  EXPECT_LT(camera.spec().eye.y, -0.3f) << "in a scene without a floor it goes anywhere";
  const float below = camera.spec().eye.y;
  camera.stayAbove(0.f);
  camera.orbit({0.f, -0.5f});
  EXPECT_GE(camera.spec().eye.y, below - 1e-5f)
      << "a camera that a scene placed below the ground goes no deeper";
  camera.orbit({0.f, 0.5f});
  EXPECT_GT(camera.spec().eye.y, below);
}

TEST(Ground, IsTheUppermostLevelPlaneThatIsThere) {
  Snapshot snapshot;
  EXPECT_FALSE(groundOf(snapshot));
  const auto add = [&](const Vec3& normal, float height) {
    Body plane = makeBody("plane", {SolidShape::SolidKind::Plane, normal}, Motion::Static);
    plane.pose.position.y = height;
    snapshot.bodies.push_back(plane);
  };
  add({0.f, 0.6f, 0.8f}, 0.9f);
  add({0.f, -1.f, 0.f}, 0.8f);
  EXPECT_FALSE(groundOf(snapshot)) << "a slope and a ceiling";
  add({0.f, 1.f, 0.f}, -0.2f);
  add({0.f, 1.f, 0.f}, 0.1f);
  EXPECT_EQ(groundOf(snapshot), 0.1f);
  snapshot.bodies.back().present = false;
  EXPECT_EQ(groundOf(snapshot), -0.2f);
}

TEST(Ground, LiesBelowTheLowestTankWhereNoPlaneIs) {
  // The picture of a tank without a plane shows a floor, whose underside would hide the tank.
  Snapshot snapshot;
  for (const float height : {0.06f, 0.3f}) {
    snapshot.bodies.push_back(makeBody("tank", {SolidShape::SolidKind::Tank, Vec3(0.06f)}, Motion::Static));
    snapshot.bodies.back().pose.position.y = height;
  }
  ASSERT_TRUE(groundOf(snapshot));
  EXPECT_NEAR(*groundOf(snapshot), 0.f, 1e-6f);
  OrbitCamera camera({{0.f, 0.2f, 0.6f}, {0.f, 0.1f, 0.f}, 40.f});
  camera.stayAbove(groundOf(snapshot));
  camera.orbit({0.3f, -2.f});
  camera.pan({0.f, 3.f});
  EXPECT_GT(camera.spec().eye.y, 0.f);
}

class ToolTest : public MouseTest<> {
 protected:
  ToolTest() : MouseTest({{0.f, 0.45f, 0.8f}, {0.f, 0.2f, 0.f}, 40.f}) {
    live_.emitters.push_back({});
    live_.emitters[0].name = "spout";
    live_.emitters[0].position = {0.f, 0.3f, 0.f};
    view_.snapshot = std::make_shared<Snapshot>();
  }
};

TEST_F(ToolTest, AGrabbedNozzleFollowsTheMouseLevel) {
  state_.tool = Action::PourTool;
  const Vec3 aim{0.1f, 0.3f, 0.05f};
  drag(over({0.f, 0.3f, 0.f}), over(aim), Button::Left);
  ASSERT_FALSE(session_.commands.empty());
  const CommandText& last = session_.commands.back();
  EXPECT_EQ(last.target, "emitter.spout.position");
  ASSERT_EQ(last.values.size(), 3u);
  expectNear({last.values[0], last.values[1], last.values[2]}, aim, 1e-4f);
}

TEST_F(ToolTest, WithShiftTheNozzleMovesUpAndDownOnly) {
  state_.tool = Action::PourTool;
  drag(over({0.f, 0.3f, 0.f}, true), over({0.02f, 0.4f, 0.f}, true), Button::Left);
  ASSERT_FALSE(session_.commands.empty());
  const CommandText& last = session_.commands.back();
  expectNear({last.values[0], last.values[1], last.values[2]}, {0.f, 0.4f, 0.f}, 1e-4f);
}

TEST_F(ToolTest, TheRightButtonClosesTheNozzleWhileItIsHeld) {
  state_.tool = Action::PourTool;
  drag(over({0.f, 0.3f, 0.f}), over({0.1f, 0.3f, 0.f}), Button::Right);
  ASSERT_EQ(session_.commands.size(), 2u);
  EXPECT_EQ(session_.commands[0].target, "emitter.spout.enabled");
  EXPECT_EQ(session_.commands[0].values, std::vector<float>{0.f});
  EXPECT_EQ(session_.commands[1].values, std::vector<float>{1.f});
}

TEST_F(ToolTest, TheCameraToolTurnsTheViewButGrabsTheNozzleWhereItIs) {
  const CameraSpec before = camera_.spec();
  drag(over({0.f, 0.1f, 0.f}), over({0.1f, 0.1f, 0.f}), Button::Left);
  EXPECT_TRUE(session_.commands.empty());
  EXPECT_NE(camera_.spec().eye.x, before.eye.x);
  EXPECT_EQ(camera_.spec().target, before.target);

  const CameraSpec turned = camera_.spec();
  drag(over({0.f, 0.3f, 0.f}), over({0.1f, 0.3f, 0.f}), Button::Left);
  EXPECT_EQ(camera_.spec().eye, turned.eye);
  ASSERT_FALSE(session_.commands.empty());
  EXPECT_NEAR(session_.commands.back().values[0], 0.1f, 1e-4f);
}

TEST_F(ToolTest, RightDragMovesTheViewWithTheHand) {
  const Vec3 grabbed = camera_.spec().target;
  const Pointer to{{0.3f, 0.2f}, false};
  drag(over(grabbed), to, Button::Right);
  Vec2 at;
  ASSERT_TRUE(camera_.project(grabbed, kAspect, at));
  EXPECT_NEAR(at.x, 0.3f, 1e-4f);
  EXPECT_NEAR(at.y, 0.2f, 1e-4f);
}

TEST(Pick, FindsTheNearerOfLiquidAndSolid) {
  Snapshot snapshot;
  snapshot.restSpacing = 0.01f;
  snapshot.positions = {{0.f, 0.f, 0.f}};
  Body ball = makeBody("ball", {SolidShape::SolidKind::Sphere, Vec3(0.1f)}, Motion::Static);
  ball.pose.position = {0.f, 0.f, -1.f};
  snapshot.bodies.push_back(ball);
  Vec3 point;
  ASSERT_TRUE(pick(snapshot, {{0.f, 0.f, 1.f}, {0.f, 0.f, -1.f}}, point));
  EXPECT_NEAR(point.z, 0.f, 1e-5f);
  ASSERT_TRUE(pick(snapshot, {{0.05f, 0.f, 1.f}, {0.f, 0.f, -1.f}}, point));
  EXPECT_NEAR(point.z, -1.f + std::sqrt(0.1f * 0.1f - 0.05f * 0.05f), 1e-3f);
  EXPECT_FALSE(pick(snapshot, {{0.5f, 0.f, 1.f}, {0.f, 0.f, -1.f}}, point));
}

TEST(Pick, PassesWhatIsAbsentHiddenOrOfGlass) {
  Snapshot snapshot;
  snapshot.bodies = {makeBody("ball", {SolidShape::SolidKind::Sphere, Vec3(0.1f)}, Motion::Static)};
  const PickRay ray{{0.05f, 0.f, 1.f}, {0.f, 0.f, -1.f}};
  Vec3 point;
  EXPECT_TRUE(pick(snapshot, ray, point));
  snapshot.bodies[0].present = false;
  EXPECT_FALSE(pick(snapshot, ray, point));
  snapshot.bodies[0].present = true;
  snapshot.bodies[0].look.visible = false;
  EXPECT_FALSE(pick(snapshot, ray, point));
  // A ray from inside a tank would hit its far wall, but users look through this wall.
  snapshot.bodies = {makeBody("tank", {SolidShape::SolidKind::Tank, Vec3(2.f)}, Motion::Static)};
  EXPECT_FALSE(pick(snapshot, ray, point));
}

TEST(WorldValues, ShowPendingEditsOfEveryKindOfTarget) {
  Snapshot snapshot;
  snapshot.method = "clavet";
  const auto& rows = findMethod("clavet").parameters();
  snapshot.materials.resize(2);
  snapshot.materials[0].name = "a";
  snapshot.materials[1].name = "b";
  for (MaterialDefinition& m : snapshot.materials) m.values.assign(rows.size(), 0.5f);
  snapshot.worldValues.assign(worldParameters().size(), 1.f);
  snapshot.emitters.push_back({});
  snapshot.emitters[0].name = "spout";
  snapshot.bodies.resize(2);
  snapshot.bodies[0].name = "duck";
  snapshot.bodies[0].motion = Motion::Dynamic;
  snapshot.bodies[1].name = "floor";
  const std::vector<Command> pending{
      command("clavet.friction", {0.1f}),      command("material.b.friction", {0.2f}),
      command("world.gravity_y", {-3.f}),      command("emitter.spout.position", {1.f, 2.f, 3.f}),
      command("emitter.spout.enabled", {0.f}), command("nonsense", {1.f}),
      command("body.duck.present", {0.f}),     command("body.duck.density", {300.f}),
      command("body.duck.friction", {0.25f}),  command("body.floor.stickiness", {7.f}),
      command("body.floor.density", {300.f}),  command("springs.add")};
  const WorldValues live = liveValues(snapshot, pending);
  const std::size_t friction = findParameter(rows, "friction");
  EXPECT_EQ(live.materials[0].values[friction], 0.1f);
  EXPECT_EQ(live.materials[1].values[friction], 0.2f);
  EXPECT_EQ(live.worldValues[findParameter(worldParameters(), "gravity_y")], -3.f);
  EXPECT_EQ(live.emitters[0].position, Vec3(1.f, 2.f, 3.f));
  EXPECT_FALSE(live.emitters[0].enabled);
  ASSERT_EQ(live.bodies.size(), 2u);
  EXPECT_FALSE(live.bodies[0].present);
  EXPECT_EQ(live.bodies[0].density, 300.f);
  EXPECT_EQ(live.bodies[0].friction, 0.25f);
  EXPECT_TRUE(live.bodies[1].present);
  EXPECT_EQ(live.bodies[1].stickiness, 7.f);
  EXPECT_FALSE(live.bodies[1].friction) << "the liquid's own holds";
  EXPECT_EQ(live.bodies[1].density, 1000.f) << "only a dynamic body has one";
}

/// Returns the quality levels that a machine passes on which every picture is too slow.
std::vector<QualityLevel> levelsDown(bool software) {
  QualityGovernor governor(software);
  std::vector<QualityLevel> levels{governor.level()};
  for (int i = 0; i < 40; ++i) {
    governor.drawn(300.0);
    if (governor.level() != levels.back()) levels.push_back(governor.level());
  }
  return levels;
}

TEST(PictureCrop, ThatIsShownInAnotherPlaceIsTheMiddleInThatPlacesProportions) {
  const auto isMiddle = [](const glm::ivec2& picture, const glm::ivec2& place, const glm::ivec2& size) {
    const PictureCrop part = centredCrop(picture, place);
    EXPECT_EQ(part.to - part.from, size);
    EXPECT_LE(glm::length(Vec2(part.from + part.to - picture)), 1.5f) << "both sides lose the same width";
  };
  isMiddle({640, 480}, {640, 480}, {640, 480});
  isMiddle({640, 480}, {320, 480}, {320, 480});  // a view half as wide, as when two worlds are compared
  isMiddle({640, 480}, {640, 240}, {640, 240});
  isMiddle({640, 480}, {1280, 960}, {640, 480});
  isMiddle({640, 480}, {1, 1000}, {1, 480});
  isMiddle({1, 1}, {300, 200}, {1, 1});
}

TEST(QualityGovernor, LeavesOneEffectAfterTheOtherOutAndSaysWhich) {
  const std::vector<QualityLevel> levels = levelsDown(false);
  ASSERT_GE(levels.size(), 5u);
  EXPECT_EQ(describeQuality(levels[0], View::Surface), "");
  EXPECT_EQ(describeQuality(levels[1], View::Surface), "fewer samples, coarser surface");
  EXPECT_EQ(describeQuality(levels[2], View::Spheres), "fewer samples, no ambient occlusion");
  std::set<std::string> notes;
  for (const QualityLevel& level : levels)
    EXPECT_TRUE(notes.insert(describeQuality(level, View::Liquid)).second) << "each says something else";
  EXPECT_EQ(describeQuality(levels.back(), View::Liquid),
            "simple lighting, no ambient occlusion, half-resolution liquid, 25 % of the pixels");
}

TEST(QualityGovernor, BeginsWithPlainLightInSoftware) {
  EXPECT_EQ(levelsDown(true).front().quality, 0);
  EXPECT_EQ(levelsDown(true).back(), levelsDown(false).back());
}

TEST(QualityGovernor, RecoversWithoutFlickering) {
  // The machine is slow at the best level and quick at the level below. The governor must try the best level
  // ever more rarely.
  QualityGovernor torn(false);
  int changes = 0;
  QualityLevel before = torn.level();
  for (int i = 0; i < 2000; ++i) {
    torn.drawn(torn.level() == QualityLevel{} ? 70.0 : 5.0);
    if (torn.level() != before) ++changes;
    before = torn.level();
  }
  EXPECT_GE(changes, 3) << "it does try again";
  EXPECT_LE(changes, 12) << "but ever more rarely";
}

}  // namespace
}  // namespace ooze::ui
