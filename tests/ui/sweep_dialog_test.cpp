// The dialog of sweeps without a window, and the differences between worlds that it starts from.
#include "ooze/methods/method.h"
#include "ooze/world/world.h"

#include "panel_screen.h"
#include "session/differences.h"
#include "session/target_words.h"

#include <algorithm>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <optional>
#include <string>
#include <vector>

namespace ooze::ui {
namespace {

using testing::ElementsAre;

class FakeSweeps final : public Sweeps {
 public:
  void start(const SweepChoice& choice) override { started.push_back(choice); }
  void cancel() override { ++cancelled; }
  [[nodiscard]] const SweepSheet* sheet() const override { return shown ? &*shown : nullptr; }
  void save(const std::filesystem::path& file) override { saved.push_back(file); }

  std::optional<SweepSheet> shown;
  std::vector<SweepChoice> started;
  std::vector<std::filesystem::path> saved;
  int cancelled = 0;
};

SweepSheet sheetOfTwo() {
  static int picture = 0;
  SweepSheet sheet;
  sheet.across = {"Viscosity of honey", {"1", "2"}};
  sheet.down = {"", {""}};
  for (const float v : {1.f, 2.f})
    sheet.cells.push_back(
        {&picture, "", {{"material.honey.viscosity_linear", {v}}, {"world.gravity_y", {-v}}}});
  return sheet;
}

class SweepDialogTest : public PanelScreen, public testing::WithParamInterface<ImVec2> {
 protected:
  SweepDialogTest() : PanelScreen(GetParam().x, GetParam().y) {
    services_.sweeps = &sweeps_;
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->method = "clavet";
    snapshot->frame = 77;
    snapshot->worldValues.assign(worldParameters().size(), 0.f);
    MaterialDefinition honey;
    honey.name = "honey";
    for (const ParameterInfo& row : findMethod("clavet").parameters())
      honey.values.push_back(row.defaultValue);
    honey.values[findParameter(findMethod("clavet").parameters(), "viscosity_linear")] = 4.f;
    snapshot->materials = {honey};
    view_.snapshot = snapshot;
    auto scene = std::make_shared<Scene>();
    scene->name = "pour";
    view_.scene = scene;
    state_.sweepOpen = true;
  }

  void drawPanels(PanelContext& context) override { drawSweepDialog(context); }
  /// Clicks down the column of buttons until something came of it.
  bool clickDown(const std::function<bool()>& done) {
    frames(2);
    const float left = 0.5f * (GetParam().x - std::min(0.94f * GetParam().x, 1200.f));
    const float top = 0.5f * (GetParam().y - std::min(0.9f * GetParam().y, 780.f));
    return PanelScreen::clickDown(left + 120.f, done, top + 285.f);  // below the ranges and the frame
  }

