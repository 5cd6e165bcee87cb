// Tests the command control.NAME.whole, which adds control particles to a world and removes them.
#include "ooze/base/bytes.h"
#include "ooze/base/error.h"
#include "ooze/scene/scene_writing.h"
#include "ooze/world/control_text.h"

#include "fixtures/commands.h"
#include "fixtures/edit_pieces.h"
#include "fixtures/temporary_folder.h"
#include "session/live_world.h"
#include "unit/rasmussen_fixtures.h"
#include "world/commands/world_values.h"

#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace ooze::control_commands_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kScene = R"({
  "version": 1, "method": "rasmussen", "h": 0.04,
  "materials": [{"name": "goo", "file": "rasmussen_water"}],
  "liquids": [{"shape": {"sphere": {"radius": 0.08}}, "position": [0, 0.3, 0]}],
  "bodies": [{"name": "ball", "shape": {"sphere": {"radius": 0.05}}}],
  "controls": [
    {"name": "wind", "kind": "velocity", "shape": {"sphere": {"radius": 0.05}}, "velocity": [1, 0, 0],
     "points": [[0, 0, 0], [0.05, 0, 0]],
     "keys": [{"time": 0, "position": [0, 0.3, 0]}, {"time": 1, "position": [0.5, 0.3, 0]}]},
    {"name": "thick", "kind": "viscosity", "shape": {"sphere": {"radius": 0.1}}, "viscosity": 2}
  ]
})";

Control brushControl() {
  Control c;
  c.name = "brush 1";
  c.kind = ControlKind::Velocity;
  c.shape = ControlShape::Cylinder;
  c.falloff = Falloff::Cubic;
  c.radius = 0.06f;
  c.length = 0.08f;
  c.strength = 0.75f;
  c.value = {0.f, 1.25f, 0.f};
  c.position = {0.1f, 0.3f, 0.f};
  c.points = std::make_shared<const ControlPoints>(
      std::vector<ControlPoint>{{{0.f, 0.f, 0.f}, {0.f, 1.f, 0.f}}, {{0.03f, 0.f, 0.01f}, {1.f, 0.f, 0.f}}});
  c.stop = 5.0;
  return c;
}

Command setCommand(const Control& c) { return command("control." + c.name + ".whole", {}, encodeControl(c)); }
Command removeCommand(const std::string& name) { return command("control." + name + ".whole", {}, "none"); }

std::vector<std::string> names(const World& world) {
  std::vector<std::string> all;
  for (const Control& c : world.controls()) all.push_back(c.name);
  return all;
}

Scene scene() { return parseScene(kScene, "folder/test.json", Detail::Medium); }

TEST(ControlText, SaysAllOfAControl) {
  for (const Control& c : scene().world.controls) {
    const Control again = decodeControl(c.name, encodeControl(c), nullptr);
    EXPECT_TRUE(haveSameStructure(c, again)) << c.name;
    EXPECT_EQ(encodeControl(c), encodeControl(again));
  }
  const Control c = brushControl(), again = decodeControl(c.name, encodeControl(c), nullptr);
  EXPECT_TRUE(haveSameStructure(c, again));
  EXPECT_EQ(again.value, c.value);
  EXPECT_EQ(again.points->list()[1].axis, Vec3(1.f, 0.f, 0.f));
}

