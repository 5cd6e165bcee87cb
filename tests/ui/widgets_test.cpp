// Tests of widgets that panels share: tooltips, and readable words and numbers.
#include "ui/widgets/widgets.h"

#include "panel_driver.h"
#include "ui/panels/parameter_card.h"
#include "ui/state/scene_search.h"

#include <cstdio>
#include <imgui_internal.h>
#include <string>

namespace ooze::ui {
namespace {

class WidgetsTest : public PanelDriver {
 protected:
  bool isTooltipShown(float x, float y) {
    move(x, y);
    for (int i = 0; i < 3; ++i) frame();
    const ImGuiWindow* tooltip = ImGui::FindWindowByName("##Tooltip_00");
    return tooltip && tooltip->Active && !tooltip->Hidden;
  }
};

TEST_F(WidgetsTest, ADisabledWidgetCanExplainItself) {
  panel_ = [](PanelContext& context) {
    ImGui::SetCursorPos({20.f, 20.f});
    ImGui::BeginDisabled();
    ImGui::Button("dead", {100.f, 30.f});
    ImGui::EndDisabled();
    tooltip(context.theme, "There is nothing to do");
  };
  EXPECT_FALSE(isTooltipShown(200.f, 200.f));
  EXPECT_TRUE(isTooltipShown(60.f, 35.f));
}

// A tooltip below its row would hide the rows that the user reads next.
TEST_F(WidgetsTest, AnExplanationIsBesideItsPanel) {
  screen(1280.f, 800.f);
  for (const float left : {900.f, 0.f}) {
    static float at = 0.f;
    at = left;
    dialogs_ = {[](PanelContext& context) {
      ImGui::SetNextWindowPos({at, 0.f});
      ImGui::SetNextWindowSize({336.f, 800.f});
      ImGui::Begin("side", nullptr, ImGuiWindowFlags_NoDecoration);
      for (int i = 0; i < 20; ++i) {
        ImGui::Button(("row " + std::to_string(i)).c_str(), {300.f, 32.f});
        tooltip(context.theme,
                "Words that explain at some length what this row is there for and what it does");
      }
      ImGui::End();
    }};
    for (const float y : {60.f, 700.f}) {
      ASSERT_TRUE(isTooltipShown(left + 100.f, y));
      const ImRect card = ImGui::FindWindowByName("##Tooltip_00")->Rect();
      EXPECT_TRUE(card.Max.x <= left || card.Min.x >= left + 336.f) << left << ", " << y;
      EXPECT_GE(card.Min.y, 0.f);
      EXPECT_LE(card.Max.y, 800.f);
      EXPECT_LT(std::abs(0.5f * (card.Min.y + card.Max.y) - y), 120.f) << "at its row";
    }
  }
}

/// In a wide dialog there is no room beside the window, so the explanation is below the row, or above it.
TEST_F(WidgetsTest, AnExplanationInAWideWindowCoversNoNeighbourInItsRow) {
  screen(1280.f, 800.f);
  for (const float top : {40.f, 700.f}) {
    static float at = 0.f;
    at = top;
    dialogs_ = {[](PanelContext& context) {
      ImGui::SetNextWindowPos({0.f, 0.f});
      ImGui::SetNextWindowSize({1280.f, 800.f});
      ImGui::Begin("wide", nullptr, ImGuiWindowFlags_NoDecoration);
      ImGui::SetCursorPos({0.f, at});
      for (int i = 0; i < 10; ++i) {
        ImGui::Button(("method " + std::to_string(i)).c_str(), {110.f, 32.f});
        tooltip(context.theme, "Words that explain at some length what this method is there for");
        ImGui::SameLine();
      }
      ImGui::End();
    }};
    for (const float x : {60.f, 540.f, 1150.f}) {
      ASSERT_TRUE(isTooltipShown(x, top + 16.f));
      const ImRect card = ImGui::FindWindowByName("##Tooltip_00")->Rect();
      EXPECT_TRUE(card.Max.y <= top || card.Min.y >= top + 32.f) << x << ", " << top;
      EXPECT_GE(card.Min.x, 0.f);
      EXPECT_LE(card.Max.x, 1280.f);
      EXPECT_GE(card.Min.y, 0.f);
      EXPECT_LE(card.Max.y, 800.f);
    }
  }
}

/// A name that is too wide in the usual font is shown whole in the small one.
TEST_F(WidgetsTest, ADropDownListShowsALongNameInTheSmallFont) {
  static const std::string name = "Moving particles, semi-implicit";
  static float width = 0.f;
  panel_ = [](PanelContext& context) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float small =
        context.theme.small->CalcTextSizeA(context.theme.small->FontSize, 1e9f, 0.f, name.c_str()).x;
    ASSERT_GT(ImGui::CalcTextSize(name.c_str()).x, small + 2.f);
    ImGui::SetNextItemWidth(width * (small + 1.f) + ImGui::GetFrameHeight() + 2.f * style.FramePadding.x);
    if (beginCombo(context.theme, "##name", name)) ImGui::EndCombo();
  };
  width = 1.f;
  EXPECT_NE(words().find("Movingparticles,semi-implicit"), std::string::npos);
  width = 2.f;
  EXPECT_NE(words().find("Movingparticles,semi-implicit"), std::string::npos);
  width = 0.6f;
  EXPECT_NE(words().find("Movingpa"), std::string::npos);
  EXPECT_NE(words().find("..."), std::string::npos);
}

// A user who drags a slider watches its effect, also just after the drag, so no tooltip appears.
TEST_F(WidgetsTest, ASliderThatWasDraggedExplainsItselfOnlyWhenItIsPointedAtAgain) {
  panel_ = [](PanelContext& context) {
    static float value = 0.5f;
    const SliderRow row{"Speed", 0.f, 1.f, Scale::Linear, 0.5f, "%.2f"};
    sliderRow(context.theme, "speed", row, value, [] { ImGui::TextUnformatted("How fast"); });
  };
  frame();
  const float y = 20.f;
  ASSERT_TRUE(isTooltipShown(200.f, y));
  press(true);
  EXPECT_FALSE(isTooltipShown(230.f, y)) << "while it is dragged";
  press(false);
  EXPECT_FALSE(isTooltipShown(230.f, y)) << "and just after";
  EXPECT_FALSE(isTooltipShown(230.f, 400.f));
  EXPECT_TRUE(isTooltipShown(230.f, y));
}

TEST(Words, AreAsPeopleReadThem) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1 000");
  EXPECT_EQ(grouped(12345678), "12 345 678");
  EXPECT_EQ(capitalised("set firm"), "Set firm");
  EXPECT_EQ(capitalised(""), "");
}

