// Tests of the window layout at every size and scale, by the computed areas and by drawing without a
// window.
#include "ui/layout.h"

#include "ooze/methods/method.h"

#include "base/file.h"
#include "fixtures/places.h"
#include "panel_driver.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <imgui_internal.h>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace ooze::ui {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

struct Screen {
  float width, height, scale;
};
void PrintTo(const Screen& s, std::ostream* out) { *out << s.width << "x" << s.height << " at " << s.scale; }

constexpr Screen kScreens[]{{1024, 640, 1.f},   {1024, 640, 0.75f},   {1024, 640, 2.f},  {1280, 800, 1.f},
                            {1280, 800, 1.25f}, {1280, 800, 2.f},     {1280, 800, 3.f},  {1600, 900, 1.f},
                            {1600, 900, 1.75f}, {3840, 2160, 2.f},    {3840, 2160, 3.f}, {3840, 2160, 0.75f},
                            {480, 320, 1.f},    {480, 320, 3.f},      {200, 2000, 1.f},  {2000, 100, 1.f},
                            {1.f, 1.f, 1.f},    {1023.f, 641.f, 1.1f}};

bool overlap(const ViewRect& a, const ViewRect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

std::vector<std::string> names(const WindowLayout& areas) {
  std::vector<std::string> list;
  for (const auto& part : areas.all()) list.emplace_back(part.first);
  return list;
}

class AreasTest : public testing::TestWithParam<Screen> {};

// Parts that lie inside the window, do not overlap, and have the window's total area leave no gap.
TEST_P(AreasTest, PartsTileTheWindow) {
  const Screen screen = GetParam();
  for (const bool bottom : {true, false})
    for (const float height : {72.f, 148.f, 2000.f}) {
      InterfaceState state;
      state.bottomVisible = bottom;
      state.bottomHeight = height;
      const auto parts = arrangeWindow({screen.width, screen.height}, state, screen.scale).all();
      double covered = 0.0;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto& [name, a] = parts[i];
        EXPECT_GE(a.x, 0.f) << name;
        EXPECT_GE(a.y, 0.f) << name;
        EXPECT_GT(a.width, 0.f) << name;
        EXPECT_GT(a.height, 0.f) << name;
        EXPECT_LE(a.right(), screen.width) << name;
        EXPECT_LE(a.bottom(), screen.height) << name;
        for (std::size_t k = 0; k < i; ++k)
          EXPECT_FALSE(overlap(a, parts[k].second)) << name << ", " << parts[k].first;
        covered += double{a.width} * double{a.height};
      }
      EXPECT_NEAR(covered, double{screen.width} * double{screen.height}, 0.5);
    }
}

INSTANTIATE_TEST_SUITE_P(Screens, AreasTest, testing::ValuesIn(kScreens));

TEST(WindowLayout, TheKeyOfTheBottomStripAlwaysChangesWhatIsSeen) {
  for (const bool panels : {true, false})
    for (const bool bottom : {true, false}) {
      InterfaceState state;
      state.panelsVisible = panels;
      state.bottomVisible = bottom;
      const bool before = arrangeWindow({1280.f, 800.f}, state, 1.f).bottom.has_value();
      EXPECT_EQ(before, panels && bottom);
      toggleBottomStrip(state);
      EXPECT_EQ(arrangeWindow({1280.f, 800.f}, state, 1.f).bottom.has_value(), !before);
    }
}

TEST(WindowLayout, AWindowTooNarrowForTwoPanelsHasOneForEverything) {
  const WindowLayout wide = arrangeWindow({1280.f, 800.f}, {}, 1.f);
  EXPECT_FALSE(wide.stacked);
  EXPECT_THAT(names(wide), Contains("left"));
  const WindowLayout small = arrangeWindow({1024.f, 640.f}, {}, 1.f);
  EXPECT_TRUE(small.stacked);
  EXPECT_GT(small.view.width * small.view.height, 0.4f * 1024.f * 640.f)
      << "the view gets most of a small window";
  const WindowLayout large = arrangeWindow({1280.f, 800.f}, {}, 3.f);
  EXPECT_TRUE(large.stacked);
  EXPECT_THAT(names(large), Not(Contains("left")));
  EXPECT_THAT(names(large), Contains("right"));
}

