// Tests of "controls" in a scene file: their meaning, errors with line numbers, and writing them back.
#include "ooze/base/error.h"
#include "ooze/scene/scene.h"
#include "ooze/scene/scene_writing.h"

#include "fixtures/commands.h"
#include "fixtures/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze::scene_controls_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr const char* kScene = R"({
  "version": 1,
  "h": {"coarse": 0.04, "medium": 0.02, "fine": 0.01},
  "materials": [{"name": "goo"}],
  "bodies": [
    {"name": "floor", "shape": {"plane": {}}},
    {"name": "ball", "shape": {"sphere": {"radius": 0.1}}}
  ],
  "characters": [{"name": "hero", "motion": "stand", "height": 0.3}],
  "controls": [
    {"name": "wind", "kind": "velocity", "shape": {"sphere": {"radius": {"coarse": 0.04, "medium": 0.02, "fine": 0.01}}},
     "falloff": "cubic", "points": [[0, 0, 0], [0.5, 0, 0]], "start": 0.5, "stop": 1.5,
     "keys": [
       {"time": 0, "position": [0, 1, 0], "velocity": [1, 0, 0]},
       {"time": 1, "position": [2, 1, 0], "rotation": {"axis": [0, 1, 0], "degrees": 90}, "strength": 0.25},
       {"time": 2, "velocity": [3, 0, 0], "strength": 0.75}
     ]},
    {"name": "lips", "kind": "add", "body": "hero head",
     "shape": {"cylinder": {"radius": 0.01, "length": 0.03, "axis": [0, 0, 2]}},
     "falloff": "box", "strength": 0.875, "position": [0, 0, 0.02], "rotation": {"axis": [0, 1, 0], "degrees": 30},
     "along": {"points": [[-0.02, 0, 0], [0, 0.005, 0.01], [0.02, 0, 0]], "spacing": 0.004}},
    {"name": "skin", "kind": "velocity", "body": "ball", "strength": 1,
     "shape": {"sphere": {"radius": 0.02}},
     "surface": {"spacing": 0.03, "lower": [-1, 0.05, -1], "upper": [1, 1, 1]}},
    {"name": "thick", "kind": "viscosity", "shape": {"sphere": {"radius": 0.2}}, "viscosity": 0.5, "enabled": false},
    {"name": "swell", "kind": "divergence", "shape": {"sphere": {"radius": 0.2}}, "divergence": -2, "strength": 0.5},
    {"name": "hot", "kind": "temperature", "shape": {"sphere": {"radius": 0.2}}, "temperature": 90,
     "keys": [{"time": 0, "strength": 0}, {"time": 1, "strength": 0.5}]}
  ],
  "timeline": [{"time": 1, "set": "control.thick.enabled", "to": 1}]
})";

Scene parse(const std::string& text, Detail detail = Detail::Medium) {
  return parseScene(text, "folder/test.json", detail);
}

