// Tests of the panels of bodies, tools and materials.
#include "panel_screen.h"

#include <functional>
#include <gmock/gmock.h>

namespace ooze::ui {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr float kWidth = 232.f, kHeight = 600.f;

class PanelTest : public PanelScreen {
 protected:
  PanelTest() : PanelScreen(kWidth, kHeight) {
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->method = "clavet";
    snapshot->interactionRadius = 0.02f;
    snapshot->materials.resize(1);
    snapshot->materials[0].name = "water";
    snapshot->bodies.resize(2);
    snapshot->bodies[0].name = "floor";
    snapshot->bodies[1].name = "St. Ball 1.5";
    snapshot->bodies[1].motion = Motion::Dynamic;
    snapshot->bodies[1].density = 300.f;
    auto scene = std::make_shared<Scene>();
    scene->world.bodies = snapshot->bodies;
    view_.snapshot = snapshot;
    view_.scene = scene;
  }

  void drawPanels(PanelContext& context) override { drawInPane(panel_, context); }
  void click(void (*panel)(PanelContext&), float x, float y) {
    panel_ = panel;
    PanelScreen::click(x, y);
  }
  bool clickDown(void (*panel)(PanelContext&), float x, const std::function<bool()>& done, float from = 4.f) {
    panel_ = panel;
    return PanelScreen::clickDown(x, done, from);
  }