TEST(WindowLayout, HiddenPanelsLeaveTheWholeWindowToTheView) {
  InterfaceState state;
  state.panelsVisible = false;
  const WindowLayout areas = arrangeWindow({800.f, 600.f}, state, 1.f);
  EXPECT_EQ(names(areas), std::vector<std::string>{"view"});
  EXPECT_EQ(areas.view.width, 800.f);
  EXPECT_EQ(areas.view.height, 600.f);
}

TEST(WindowLayout, TheBottomStripIsUnderTheViewWhereThatIsWideAndElseAcross) {
  const WindowLayout wide = arrangeWindow({1600.f, 900.f}, {}, 1.f),
                     narrow = arrangeWindow({900.f, 640.f}, {}, 1.f);
  ASSERT_TRUE(wide.bottom && narrow.bottom);
  EXPECT_GT(wide.bottom->x, 0.f);
  EXPECT_EQ(narrow.bottom->x, 0.f);
  EXPECT_EQ(narrow.bottom->width, 900.f);
}

/// A fixture that draws the whole interface.
class LayoutTest : public PanelDriver {
 protected:
  void draw(const Screen& screen) {
    ImGui::GetIO().DisplaySize = {screen.width, screen.height};
    if (theme_.scale != screen.scale) scaleTo(screen.scale);
    again();
    // ImGui knows sizes from the frame before, so a second frame is drawn.
    again();
  }
  void again() { frame(); }
  void drawPanels(PanelContext& context) override { areas_ = drawLayout(context); }
  void drag(float x, float y, float toX, float toY) {
    ImGui::GetIO().MousePos = {x, y};
    again();
    ImGui::GetIO().MouseDown[0] = true;
    again();
    ImGui::GetIO().MousePos = {toX, toY};
    again();
    ImGui::GetIO().MouseDown[0] = false;
    again();
  }

  ViewRect areas_;
};

TEST_F(LayoutTest, WindowsOfTheInterfaceNeitherOverlapNorLeaveTheScreen) {
  for (const Screen& screen : kScreens) {
    draw(screen);
    std::vector<const ImGuiWindow*> shown;
    for (const ImGuiWindow* window : imgui_->Windows)
      if (window->Active && !window->Hidden && !window->ParentWindow && !window->IsFallbackWindow)
        shown.push_back(window);
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const ImRect a = shown[i]->Rect();
      EXPECT_GE(a.Min.x, 0.f) << shown[i]->Name << testing::PrintToString(screen);
      EXPECT_LE(a.Max.x, screen.width) << shown[i]->Name << testing::PrintToString(screen);
      EXPECT_GE(a.Min.y, 0.f) << shown[i]->Name << testing::PrintToString(screen);
      EXPECT_LE(a.Max.y, screen.height) << shown[i]->Name << testing::PrintToString(screen);
      for (std::size_t k = 0; k < i; ++k)
        EXPECT_FALSE(a.Overlaps(shown[k]->Rect()))
            << shown[i]->Name << ", " << shown[k]->Name << testing::PrintToString(screen);
    }
  }
}

TEST_F(LayoutTest, TheTopBarFitsEveryWindow) {
  for (const Screen& screen : kScreens) {
    if (screen.width / screen.scale < 320.f || screen.height / screen.scale < 160.f) continue;
    draw(screen);
    const ImGuiWindow* top = ImGui::FindWindowByName("Top");
    ASSERT_TRUE(top && top->Active) << testing::PrintToString(screen);
    EXPECT_LE(top->DC.CursorMaxPos.x, screen.width + 0.5f) << testing::PrintToString(screen);
  }
}

