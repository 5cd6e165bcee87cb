// The manual's window, without a real window: links, Back, search, what is at hand, and every page that
// ships.
#include "base/file.h"
#include "fixtures/places.h"
#include "fixtures/temporary_folder.h"
#include "manual/manual.h"
#include "panel_driver.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <imgui_internal.h>
#include <string>
#include <string_view>

namespace ooze::ui {
namespace {

using testing::HasSubstr;

class ManualWindowPanelTest : public PanelDriver {
 protected:
  static constexpr float kPageX = 400.f;  // left of a page's text, right of the list

  ManualWindowPanelTest() {
    screen(1280.f, 720.f);
    services_.manual = &manual_;
    dialogs_ = {drawManual};
    write("index.md", "# Start\n\n[To the second page](second.md#far)\n");
    std::string second = "# Second\n\n";
    for (int i = 0; i < 60; ++i) second += "Filler.\n\n";
    second += "## Far\n\nA rare word.\n\n";
    for (int i = 0; i < 60; ++i) second += "Filler.\n\n";
    write("second.md", second);
    write("web.md", "# Web\n\n[Far away from here and wide](https://ooze.example/paper)\n");
    write("damaged.md", "\xff\xff");
  }

  void write(const std::string& name, std::string_view text) { writeFile(folder_.path() / name, text); }

  TemporaryFolder folder_;
  Manual manual_{{folder_.path()}};
};

TEST_F(ManualWindowPanelTest, IsNotThereUntilItIsOpened) {
  EXPECT_EQ(words(), "");
  openManual(state_.manual, "index");
  frames(2);
  EXPECT_THAT(words(), HasSubstr("Tothesecondpage"));
}

TEST_F(ManualWindowPanelTest, ALinkLeadsToItsSectionAndBackReturns) {
  openManual(state_.manual, "index.md");
  frames(2);
  ASSERT_TRUE(clickDown(kPageX, [this] { return state_.manual.page == "second.md"; }));
  frames(3);
  EXPECT_GT(state_.manual.scroll, 500.f) << "the section is far down";
  EXPECT_THAT(words(), HasSubstr("Ararewor"));
  goBack(state_.manual);
  frames(3);
  EXPECT_EQ(state_.manual.page, "index.md");
  EXPECT_EQ(state_.manual.scroll, 0.f);
}

TEST_F(ManualWindowPanelTest, ReopensWhereItWas) {
  openManual(state_.manual, "second", "far");
  frames(3);
  const float scroll = state_.manual.scroll;
  ASSERT_GT(scroll, 0.f);
  state_.manual.open = false;
  frames(3);
  openManualForTopic(state_, "clavet");
  frames(3);
  EXPECT_EQ(state_.manual.page, "second.md");
  EXPECT_EQ(state_.manual.scroll, scroll);
}

TEST_F(ManualWindowPanelTest, OpensOnceForTheCurrentContext) {
  state_.tool = Action::CutTool;
  openManualForTopic(state_, "clavet");
  EXPECT_EQ(state_.manual.page + "#" + state_.manual.section, "window.md#cut");
  openManual(state_.manual, "keys");
  openManualForTopic(state_, "clavet");
  EXPECT_EQ(state_.manual.page, "keys.md") << "the same tool is still armed, and the user turned the page";
  state_.explained = parseSetting("material.honey.friction");
  openManualForTopic(state_, "clavet");
  EXPECT_EQ(state_.manual.page + "#" + state_.manual.section, "method_clavet.md#parameters");
}

TEST_F(ManualWindowPanelTest, SearchListsPlacesAndAClickGoesThere) {
  openManual(state_.manual, "index");
  frames(2);
  click(150.f, 84.f);
  type("rare word");
  frames(2);
  EXPECT_EQ(state_.manual.search, "rare word");
  EXPECT_THAT(words(), HasSubstr("1place"));
  ASSERT_TRUE(clickDown(
      150.f, [this] { return state_.manual.page == "second.md"; }, 120.f));
  frames(3);
  EXPECT_GT(state_.manual.scroll, 500.f);
  state_.manual.search = "nowhere at all";
  EXPECT_THAT(words(), HasSubstr("Nopagematchesthesearch."));
}

TEST_F(ManualWindowPanelTest, ALinkToTheWebCopiesItsAddress) {
  openManual(state_.manual, "web");
  frames(2);
  ASSERT_TRUE(clickDown(kPageX, [this] { return !state_.manual.copied.empty(); }));
  EXPECT_EQ(std::string(ImGui::GetClipboardText()), "https://ooze.example/paper");
  EXPECT_EQ(state_.manual.page, "web.md");
}

TEST_F(ManualWindowPanelTest, AMissingOrDamagedPageSaysSoInOneLine) {
  openManual(state_.manual, "gone");
  frames(2);
  EXPECT_THAT(words(), HasSubstr("Themanualhasnopage\"gone.md\"."));
  openManual(state_.manual, "damaged");
  EXPECT_THAT(words(), HasSubstr("damaged.mdisnotUTF-8text."));
  openManual(state_.manual, "index");
  frames(2);
  EXPECT_THAT(words(), HasSubstr("Tothesecondpage"));
  std::filesystem::remove_all(folder_.path());
  state_.manual.open = false;
  frame();
  state_.manual.open = true;
  EXPECT_THAT(words(), HasSubstr("Themanualwasnotfound"));
}

TEST_F(ManualWindowPanelTest, AWorldWithoutAManualDrawsNothing) {
  services_.manual = nullptr;
  openManual(state_.manual, "index");
  EXPECT_EQ(words(), "");
}

/// The pages that ship, at the sizes of windows.
class ShippedManualTest : public PanelDriver, public testing::WithParamInterface<ImVec2> {
 protected:
  ShippedManualTest() {
    screen(GetParam().x, GetParam().y);
    services_.manual = &manual_;
    dialogs_ = {drawManual};
  }
  Manual manual_{{std::filesystem::path(sourceFolder()) / "assets" / "manual"}};
};

TEST_P(ShippedManualTest, EveryPageFitsAWindowInItsWidth) {
  openManual(state_.manual, "index");
  frames(2);
  ASSERT_GT(manual_.pages().size(), 15u);
  for (const ManualPage& page : manual_.pages()) {
    openManual(state_.manual, page.name);
    frames(2);
    const ImGuiWindow* manual = ImGui::FindWindowByName("Manual");
    ASSERT_TRUE(manual && manual->Active);
    EXPECT_GE(manual->Pos.x, 0.f);
    EXPECT_GE(manual->Pos.y, 0.f);
    EXPECT_LE(manual->Rect().Max.x, GetParam().x);
    EXPECT_LE(manual->Rect().Max.y, GetParam().y);
    bool drawn = false;
    for (const ImGuiWindow* window : imgui_->Windows) {
      if (!window->Active || std::string_view(window->Name).find("/page_") == std::string_view::npos)
        continue;
      drawn = true;
      EXPECT_LE(window->DC.CursorMaxPos.x, window->WorkRect.Max.x + 1.f) << page.name;
      EXPECT_GT(window->ContentSize.y, 0.f) << page.name;
    }
    EXPECT_TRUE(drawn);
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, ShippedManualTest,
                         testing::Values(ImVec2(480.f, 320.f), ImVec2(1280.f, 720.f),
                                         ImVec2(1920.f, 1080.f)));

}  // namespace
}  // namespace ooze::ui