  FakeSweeps sweeps_;
};

TEST_P(SweepDialogTest, ProposesTheViscosityRoundWhatItIsAndThePresentFrame) {
  ASSERT_TRUE(clickDown([this] { return !sweeps_.started.empty(); })) << "Start can be reached";
  const SweepChoice& choice = sweeps_.started[0];
  EXPECT_EQ(choice.ranges[0].target, "material.honey.viscosity_linear");
  EXPECT_EQ(choice.ranges[0].from, 1.f);
  EXPECT_EQ(choice.ranges[0].to, 16.f);
  EXPECT_TRUE(choice.ranges[0].logarithmic);
  EXPECT_EQ(choice.ranges[1].target, "");
  EXPECT_EQ(choice.frame, 77);
}

TEST_P(SweepDialogTest, APictureThatIsClickedGivesItsValuesAsOneEdit) {
  sweeps_.shown = sheetOfTwo();
  frames(3);
  click(0.85f * GetParam().x, 0.45f * GetParam().y);
  ASSERT_EQ(session_.commands.size(), 2u);
  EXPECT_EQ(session_.commands[0].target, "material.honey.viscosity_linear");
  EXPECT_THAT(session_.commands[0].values, ElementsAre(2.f));
  EXPECT_THAT(session_.commands[1].values, ElementsAre(-2.f));
  EXPECT_THAT(session_.edits, ElementsAre("Viscosity of honey 2 1/frame, Gravity, upward -2 m/s²"));
  EXPECT_EQ(session_.editsEnded, 1);
}

TEST_P(SweepDialogTest, WhileItRunsItCanBeCancelledAndNotStartedAgain) {
  sweeps_.shown = sheetOfTwo();
  sweeps_.shown->running = true;
  EXPECT_TRUE(clickDown([this] { return sweeps_.cancelled > 0; }));
  EXPECT_TRUE(sweeps_.started.empty());
}

TEST_P(SweepDialogTest, SavingAsksForAFileAndMakesWayForThatDialog) {
  sweeps_.shown = sheetOfTwo();
  ASSERT_TRUE(clickDown([this] { return state_.fileRequest.has_value(); }));
  EXPECT_EQ(state_.fileRequest->name, "pour-sweep.png");
  frame();
  EXPECT_FALSE(popupIsOpen());
  state_.fileRequest->chosen("/tmp/sheet.png");
  EXPECT_THAT(sweeps_.saved, ElementsAre("/tmp/sheet.png"));
}

TEST_P(SweepDialogTest, EnterStartsItOnce) {
  frames(2);
  hold(ImGuiKey_Enter);
  frames(5);
  EXPECT_EQ(sweeps_.started.size(), 1u);
}

TEST_P(SweepDialogTest, EscapeClosesIt) {
  frames(2);
  hold(ImGuiKey_Escape);
  frame();
  EXPECT_FALSE(state_.sweepOpen);
  frame();
  EXPECT_FALSE(popupIsOpen());
}

TEST_P(SweepDialogTest, GoesWhenItsKeyIsPressedAgain) {
  frames(2);
  state_.sweepOpen = false;
  frame();
  EXPECT_FALSE(popupIsOpen());
}

INSTANTIATE_TEST_SUITE_P(Sizes, SweepDialogTest, testing::Values(ImVec2(1280, 800), ImVec2(1024, 640)));

TEST(TargetWords, CallThingsAsPeopleDo) {
  EXPECT_EQ(describeTarget("clavet.viscosity_linear", "clavet").title(), "Viscosity  σ  [1/frame]");
  EXPECT_EQ(describeTarget("material.St. Honey 2.friction", "clavet").title(), "Friction of St. Honey 2  μ");
  EXPECT_EQ(describeTarget("world.gravity_y", "clavet").label, "Gravity, upward");
  EXPECT_EQ(describeTarget("emitter.spout.speed", "clavet").title(), "Speed of spout  [m/s]");
  EXPECT_EQ(describeTarget("body.red ball.density", "clavet").title(), "Density of red ball  [kg/m³]");
  EXPECT_EQ(describeTarget("no.such.thing", "clavet").title(), "no.such.thing");
  EXPECT_EQ(describeTarget("nothing", "clavet").title(), "nothing");
}

TEST(Differences, AreFoundInEveryKindOfThingAndComeOutAsCommands) {
  LiveValues a;
  a.materials.resize(1);
  a.materials[0].name = "honey";
  a.materials[0].values.assign(findMethod("clavet").parameters().size(), 0.5f);
  a.worldValues.assign(worldParameters().size(), 1.f);
  a.emitters.resize(2);
  a.emitters[0].name = "spout";
  a.emitters[1].name = "moving";
  a.emitters[1].keys = {{0.0, Vec3(0.f), Vec3(0.f)}};
  a.bodies.resize(3);
  a.bodies[0].name = "ball";
  a.bodies[0].motion = Motion::Dynamic;
  a.bodies[1].name = "lamp";
  a.bodies[2].name = "dropped 1";
  LiveValues b = a;
  EXPECT_TRUE(differences(a, b, "clavet").empty());
  b.materials[0].values[0] = 7.f;
  b.worldValues[1] = -3.f;
  b.emitters[0].radius = 0.5f;
  b.emitters[0].position = {1.f, 2.f, 3.f};
  b.emitters[1].position = {4.f, 4.f, 4.f};
  b.bodies.pop_back();
  b.bodies[0].density = 300.f;
  b.bodies[0].friction = 0.25f;
  b.bodies[0].pose.position.x = 1.f;  // it moves by itself
  b.bodies[1].pose.position.x = 0.5f;
  b.bodies[1].scale = 2.f;
  const std::vector<Command> commands = commandsFrom(a, b, "clavet");
  std::vector<std::string> targets;
  for (const Command& c : commands) targets.push_back(c.target);
  EXPECT_THAT(targets, ElementsAre("material.honey.rest_density", "world.gravity_y", "emitter.spout.radius",
                                   "emitter.spout.position", "body.ball.density", "body.ball.friction",
                                   "body.lamp.place", "body.lamp.scale"));
  EXPECT_THAT(commands[3].values, ElementsAre(1.f, 2.f, 3.f));
  // Back again: that the ball has its liquid's own friction no command can say.
  EXPECT_EQ(commandsFrom(b, a, "clavet").size(), 7u);
}

}  // namespace
}  // namespace ooze::ui