TEST_F(LayoutTest, TheHelpPageFitsASmallWindow) {
  state_.helpVisible = true;
  for (const Screen& screen : {Screen{1024, 640, 1.f}, Screen{1600, 900, 1.f}, Screen{3840, 2160, 2.f}}) {
    draw(screen);
    const ImGuiWindow* help = ImGui::FindWindowByName("Help");
    ASSERT_TRUE(help && help->Active);
    EXPECT_GE(help->Rect().Min.y, 0.f);
    EXPECT_LE(help->Rect().Max.y, screen.height);
    EXPECT_LE(help->Rect().Max.x, screen.width);
    EXPECT_EQ(help->ScrollMax.y, 0.f) << "all keys at once" << testing::PrintToString(screen);
    EXPECT_EQ(help->ScrollMax.x, 0.f) << testing::PrintToString(screen);
  }
}

TEST_F(LayoutTest, AToolWithoutUseInThisWorldSaysWhyAtOnce) {
  state_.tool = Action::ControlTool;
  snapshot_.method = "clavet";
  draw({1280, 800, 1.f});
  EXPECT_NE(words().find("Thisworlduses:"), std::string::npos);
  EXPECT_EQ(words().find("Click:addacontrolparticle."), std::string::npos);
  snapshot_.method = "rasmussen";
  EXPECT_EQ(words().find("Thisworlduses:"), std::string::npos);
  EXPECT_NE(words().find("Click:addacontrolparticle."), std::string::npos);
}

TEST_F(LayoutTest, TheViewSaysWhenTheSimulationWaitsForPictures) {
  view_.status.playing = true;
  draw({1280, 800, 1.f});
  EXPECT_EQ(words().find("Preparingthepictures"), std::string::npos);
  window_.waitsForPictures = true;
  EXPECT_NE(words().find("Preparingthepictures"), std::string::npos);
  view_.status.playing = false;
  EXPECT_EQ(words().find("Preparingthepictures"), std::string::npos) << "a paused world waits for the user";
}

TEST_F(LayoutTest, EdgesAreDragged) {
  const Screen screen{1600, 900, 1.f};
  draw(screen);
  const WindowLayout areas = arrangeWindow({screen.width, screen.height}, state_, 1.f);
  const InterfaceState before = state_;
  drag(areas.leftEdge->x + 2.f, 300.f, areas.leftEdge->x + 42.f, 300.f);
  EXPECT_FLOAT_EQ(state_.leftWidth, before.leftWidth + 40.f);
  drag(areas.rightEdge->x + 2.f, 300.f, areas.rightEdge->x - 28.f, 300.f);
  EXPECT_FLOAT_EQ(state_.rightWidth, before.rightWidth + 30.f);
  drag(800.f, areas.bottomEdge->y + 2.f, 800.f, areas.bottomEdge->y - 18.f);
  EXPECT_FLOAT_EQ(state_.bottomHeight, before.bottomHeight + 20.f);
}

TEST_F(LayoutTest, EachToolHasItsButtonAndATabChoosesItsPanel) {
  draw({1280, 800, 1.f});
  const WindowLayout areas = arrangeWindow({1280.f, 800.f}, state_, 1.f);
  const float x = areas.tools->x + 0.5f * areas.tools->width;
  for (float y = areas.tools->y + 3.f; y < areas.tools->bottom(); y += 12.f) drag(x, y, x, y);
  for (const Shortcut& s : shortcuts(KeyMap::Ooze))
    if (s.chord.key >= '1' && s.chord.key <= '9' && s.chord == KeyChord{s.chord.key}) {
      EXPECT_THAT(performed_, Contains(s.action)) << s.label;
    }
  const std::string before = state_.bottomTab;
  for (float at = areas.bottom->x + 20.f; at < areas.bottom->x + 200.f && state_.bottomTab == before;
       at += 20.f)
    drag(at, areas.bottom->y + 14.f, at, areas.bottom->y + 14.f);
  EXPECT_NE(state_.bottomTab, before);
}

TEST_F(LayoutTest, TheOnlyPanelShowsTheSceneOrTheLiquidByTabs) {
  draw({1024, 640, 1.f});
  const WindowLayout areas = arrangeWindow({1024.f, 640.f}, state_, 1.f);
  ASSERT_TRUE(areas.stacked && areas.right);
  const float y = areas.right->y + 20.f;
  EXPECT_EQ(state_.stackedSide, PanelSide::Right);
  drag(areas.right->x + 60.f, y, areas.right->x + 60.f, y);
  EXPECT_EQ(state_.stackedSide, PanelSide::Left);
  drag(areas.right->right() - 80.f, y, areas.right->right() - 80.f, y);
  EXPECT_EQ(state_.stackedSide, PanelSide::Right);
}