TEST(SceneControls, SayWhatTheyMean) {
  const std::vector<Control> controls = parse(kScene).world.controls;
  ASSERT_EQ(controls.size(), 6u);
  const Control& wind = controls[0];
  EXPECT_EQ(wind.name, "wind");
  EXPECT_EQ(wind.kind, ControlKind::Velocity);
  EXPECT_EQ(wind.shape, ControlShape::Sphere);
  EXPECT_EQ(wind.falloff, Falloff::Cubic);
  EXPECT_EQ(wind.radius, 0.02f);
  EXPECT_EQ(wind.start, 0.5);
  EXPECT_EQ(wind.stop, 1.5);
  ASSERT_TRUE(wind.points);
  ASSERT_EQ(wind.points->list().size(), 2u);
  EXPECT_EQ(wind.points->list()[1].place, Vec3(0.5f, 0.f, 0.f));
  ASSERT_EQ(wind.placeKeys.size(), 2u);
  EXPECT_EQ(wind.placeKeys[1].pose.position, Vec3(2.f, 1.f, 0.f));
  EXPECT_NEAR(wind.placeKeys[1].pose.orientation.y, std::sqrt(0.5f), 1e-6f);
  ASSERT_EQ(wind.valueKeys.size(), 2u) << "one key says nothing of it";
  EXPECT_EQ(wind.valueKeys[1].time, 2.0);
  EXPECT_EQ(wind.valueAt(1.0), Vec3(2.f, 0.f, 0.f));
  ASSERT_EQ(wind.strengthKeys.size(), 2u);
  EXPECT_EQ(wind.strengthAt(0.0), 0.25f);
  EXPECT_EQ(wind.strength, 0.25f) << "the value that a command sees";

  const Control& lips = controls[1];
  EXPECT_EQ(lips.kind, ControlKind::AddLiquid);
  EXPECT_EQ(lips.body, "hero head");
  EXPECT_EQ(lips.shape, ControlShape::Cylinder);
  EXPECT_EQ(lips.length, 0.03f);
  EXPECT_EQ(lips.falloff, Falloff::Box);
  EXPECT_EQ(lips.position, Vec3(0.f, 0.f, 0.02f));
  EXPECT_NEAR(lips.orientation.y, std::sin(glm::radians(15.f)), 1e-6f);
  ASSERT_GT(lips.points->list().size(), 10u);
  for (const ControlPoint& p : lips.points->list()) EXPECT_EQ(p.axis, Vec3(0.f, 0.f, 1.f));

  const Control& skin = controls[2];
  EXPECT_TRUE(skin.carried);
  EXPECT_EQ(skin.value, Vec3(0.f));
  ASSERT_GT(skin.points->list().size(), 20u);
  for (const ControlPoint& p : skin.points->list()) {
    EXPECT_NEAR(glm::length(p.place), 0.1f, 1e-5f);
    EXPECT_LT(glm::distance(p.axis, glm::normalize(p.place)), 1e-4f);
    EXPECT_GE(p.place.y, 0.05f);
  }
  EXPECT_EQ(controls[3].value.x, 0.5f);
  EXPECT_FALSE(controls[3].enabled);
  EXPECT_FALSE(controls[3].points);
  EXPECT_EQ(controls[4].value.x, -2.f);
  EXPECT_EQ(controls[5].kind, ControlKind::Temperature);
  EXPECT_EQ(controls[5].value.x, 90.f);
  EXPECT_EQ(parse(kScene, Detail::Fine).world.controls[0].radius, 0.01f);
}

TEST(SceneControls, AreReportedAsUnusedIfTheMethodHasNoControls) {
  EXPECT_THAT(parse(kScene).notes, ElementsAre("folder/test.json:11: the method \"Viscoelastic springs\" has "
                                               "no control particles, so \"controls\" do nothing"));
}

/// Returns the test scene for every method that supports controls.
std::vector<std::string> scenesOfControlMethods() {
  std::vector<std::string> texts;
  for (const MethodRow& method : methodRegistry())
    if (method.supportsControls)
      texts.push_back(std::string(kScene).insert(1, fmt::format("\"method\": \"{}\",", method.key)));
  return texts;
}

TEST(SceneControls, SayWhichHardOnesContradictEachOther) {
  const auto withWall = [](std::string text, const std::string& place) {
    const std::string wall = R"({"name": "wall", "kind": "velocity", "velocity": [1, 0, 0], "falloff": "box",
      "shape": {"sphere": {"radius": 0.05}}, "position": )" +
                             place + R"(,
      "keys": [{"time": 0, "strength": 0.5}, {"time": 2, "strength": 1}]},
    )";
    return text.insert(text.find("{\"name\": \"swell\""), wall);
  };
  for (const std::string& text : scenesOfControlMethods()) {
    EXPECT_THAT(parse(text).notes, IsEmpty());
    EXPECT_THAT(parse(withWall(text, "[0.5, 0, 0]")).notes, IsEmpty()) << "it is too far from the ball";
    EXPECT_THAT(
        parse(withWall(text, "[0, 0.11, 0]")).notes,
        ElementsAre(AllOf(
            StartsWith(
                "folder/test.json:26: the hard controls \"skin\" and \"wall\" contradict each other at ("),
            HasSubstr("2 s: \"wall\" wins, because it comes later in the scene"))));
  }
}