TEST(ControlText, IsRefusedAtItsLine) {
  const auto why = [](const std::string& text) {
    try {
      (void)decodeControl("a", text, nullptr);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_THAT(why("kind = velocity\nraduis = 1"), HasSubstr("line 2: unknown key \"raduis\"; did you mean"));
  EXPECT_THAT(why("kind = wind"), HasSubstr("line 1: kind: there is no \"wind\""));
  EXPECT_THAT(why("radius = 1 2"), HasSubstr("line 1: unexpected \"2\" at the end"));
  EXPECT_THAT(why("radius = nan"), HasSubstr("\"nan\" is not a number"));
  EXPECT_THAT(why("strength = 2"), HasSubstr("out of range"));
  EXPECT_THAT(why("kind = temperature\nvalue = -300 0 0"), HasSubstr("the temperature of control \"a\""));
  EXPECT_THAT(why("points = scene"), HasSubstr("the scene has no control \"a\""));
  EXPECT_THAT(why("place_key = 1 0 0 0 1 0 0 0\nplace_key = 0.5 0 0 0 1 0 0 0"), HasSubstr("line 2: keys"));
  EXPECT_THAT(why("points = 0 0"), HasSubstr("is not a number"));
}

TEST(WholeControls, PutOneInThatActsAndTakeItOut) {
  WorldSpec spec = rasmussen_fixtures::worldOf(rasmussen_fixtures::liquid({}));
  spec.settings.gravityY = 0.f;
  spec.liquids = {test::box({0.f, 0.3f, 0.f}, {0.08f, 0.08f, 0.08f})};
  World world(spec, 1);
  Control lift = brushControl();
  lift.shape = ControlShape::Sphere;
  lift.radius = 0.5f;
  world.submit(setCommand(lift));
  world.submit(command("control.brush 1.strength", {0.9f}));
  rasmussen_fixtures::advanceFrames(world, 2);
  EXPECT_THAT(names(world), ElementsAre("brush 1"));
  EXPECT_EQ(world.controls()[0].strength, 0.9f);
  EXPECT_GT(world.statistics().momentum.y, 0.f) << "the control moves the liquid";
  world.submit(removeCommand("brush 1"));
  world.step();
  EXPECT_THAT(names(world), IsEmpty());
  EXPECT_THROW(world.submit(command("control.brush 1.strength", {0.5f})), InputError);
}

TEST(WholeControls, AreRefusedWhereTheyMakeNoSense) {
  World world(scene().world, 1);
  Control c = brushControl();
  c.body = "nobody";
  EXPECT_THROW(world.submit(setCommand(c)), InputError);
  EXPECT_THROW(world.submit(command("control.x.whole", {}, "kind = wind")), InputError);
  EXPECT_THROW(world.submit(command("control.x.whole", {1.f}, "kind = velocity")), InputError);
  world.submit(removeCommand("wind"));
  EXPECT_THROW(world.submit(command("control.wind.radius", {0.1f})), InputError) << "it will be gone by then";
  WorldSpec other = scene().world;
  other.method = "clavet";
  other.materials = {};
  MaterialDefinition goo;
  goo.name = "goo";
  for (const ParameterInfo& row : findMethod("clavet").parameters()) goo.values.push_back(row.defaultValue);
  other.materials = {goo};
  World deaf(other, 1);
  EXPECT_THROW(deaf.submit(setCommand(brushControl())), InputError);
  WorldSpec full = scene().world;
  World most(full, 1);
  for (std::size_t k = 0; k + full.controls.size() < kMaxControls; ++k) {
    c = Control();
    c.name = "c " + std::to_string(k);
    most.submit(setCommand(c));
    if (k % 50 == 0) most.applyCommands();
  }
  most.applyCommands();
  EXPECT_THROW(most.submit(setCommand(brushControl())), InputError);
}

TEST(WholeControls, AreInSavesAndReplays) {
  const Scene given = scene();
  World world(given.world, 1);
  world.submit(setCommand(brushControl()));
  world.submit(removeCommand("wind"));
  world.step();
  world.submit(command("control.brush 1.radius", {0.07f}));
  world.step();
  ByteWriter out;
  world.save(out);
  World restored(given.world, 1);
  ByteReader in(out.bytes());
  restored.restore(in);
  EXPECT_THAT(names(restored), ElementsAre("thick", "brush 1"));
  EXPECT_EQ(restored.controls()[1].radius, 0.07f);
  EXPECT_TRUE(haveSameStructure(restored.controls()[1], brushControl()));
  World replayed(given.world, 1);
  replayed.replay(world.commandLog());
  for (int k = 0; k < 2; ++k) replayed.step();
  for (World* w : {&world, &restored, &replayed}) w->advanceFrame();
  EXPECT_EQ(restored.hash(), world.hash());
  EXPECT_EQ(replayed.hash(), world.hash());
}

TEST(WholeControls, LeaveSavesOfWorldsWithoutThemAsTheyWere) {
  const Scene given = scene();
  World world(given.world, 1), other(given.world, 1);
  other.submit(command("control.thick.enabled", {1.f}));  // already enabled: the command changes nothing
  other.applyCommands();
  world.submit(setCommand(brushControl()));
  world.applyCommands();
  EXPECT_NE(world.hash(), other.hash());
  world.submit(removeCommand("brush 1"));
  world.applyCommands();
  EXPECT_EQ(world.hash(), other.hash());
}

TEST(WholeControls, TheTimelineOfOneThatIsGoneIsSilent) {
  Scene given = scene();
  given.world.timeline = {{0.01, command("control.thick.enabled", {0.f})},
                          {0.02, command("control.wind.radius", {0.2f})}};
  World world(given.world, 1);
  world.submit(removeCommand("thick"));
  while (world.time() < 0.1) world.step();
  EXPECT_THAT(names(world), ElementsAre("wind"));
  EXPECT_EQ(world.controls()[0].radius, 0.2f);
}

TEST(WholeControls, ValuesFollowThem) {
  const Scene given = scene();
  WorldValues values;
  values.controls = given.world.controls;
  WorldValues now = values;
  apply(now, "rasmussen", setCommand(brushControl()));
  apply(now, "rasmussen", removeCommand("thick"));
  ASSERT_EQ(now.controls.size(), 2u);
  EXPECT_EQ(now.controls[1].name, "brush 1");
  for (const Command& c : commandsToReach(values, now, "rasmussen")) apply(values, "rasmussen", c);
  ASSERT_EQ(values.controls.size(), 2u);
  EXPECT_TRUE(haveSameStructure(values.controls[1], brushControl()));
}

/// A session without threads.
class ControlSession : public testing::Test {
 protected:
  void edit(std::vector<Command> commands) {
    std::vector<EditPiece> given;
    ++edit_;
    for (Command& c : commands) given.push_back({.edit = edit_, .commands = {std::move(c)}});
    EXPECT_THAT(live_.presentEdits().apply(std::move(given), false), IsEmpty());
  }
  void frame() {
    do live_.step();
    while (!live_.world().atFrameBoundary());
  }
  [[nodiscard]] const std::vector<Control>& controls() const { return live_.world().controls(); }

  TemporaryFolder folder_;
  std::shared_ptr<const Scene> scene_ =
      std::make_shared<const Scene>(loadScene(folder_.write("test.json", kScene).string()));
  LiveWorld live_{scene_, 1, {}};
  std::uint64_t edit_ = 0;
};

TEST_F(ControlSession, UndoTakesOneOutAgainAndBringsOneBackWithItsKeys) {
  edit({setCommand(brushControl())});
  frame();
  EXPECT_THAT(live_.presentEdits().undo(), IsEmpty());
  EXPECT_THAT(names(live_.world()), ElementsAre("wind", "thick"));
  frame();
  EXPECT_THAT(live_.presentEdits().redo(), IsEmpty());
  EXPECT_THAT(names(live_.world()), ElementsAre("wind", "thick", "brush 1"));
  frame();
  edit({removeCommand("wind")});
  frame();
  EXPECT_THAT(live_.presentEdits().undo(), IsEmpty());
  ASSERT_THAT(names(live_.world()), ElementsAre("wind", "thick", "brush 1")) << "where it was";
  EXPECT_TRUE(haveSameStructure(controls()[0], scene_->world.controls[0]));
  edit({command("control.wind.position", {0.f, 1.f, 0.f})});
  frame();
  EXPECT_FALSE(controls()[0].isKeyed());
  EXPECT_THAT(live_.presentEdits().undo(), IsEmpty());
  EXPECT_TRUE(haveSameStructure(controls()[0], scene_->world.controls[0])) << "moved along its keys again";
}

TEST_F(ControlSession, UndoRestoresKeysEvenIfTheMethodHasNoControls) {
  std::string text = kScene;
  text.replace(text.find("rasmussen\""), 10, "clavet\"");
  text.replace(text.find("rasmussen_water"), 15, "honey");
  const auto deaf = std::make_shared<const Scene>(loadScene(folder_.write("deaf.json", text).string()));
  LiveWorld live(deaf, 1, {});
  EXPECT_THAT(live.presentEdits().apply(editOf({"control.wind.position", {0.f, 1.f, 0.f}}, 1), false),
              IsEmpty());
  live.step();
  ASSERT_FALSE(live.world().controls()[0].isKeyed());
  EXPECT_THAT(live.presentEdits().undo(), IsEmpty());
  EXPECT_TRUE(live.world().controls()[0].isKeyed());
}

TEST_F(ControlSession, ARestartKeepsThem) {
  Control keyed = brushControl();
  keyed.placeKeys = {{0.0, {{0.f, 0.3f, 0.f}, {1.f, 0.f, 0.f, 0.f}}},
                     {0.5, {{0.2f, 0.3f, 0.f}, {1.f, 0.f, 0.f, 0.f}}}};
  edit({setCommand(brushControl())});
  edit({command("control.brush 1.radius", {0.02f}), removeCommand("thick")});
  frame();
  edit({setCommand(keyed)});
  frame();
  live_.restart();
  ASSERT_THAT(names(live_.world()), ElementsAre("wind", "brush 1"));
  EXPECT_EQ(live_.world().stepIndex(), 0u);
  EXPECT_EQ(controls()[1].poseAt(0.25).position.x, keyed.poseAt(0.25).position.x);
  EXPECT_EQ(controls()[1].radius, 0.06f) << "set as a whole since";
}

TEST_F(ControlSession, ASceneThatIsSavedBeginsWithThem) {
  Control keyed = brushControl();
  keyed.name = "keyed";
  keyed.placeKeys = {{0.0, {{0.f, 0.3f, 0.f}, {1.f, 0.f, 0.f, 0.f}}},
                     {0.5, {{0.2f, 0.3f, 0.f}, {1.f, 0.f, 0.f, 0.f}}}};
  edit({setCommand(brushControl()), setCommand(keyed), removeCommand("wind")});
  const std::filesystem::path file = folder_.path() / "again.json";
  EXPECT_THAT(writeScene(*scene_, live_.world(), {scene_->camera, scene_->look}, file), IsEmpty());
  const std::vector<Control> again = loadScene(file.string()).world.controls;
  ASSERT_EQ(again.size(), 3u);
  EXPECT_TRUE(haveSameStructure(again[0], scene_->world.controls[1]));
  EXPECT_TRUE(haveSameStructure(again[1], brushControl())) << "axes of its own among them";
  EXPECT_EQ(again[1].value, brushControl().value);
  EXPECT_EQ(again[1].length, brushControl().length);
  EXPECT_EQ(again[2].placeKeys.size(), 2u);
  EXPECT_EQ(again[2].poseAt(0.3).position, keyed.poseAt(0.3).position);
}

}  // namespace
}  // namespace ooze::control_commands_test
