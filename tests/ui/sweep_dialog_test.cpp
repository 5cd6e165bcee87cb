// Tests of the sweep dialog without a window.
#include "ooze/methods/method.h"
#include "ooze/world/world.h"

#include "fixtures/commands.h"
#include "panel_screen.h"
#include "session/scene_values.h"

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
        {&picture,
         "",
         {{parseSetting("material.honey.viscosity_linear"), v}, {parseSetting("world.gravity_y"), -v}}});
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
  /// Clicks down the column of buttons until `done` returns true.
  bool clickDown(const std::function<bool()>& done) {
    frames(2);
    const float left = 0.5f * (GetParam().x - std::min(0.94f * GetParam().x, 1200.f));
    const float top = 0.5f * (GetParam().y - std::min(0.9f * GetParam().y, 780.f));
    return PanelScreen::clickDown(left + 120.f, done, top + 285.f);  // below the ranges and the frame number
  }

  FakeSweeps sweeps_;
};

TEST_P(SweepDialogTest, ProposesTheViscosityRoundWhatItIsAndThePresentFrame) {
  ASSERT_TRUE(clickDown([this] { return !sweeps_.started.empty(); })) << "Start can be reached";
  const SweepChoice& choice = sweeps_.started[0];
  EXPECT_EQ(choice.ranges[0].setting, parseSetting("material.honey.viscosity_linear"));
  EXPECT_EQ(choice.ranges[0].from, 1.f);
  EXPECT_EQ(choice.ranges[0].to, 16.f);
  EXPECT_TRUE(choice.ranges[0].logarithmic);
  EXPECT_FALSE(choice.ranges[1].setting);
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

}  // namespace
}  // namespace ooze::ui