struct Mistake {
  const char* from;
  const char* to;
  const char* at;
  const char* message;
};

class ControlMistake : public testing::TestWithParam<Mistake> {};

TEST_P(ControlMistake, IsRefusedAtItsLine) {
  const Mistake& m = GetParam();
  std::string text = kScene;
  const auto place = text.find(m.from);
  ASSERT_NE(place, std::string::npos) << m.from;
  text.replace(place, std::string(m.from).size(), m.to);
  const auto line =
      1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find(m.at)), '\n');
  try {
    parse(text);
    FAIL() << "accepted " << m.to;
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), StartsWith("folder/test.json:" + std::to_string(line) + ": "));
    EXPECT_THAT(e.what(), HasSubstr(m.message));
    EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(
    UnknownNames, ControlMistake,
    testing::Values(
        Mistake{"\"falloff\": \"cubic\"", "\"fallof\": \"cubic\"", "fallof\"", "did you mean \"falloff\"?"},
        Mistake{"\"cubic\"", "\"cubik\"", "cubik", "did you mean \"cubic\"?"},
        Mistake{"\"kind\": \"viscosity\"", "\"kind\": \"viscositty\"", "viscositty", "did you mean"},
        Mistake{"{\"cylinder\"", "{\"cilinder\"", "cilinder", "did you mean \"cylinder\"?"},
        Mistake{"\"hero head\"", "\"hero haed\"", "haed", "did you mean \"hero head\"?"},
        Mistake{"\"hero head\"", "\"hero\"", "\"body\": \"hero\"",
                "\"hero\" is a character: name one of its bones, such as \"hero "},
        Mistake{"\"body\": \"ball\"", "\"body\": \"bal\"", "\"bal\"", "did you mean \"ball\"?"},
        Mistake{"\"spacing\": 0.03", "\"spcing\": 0.03", "spcing", "did you mean \"spacing\"?"},
        Mistake{"\"time\": 2, \"velocity\"", "\"time\": 2, \"velocty\"", "velocty",
                "did you mean \"velocity\"?"},
        Mistake{"control.thick", "control.thik", "thik", "did you mean \"thick\"?"},
        Mistake{"\"name\": \"thick\"", "\"name\": \"wind\"", "\"kind\": \"viscosity\"", "is taken already"}));

INSTANTIATE_TEST_SUITE_P(
    Numbers, ControlMistake,
    testing::Values(
        Mistake{"\"radius\": 0.01,", "\"radius\": 0,", "\"radius\": 0,", "\"radius\" = 0 is out of range"},
        Mistake{"\"medium\": 0.02, \"fine\": 0.01}}}", "\"medium\": -1, \"fine\": 0.01}}}", "-1",
                "out of range"},
        Mistake{"\"length\": 0.03", "\"length\": 0", "\"length\": 0", "out of range"},
        Mistake{"\"strength\": 0.875", "\"strength\": 1.5", "1.5, \"position\"", "out of range [0, 1]"},
        Mistake{"\"velocity\": [3, 0, 0]", "\"velocity\": [3, 1e999, 0]", "1e999", "1e999"},
        Mistake{"\"viscosity\": 0.5", "\"viscosity\": -0.5", "-0.5", "out of range [0, 1000]"},
        Mistake{"\"time\": 1, \"position\"",
                "\"time\": 0, \"position\": [1, 1, 0]}, {\"time\": 0, \"position\"",
                "{\"time\": 0, \"position\": [2", "two keys at one time are a jump"},
        Mistake{"\"time\": 0, \"position\": [0, 1", "\"time\": 3, \"position\": [0, 1",
                "\"time\": 1, \"position\"", "keys must ascend in time; 1 s comes after 3 s"},
        Mistake{"\"stop\": 1.5", "\"stop\": 0.25", "stop", "comes before"},
        Mistake{"\"spacing\": 0.004", "\"spacing\": 0", "\"spacing\": 0}", "out of range"}));