// Buttons for other scenes beside the transport buttons would be mistaken for steps in time.
TEST_F(LayoutTest, OtherScenesAreOpenedBesideTheListOfScenesAndNotFromTheTransport) {
  draw({1280, 800, 1.f});
  for (float x = 480.f; x < 800.f; x += 12.f) drag(x, 18.f, x, 18.f);
  EXPECT_THAT(performed_, Contains(Action::SingleStep));
  EXPECT_THAT(performed_, Not(Contains(Action::NextScene)));
  EXPECT_THAT(performed_, Not(Contains(Action::PreviousScene)));
  const WindowLayout areas = arrangeWindow({1280.f, 800.f}, state_, 1.f);
  const auto down = [&](float x) {
    for (float y = areas.left->y + 40.f; y < areas.left->y + 110.f; y += 10.f) drag(x, y, x, y);
  };
  down(areas.left->x + 24.f);
  EXPECT_THAT(performed_, Contains(Action::PreviousScene));
  down(areas.left->right() - 24.f);
  EXPECT_THAT(performed_, Contains(Action::NextScene));
}

TEST_F(LayoutTest, UndoIsOfferedOnceThereIsSomethingToUndo) {
  const auto undo = [this] {
    drag(52.f, 18.f, 52.f, 18.f);  // opens the Edit menu
    drag(80.f, 52.f, 80.f, 52.f);  // chooses Undo, the first item of the menu
    drag(700.f, 300.f, 700.f, 300.f);
  };
  draw({1280, 800, 1.f});
  undo();
  EXPECT_THAT(performed_, Not(Contains(Action::Undo)));
  view_.edits.undo = "viscosity of honey";
  undo();
  EXPECT_THAT(performed_, Contains(Action::Undo));
}

/// Returns the characters of a UTF-8 text.
std::vector<ImWchar> charactersOf(std::string_view text) {
  std::vector<ImWchar> characters;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end;) {
    unsigned int character = 0;
    at += ImTextCharFromUtf8(&character, at, end);
    characters.push_back(static_cast<ImWchar>(character));
  }
  return characters;
}

TEST_F(LayoutTest, EveryCharacterOfACardIsInTheFonts) {
  for (const MethodRow& method : methodRegistry())
    for (const ParameterInfo& row : method.parameters())
      for (const std::string_view text : {row.symbol, row.label, row.unit, row.tooltip, row.more, row.source,
                                          row.lesson.equation, row.lesson.paper, row.lesson.tenPercentMore})
        for (const ImWchar c : charactersOf(text))
          for (const ImFont* font : {theme_.text, theme_.small})
            EXPECT_NE(font->FindGlyphNoFallback(c), nullptr)
                << method.key << ", " << row.key << ": U+" << std::hex << c << " in " << text;
}

// The icons are read from the source file, so that no new icon can be forgotten here.
TEST_F(LayoutTest, EveryIconIsInTheFont) {
  if (!theme_.hasIcons) GTEST_SKIP() << "there is no font of icons here";
  const std::string source = readText(sourceFolder() + "/src/ui/widgets/theme.h");
  const std::string prefix = "= \"\\x";
  int icons = 0;
  for (std::size_t at = source.find(prefix); at != std::string::npos; at = source.find(prefix, at + 1)) {
    const auto byte = [&](std::size_t k) {
      return std::stoul(source.substr(at + 5 + 4 * k, 2), nullptr, 16);
    };
    const auto code = static_cast<ImWchar>((byte(0) & 0xf) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f));
    EXPECT_NE(theme_.text->FindGlyphNoFallback(code), nullptr) << source.substr(at - 12, 30);
    ++icons;
  }
  EXPECT_GT(icons, 20);
}

}  // namespace
}  // namespace ooze::ui