TEST(Words, LargeNumbersOfSlidersHaveNoPowersOfTen) {
  const auto printed = [](float value) {
    char text[32];
    std::snprintf(text, sizeof text, digitsFor(value), static_cast<double>(value));
    return std::string(text);
  };
  EXPECT_EQ(printed(20000.f), "20000");
  EXPECT_EQ(printed(-100000.f), "-100000");
  EXPECT_EQ(printed(9999.6f), "10000");
  EXPECT_EQ(printed(9999.4f), "9999");
  EXPECT_EQ(printed(0.12345f), "0.1235");
}

TEST_F(WidgetsTest, ALineThatIsTooLongEndsInDots) {
  static std::string whole, cut, nothing;
  static float width = 0.f;
  panel_ = [](PanelContext& context) {
    const ImFont& font = *context.theme.small;
    const std::string line = "Steele, Cline, Egbert and Dinerstein 2004";
    const auto widthOf = [&](const std::string& text) {
      return font.CalcTextSizeA(font.FontSize, 1e9f, 0.f, text.c_str()).x;
    };
    whole = fitted(font, line, widthOf(line));
    cut = fitted(font, line, 0.5f * widthOf(line));
    width = widthOf(cut) / widthOf(line);
    nothing = fitted(font, line, 0.f);
  };
  frame();
  EXPECT_EQ(whole, "Steele, Cline, Egbert and Dinerstein 2004");
  EXPECT_TRUE(cut.starts_with("Steele, Cline"));
  EXPECT_TRUE(cut.ends_with("...")) << cut;
  EXPECT_LE(width, 0.5f);
  EXPECT_GT(width, 0.4f) << "as much as fits";
  EXPECT_EQ(nothing, "...");
}

TEST(Words, ExplainWhatLettersInAUnitStandFor) {
  EXPECT_EQ(unitInWords("1"), "");
  EXPECT_EQ(unitInWords("m/s²"), "");
  EXPECT_EQ(unitInWords("1/h"), "h: reach of a particle");
  EXPECT_EQ(unitInWords("1/frame"), "frame: 1/30 s, as in the paper");
  EXPECT_EQ(unitInWords("h_ref"), "h_ref: reach of a particle at the material's reference size");
  EXPECT_EQ(unitInWords("radii"), "radii: particle radii, each a fifth of the reach h");
  EXPECT_EQ(unitInWords("h/frame²"), "h: reach of a particle; frame: 1/30 s, as in the paper");
}

TEST(Words, AScenesTitleIsKnownByItsNameAndItsPath) {
  Catalog catalog;
  catalog.scenes.resize(1);
  catalog.scenes[0].name = "pour";
  catalog.scenes[0].file = "/scenes/pour.json";
  catalog.scenes[0].title = "Pouring on the bunny";
  EXPECT_EQ(sceneTitle(catalog, "pour"), "Pouring on the bunny")
      << "a scene that does not load has no method";
  catalog.scenes[0].method = "clavet";
  EXPECT_EQ(sceneTitle(catalog, "pour"), "Pouring on the bunny (springs)");
  EXPECT_EQ(sceneTitle(catalog, "/scenes/pour.json"), "Pouring on the bunny (springs)");
  EXPECT_EQ(sceneTitle(catalog, "/home/me/mine.json"), "mine.json");
}

}  // namespace
}  // namespace ooze::ui