INSTANTIATE_TEST_SUITE_P(
    Sense, ControlMistake,
    testing::Values(
        Mistake{"\"viscosity\": 0.5, ", "", "\"thick\"", "needs the key \"viscosity\""},
        Mistake{"\"viscosity\": 0.5", "\"viscosity\": 0.5, \"divergence\": 1", "\"thick\"",
                "only a control of divergence has the key \"divergence\""},
        Mistake{"\"viscosity\": 0.5", "\"viscosity\": 0.5, \"temperature\": 60", "\"thick\"",
                "only a control of temperature has the key \"temperature\""},
        Mistake{"\"time\": 2, \"velocity\": [3, 0, 0]", "\"time\": 2, \"viscosity\": 1", "\"time\": 2",
                "only a control of viscosity has the key"},
        Mistake{"{\"time\": 2, \"velocity\": [3, 0, 0], \"strength\": 0.75}", "{\"time\": 2}", "\"time\": 2",
                "needs a position, a value or a strength"},
        Mistake{"\"start\": 0.5", "\"position\": [0, 0, 0]", "\"falloff\": \"cubic\"",
                "a control with \"position\" in its keys must not have \"position\" outside them"},
        Mistake{"\"start\": 0.5", "\"strength\": 0.5", "\"falloff\": \"cubic\"", "\"strength\" in its keys"},
        Mistake{"\"start\": 0.5", "\"velocity\": [0, 0, 0]", "\"falloff\": \"cubic\"",
                "\"velocity\" in its keys"},
        Mistake{"{\"sphere\": {\"radius\": 0.02}},", "{},", "{},", "either a \"sphere\" or a \"cylinder\""},
        Mistake{"\"start\": 0.5", "\"carried\": false", "\"falloff\": \"cubic\"",
                "only a control that follows"},
        Mistake{"[[0, 0, 0], [0.5, 0, 0]]", "[]", "\"falloff\": \"cubic\"", "must not be empty"},
        Mistake{"\"start\": 0.5", "\"along\": {\"points\": [[0, 0, 0], [1, 0, 0]], \"spacing\": 0.1}",
                "\"wind\"", "only one of \"points\", \"along\" and \"surface\""},
        Mistake{"[[-0.02, 0, 0], [0, 0.005, 0.01], [0.02, 0, 0]]", "[[0, 0, 0]]", "\"along\"",
                "two \"points\""},
        Mistake{"\"points\": [[0, 0, 0], [0.5, 0, 0]]", "\"surface\": {\"spacing\": 0.1}", "\"surface\"",
                "needs the key \"body\""},
        Mistake{"\"body\": \"ball\"", "\"body\": \"floor\"", "\"surface\"",
                "the surface of \"floor\" lies outside"},
        Mistake{"\"lower\": [-1, 0.05, -1], \"upper\": [1, 1, 1]", "\"lower\": [5, 5, 5]", "\"surface\"",
                "the surface of \"ball\" lies outside this box"}));

class SceneControlWriting : public testing::Test {
 protected:
  [[nodiscard]] Scene again(const Scene& scene, const World& world) const {
    const std::filesystem::path file = folder_.path() / "again.json";
    EXPECT_THAT(writeScene(scene, world, {scene.camera, scene.look}, file), IsEmpty());
    return loadScene(file.string(), scene.detail);
  }
  TemporaryFolder folder_;
};

