// What panels share: tooltips, and words and numbers as people read them.
#include "ui/widgets.h"

#include "panel_driver.h"
#include "ui/panels/parameter_card.h"
#include "ui/scene_title.h"

#include <imgui_internal.h>

namespace ooze::ui {
namespace {

class WidgetsTest : public PanelDriver {
 protected:
  bool explained(float x, float y) {
    move(x, y);
    for (int i = 0; i < 3; ++i) frame();
    const ImGuiWindow* tooltip = ImGui::FindWindowByName("##Tooltip_00");
    return tooltip && tooltip->Active && !tooltip->Hidden;
  }
};

TEST_F(WidgetsTest, WhatIsDeadCanSayWhy) {
  panel_ = [](PanelContext& context) {
    ImGui::SetCursorPos({20.f, 20.f});
    ImGui::BeginDisabled();
    ImGui::Button("dead", {100.f, 30.f});
    ImGui::EndDisabled();
    tooltip(context.theme, "There is nothing to do");
  };
  EXPECT_FALSE(explained(200.f, 200.f));
  EXPECT_TRUE(explained(60.f, 35.f));
}

TEST(Words, AreAsPeopleReadThem) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1 000");
  EXPECT_EQ(grouped(12345678), "12 345 678");
  EXPECT_EQ(capitalised("set firm"), "Set firm");
  EXPECT_EQ(capitalised(""), "");
}

TEST(Words, ExplainWhatLettersInAUnitStandFor) {
  EXPECT_EQ(unitInWords("1"), "");
  EXPECT_EQ(unitInWords("m/s²"), "");
  EXPECT_EQ(unitInWords("1/h"), "h: how far a particle reaches");
  EXPECT_EQ(unitInWords("1/frame"), "frame: the paper's, 1/30 s");
  EXPECT_EQ(unitInWords("h/frame²"), "h: how far a particle reaches; frame: the paper's, 1/30 s");
}

TEST(Words, AScenesTitleIsKnownByItsNameAndItsPath) {
  Catalog catalog;
  catalog.scenes.resize(1);
  catalog.scenes[0].name = "pour";
  catalog.scenes[0].file = "/scenes/pour.json";
  catalog.scenes[0].title = "Pouring on the bunny";
  EXPECT_EQ(sceneTitle(catalog, "pour"), "Pouring on the bunny");
  EXPECT_EQ(sceneTitle(catalog, "/scenes/pour.json"), "Pouring on the bunny");
  EXPECT_EQ(sceneTitle(catalog, "/home/me/mine.json"), "mine.json");
}

}  // namespace
}  // namespace ooze::ui