  void (*panel_)(PanelContext&) = nullptr;
};

TEST_F(PanelTest, TheEyeOfTheFirstBodyTakesTheOneOutThatMoves) {
  ASSERT_TRUE(clickDown(drawBodiesPanel, 22.f, [this] { return !session_.commands.empty(); }));
  EXPECT_THAT(targets(), ElementsAre("body.St. Ball 1.5.present"));
  EXPECT_THAT(session_.commands[0].values, ElementsAre(0.f));
}

TEST_F(PanelTest, ALiquidIsCalledByTheMaterialThatItHasBecome) {
  static std::string shown;
  panel_ = [](PanelContext& context) { shown = context.liquidName(0); };
  frame();
  EXPECT_EQ(shown, "water");
  view_.originals.resize(1);
  view_.originals[0].name = "slime";
  frame();
  EXPECT_EQ(shown, "slime");
}

TEST_F(PanelTest, ABodyThatIsClickedShowsItsValues) {
  ASSERT_TRUE(clickDown(drawBodiesPanel, 80.f, [this] { return !state_.body.empty(); }));
  EXPECT_EQ(state_.body, "St. Ball 1.5");
  EXPECT_THAT(session_.commands, IsEmpty());
  const float slider = 0.7f * kWidth, belowTheList = 60.f;
  const auto submitted = [this] { return !session_.commands.empty(); };
  ASSERT_TRUE(clickDown(drawBodiesPanel, slider, submitted, belowTheList));
  EXPECT_EQ(session_.commands[0].target, "body.St. Ball 1.5.density");
  EXPECT_NE(session_.commands[0].values[0], 300.f);

  session_.commands.clear();
  state_.body = "floor";
  ASSERT_TRUE(clickDown(drawBodiesPanel, slider, submitted, belowTheList));
  EXPECT_EQ(session_.commands[0].target, "body.floor.friction") << "it has no density";
}

TEST_F(PanelTest, TheDropButtonArmsTheToolAndClearingNeedsADroppedBody) {
  const auto isDone = [this](Action action) {
    return std::find(performed_.begin(), performed_.end(), action) != performed_.end();
  };
  ASSERT_TRUE(clickDown(drawBodiesPanel, 40.f, [&] { return isDone(Action::DropTool); }));
  performed_.clear();
  const float right = 0.75f * kWidth;
  EXPECT_FALSE(clickDown(drawBodiesPanel, right, [&] { return isDone(Action::RemoveDropped); }));
  auto more = std::make_shared<Snapshot>(*view_.snapshot);
  more->bodies.push_back({});
  more->bodies.back().name = "dropped 1";
  more->bodies.back().motion = Motion::Dynamic;
  view_.snapshot = more;
  state_.body.clear();
  ASSERT_TRUE(clickDown(drawBodiesPanel, right, [&] { return isDone(Action::RemoveDropped); }));
}

TEST_F(PanelTest, ThePlaceButtonArmsTheGizmoForTheChosenBody) {
  state_.body = "floor";
  state_.gizmo.chosen = GizmoState::Chosen::Nozzle;
  ASSERT_TRUE(clickDown(
      drawBodiesPanel, 0.5f * kWidth, [this] { return !performed_.empty(); }, 60.f));
  EXPECT_EQ(performed_.front(), Action::GizmoTool);
  EXPECT_EQ(state_.gizmo.chosen, GizmoState::Chosen::Body);
}

TEST_F(PanelTest, ANumberOfThePlaceIsAnEditOfItsOwn) {
  state_.tool = Action::GizmoTool;
  state_.body = "St. Ball 1.5";
  panel_ = drawToolPanel;
  const float middle = 0.63f * kWidth;
  for (float y = 20.f; y < kHeight && session_.commands.empty(); y += 6.f) {
    move(middle, y);
    rest();
    press(true);
    move(middle + 30.f, y);
    frames(2);
    press(false);
    frames(2);
  }
  ASSERT_FALSE(session_.commands.empty());
  EXPECT_EQ(session_.commands.front().target, "body.St. Ball 1.5.place");
  EXPECT_EQ(session_.edits.front(), "Move St. Ball 1.5");
  EXPECT_EQ(session_.editsEnded, static_cast<int>(session_.edits.size()));
  const std::vector<float>& place = session_.commands.front().values;
  EXPECT_NEAR(place.at(1), 0.03f, 0.01f) << "the number in the middle is the height, a pixel a millimetre";
  EXPECT_EQ(place.at(0), 0.f);
  EXPECT_EQ(place.at(2), 0.f);
}

/// The fields of place and rotation set one value, and each follows its own drag.
TEST_F(PanelTest, ADragOfAPlaceOverSeveralFramesIsOneEdit) {
  state_.tool = Action::GizmoTool;
  state_.body = "St. Ball 1.5";
  panel_ = drawToolPanel;
  for (float y = 20.f; y < kHeight && session_.commands.empty(); y += 6.f) {
    move(0.63f * kWidth, y);
    rest();
    press(true);
    for (const float along : {20.f, 30.f, 40.f, 50.f}) {
      move(0.63f * kWidth + along, y);
      frames(2);
    }
    press(false);
    frames(2);
  }
  ASSERT_GT(session_.commands.size(), 2u);
  EXPECT_THAT(session_.edits, ElementsAre("Move St. Ball 1.5"));
  EXPECT_EQ(session_.editsEnded, 1);
}

/// A number that is typed is one command, sent when the field is left: on the way to 120 the body visits
/// neither 1 nor 12.
TEST_F(PanelTest, ATypedNumberOfAPlaceIsOneCommand) {
  state_.tool = Action::GizmoTool;
  state_.body = "St. Ball 1.5";
  panel_ = drawToolPanel;
  const float middle = 0.63f * kWidth;
  float row = 20.f;
  const auto beginTyping = [&] {
    doubleClick(middle, row);
    return ImGui::GetIO().WantTextInput;
  };
  while (row < kHeight && !beginTyping()) row += 6.f;
  ASSERT_LT(row, kHeight);
  const auto typeDigits = [&] {
    for (const char* digit : {"1", "2", "0"}) type(digit);
  };
  const std::map<std::string, std::function<void()>> ways{
      {"Enter", [&] { key(ImGuiKey_Enter); }},
      {"Tab", [&] { key(ImGuiKey_Tab); }},
      {"a click elsewhere", [&] { PanelScreen::click(2.f, kHeight - 2.f); }}};
  for (const auto& [way, leave] : ways) {
    typeDigits();
    EXPECT_TRUE(session_.commands.empty()) << way;
    leave();
    frames(2);
    ASSERT_EQ(session_.commands.size(), 1u) << way;
    EXPECT_NEAR(session_.commands.front().values.at(1), 0.12f, 1e-6f) << way;
    PanelScreen::click(2.f, kHeight - 2.f);  // Tab has opened the next field, which belongs to the same edit
    EXPECT_EQ(session_.editsEnded, 1) << way;
    session_.commands.clear();
    session_.editsEnded = 0;
    ASSERT_TRUE(beginTyping()) << way;
  }
  typeDigits();
  key(ImGuiKey_Escape);
  frames(2);
  EXPECT_TRUE(session_.commands.empty()) << "Escape discards the text";
}

TEST_F(PanelTest, EveryToolHasASentenceAndNoneOfThemACommand) {
  for (const Action tool :
       {Action::CameraTool, Action::PourTool, Action::GrabTool, Action::PushTool, Action::CutTool,
        Action::FreezeTool, Action::EraseTool, Action::DropTool, Action::ColliderTool, Action::GizmoTool}) {
    state_.tool = tool;
    click(drawToolPanel, 0.7f * kWidth, 30.f);
    EXPECT_GT(ImGui::GetDrawData()->TotalVtxCount, 100) << static_cast<int>(tool);
  }
  EXPECT_THAT(session_.commands, IsEmpty());
}

TEST_F(PanelTest, TheBrushFollowsTheLiquidUntilItIsChosen) {
  state_.tool = Action::FreezeTool;
  const float usual = state_.tools.brush.in(*view_.snapshot);
  ASSERT_TRUE(
      clickDown(drawToolPanel, 0.8f * kWidth, [this] { return state_.tools.brush.chosen.has_value(); }));
  EXPECT_GT(state_.tools.brush.in(*view_.snapshot), usual);
  ASSERT_TRUE(clickDown(drawToolPanel, kWidth - 18.f, [this] { return !state_.tools.brush.chosen; }))
      << "reset";
}

TEST_F(PanelTest, WhileDroppingTheSlidersChangeWhatIsDroppedNext) {
  state_.tool = Action::DropTool;
  const DropChoice before = state_.drop;
  clickDown(drawToolPanel, 0.55f * kWidth, [&] { return state_.drop.density != before.density; });
  EXPECT_TRUE(state_.drop.size) << "the size is above it";
  EXPECT_NE(state_.drop.density, before.density);
  EXPECT_THAT(session_.commands, IsEmpty());
}

TEST_F(PanelTest, TheMaterialPanelSetsTheLiquidAndMeltsIt) {
  ASSERT_TRUE(clickDown(drawMaterialPanel, 0.25f * kWidth, [this] { return !session_.commands.empty(); }));
  ASSERT_TRUE(clickDown(drawMaterialPanel, 0.75f * kWidth, [this] { return session_.commands.size() > 1; }));
  EXPECT_THAT(targets(), ElementsAre("springs.add", "springs.remove"));
  EXPECT_THAT(session_.commands[0].values, IsEmpty());
}

TEST_F(PanelTest, TheSceneIsBegunAnewByAnotherMethod) {
  panel_ = drawScenePanel;
  frames(2);
  for (float y = 4.f; y < height_ && session_.methods.empty(); y += 6.f) {
    for (float below = 14.f; below < 70.f && session_.methods.empty(); below += 7.f) {
      PanelScreen::click(100.f, y);
      if (!popupIsOpen()) break;
      PanelScreen::click(60.f, y + below);
      if (popupIsOpen()) PanelScreen::click(kWidth - 2.f, kHeight - 2.f);
    }
  }
  EXPECT_THAT(session_.methods, ElementsAre("steele"));
  EXPECT_THAT(session_.loaded, testing::Each(testing::Ne("steele")));
}

TEST_F(PanelTest, TheGizmosNumbersHaveTheirUnitsAndWhatFallsSaysSo) {
  panel_ = drawToolPanel;
  state_.tool = Action::GizmoTool;
  state_.body = "St. Ball 1.5";
  std::string all = words();
  EXPECT_NE(all.find("Placemm"), std::string::npos) << all;
  EXPECT_NE(all.find("Turndeg"), std::string::npos) << all;
  EXPECT_NE(all.find("Pausetoplaceit"), std::string::npos) << all;
  state_.body = "floor";
  EXPECT_EQ(words().find("Pausetoplaceit"), std::string::npos);
}

}  // namespace
}  // namespace ooze::ui