void expectSame(const Control& a, const Control& b) {
  SCOPED_TRACE(b.name);
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.shape, b.shape);
  EXPECT_EQ(a.falloff, b.falloff);
  EXPECT_EQ(a.radius, b.radius);
  EXPECT_EQ(a.length, b.length);
  EXPECT_EQ(a.strength, b.strength);
  EXPECT_EQ(a.value, b.value);
  EXPECT_EQ(a.position, b.position);
  EXPECT_LT(glm::length(a.orientation - b.orientation), 1e-6f);
  EXPECT_EQ(a.body, b.body);
  EXPECT_EQ(a.carried, b.carried);
  EXPECT_EQ(a.start, b.start);
  EXPECT_EQ(a.stop, b.stop);
  EXPECT_EQ(a.enabled, b.enabled);
  EXPECT_EQ(a.placeKeys.size(), b.placeKeys.size());
  EXPECT_EQ(a.valueKeys.size(), b.valueKeys.size());
  EXPECT_EQ(a.strengthKeys.size(), b.strengthKeys.size());
  for (const double t : {0.0, 0.3, 1.1, 1.9}) {
    EXPECT_EQ(a.poseAt(t).position, b.poseAt(t).position);
    EXPECT_EQ(a.valueAt(t), b.valueAt(t));
    EXPECT_EQ(a.strengthAt(t), b.strengthAt(t));
  }
  ASSERT_EQ(a.points == nullptr, b.points == nullptr);
  if (!a.points) return;
  ASSERT_EQ(a.points->list().size(), b.points->list().size());
  for (std::size_t k = 0; k < a.points->list().size(); ++k) {
    EXPECT_EQ(a.points->list()[k].place, b.points->list()[k].place);
    EXPECT_EQ(a.points->list()[k].axis, b.points->list()[k].axis);
  }
}

TEST_F(SceneControlWriting, ComeBackAsTheyWere) {
  const Scene scene = parse(kScene);
  World world(scene.world, 1);
  world.step();
  const Scene written = again(scene, world);
  ASSERT_EQ(written.world.controls.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) expectSame(written.world.controls[i], scene.world.controls[i]);
  EXPECT_EQ(World(written.world, 1).hash(), World(scene.world, 1).hash());
  EXPECT_EQ(loadSceneWithoutShapes(written.file.string(), Detail::Fine).world.controls[0].radius, 0.01f);
}

TEST_F(SceneControlWriting, ComeBackAsCommandsSetThem) {
  const Scene scene = parse(kScene);
  World world(scene.world, 1);
  for (const Command& c : std::vector<Command>{
           command("control.wind.position", {7.f, 8.f, 9.f}), command("control.wind.radius", {0.0625f}),
           command("control.wind.strength", {0.375f}), command("control.lips.length", {0.05f}),
           command("control.skin.velocity", {0.f, 1.f, 0.f}), command("control.thick.viscosity", {3.f}),
           command("control.thick.enabled", {1.f}), command("control.swell.divergence", {4.f}),
           command("control.hot.temperature", {-20.f})})
    world.submit(c);
  world.step();
  const Scene written = again(scene, world);
  for (std::size_t i = 0; i < 6; ++i) expectSame(written.world.controls[i], world.controls()[i]);
  EXPECT_EQ(written.world.controls[0].valueKeys.size(), 2u) << "the keys still say the velocity";
  World all(written.world, 1);
  all.submit(command("control.wind.velocity", {0.f, 0.f, 5.f}));
  all.step();
  const Scene keyless = again(written, all);
  EXPECT_FALSE(keyless.world.controls[0].isKeyed());
  expectSame(keyless.world.controls[0], all.controls()[0]);
}

TEST_F(SceneControlWriting, LeaveToTheTimelineWhatItSets) {
  const Scene scene = parse(kScene);
  World world(scene.world, 1);
  while (world.time() < 1.1) world.step();
  ASSERT_TRUE(world.controls()[3].enabled);
  EXPECT_FALSE(again(scene, world).world.controls[3].enabled) << "the start state is that of the scene";
}

}  // namespace
}  // namespace ooze::scene_controls_test
