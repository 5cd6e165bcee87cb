// The gallery, the tour and the tasks of the status bar, without a window.
#include "panel_driver.h"
#include "ui/areas.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <imgui_internal.h>

namespace ooze::ui {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class GalleryTest : public PanelDriver {
 protected:
  GalleryTest() {
    screen(1280.f, 800.f);
    dialogs_ = {drawGallery};
    add("pour", "Pouring on the bunny", "Clavet 2005, figure 11", "");
    add("drip", "Dripping", "", "");
    add("broken", "", "", "broken.json:3: unknown key \"hh\"; did you mean \"h\"?");
    state_.galleryOpen = true;
  }
  void add(const std::string& name, const std::string& title, const std::string& figure,
           const std::string& error) {
    Listing listing;
    listing.name = name;
    listing.title = title;
    listing.figure = figure;
    listing.error = error;
    listing.description = "One sentence.";
    listing.file = "/scenes/" + name + ".json";
    library_.shelf.scenes.push_back(std::move(listing));
  }
  void settle() {
    for (int i = 0; i < 3; ++i) frame();
  }
  // The first row of cards: the window is 0.9 of the screen wide, and four cards fit in it.
  void clickCard(int index) { click(64.f + 140.f + 280.f * static_cast<float>(index), 200.f); }
};

TEST_F(GalleryTest, ACardOpensItsSceneAndTheGalleryCloses) {
  settle();
  clickCard(1);
  EXPECT_THAT(session_.loaded, ElementsAre("/scenes/drip.json"));
  EXPECT_FALSE(state_.galleryOpen);
}

TEST_F(GalleryTest, AFileThatDoesNotLoadIsShownButNotOpened) {
  settle();
  clickCard(2);
  EXPECT_THAT(session_.loaded, IsEmpty());
  EXPECT_TRUE(state_.galleryOpen);
}

TEST_F(GalleryTest, TypedWordsFindSceneByTitleAndFigureAndEnterOpensIt) {
  settle();
  type("FIGURE 11");
  key(ImGuiKey_Enter);
  EXPECT_THAT(session_.loaded, ElementsAre("/scenes/pour.json"));
}

TEST_F(GalleryTest, WordsThatNoSceneHasOpenNothing) {
  settle();
  type("lava");
  key(ImGuiKey_Enter);
  EXPECT_THAT(session_.loaded, IsEmpty());
  EXPECT_TRUE(state_.galleryOpen);
}

TEST_F(GalleryTest, EscapeClosesItAlsoWhileWordsAreTyped) {
  settle();
  type("lava");
  key(ImGuiKey_Escape);
  EXPECT_FALSE(state_.galleryOpen);
}

TEST_F(GalleryTest, AClickBesideItClosesIt) {
  settle();
  click(10.f, 780.f);
  EXPECT_FALSE(state_.galleryOpen);
  EXPECT_THAT(session_.loaded, IsEmpty());
}

/// The tour at a size of the screen.
class TourTest : public PanelDriver, public testing::WithParamInterface<ImVec2> {
 protected:
  TourTest() {
    screen(GetParam().x, GetParam().y);
    dialogs_ = {drawTour};
    state_.tourOpen = true;
  }
  static ViewRect card() {
    const ImGuiWindow& window = *ImGui::FindWindowByName("Tour");
    return {window.Pos.x, window.Pos.y, window.Size.x, window.Size.y};
  }
  /// The buttons are at the lower edge: Skip at the left, Next at the right.
  void clickNext() { click(card().right() - 40.f, card().bottom() - 26.f); }
  void clickSkip() { click(card().x + 40.f, card().bottom() - 26.f); }
};

TEST_P(TourTest, EveryCardIsOnTheScreenAndNextLeadsToTheEnd) {
  frame();
  std::size_t steps = 1;
  for (; steps < 50; ++steps) {
    frame();
    EXPECT_GE(card().x, 0.f) << steps;
    EXPECT_GE(card().y, 0.f) << steps;
    EXPECT_LE(card().right(), GetParam().x) << steps;
    EXPECT_LE(card().bottom(), GetParam().y) << steps;
    const std::size_t before = state_.tourStep;
    clickNext();
    if (state_.tourStep < before) break;  // after the last it begins again
    ASSERT_EQ(state_.tourStep, before + 1);
  }
  EXPECT_GE(steps, 6u);
  EXPECT_LE(steps, 10u);
  EXPECT_TRUE(state_.tourOpen);
}

TEST_P(TourTest, SkipEndsIt) {
  frame();
  frame();
  clickSkip();
  EXPECT_FALSE(state_.tourOpen);
}

// As small as the window gets, as it opens, and large.
INSTANTIATE_TEST_SUITE_P(Sizes, TourTest,
                         testing::Values(ImVec2(640.f, 400.f), ImVec2(1024.f, 640.f), ImVec2(1280.f, 800.f),
                                         ImVec2(3840.f, 2160.f)));

/// The status bar with tasks.
class TaskTest : public PanelDriver {
 protected:
  TaskTest() {
    screen(1024.f, 30.f);
    panel_ = drawStatusBar;
  }
};

TEST_F(TaskTest, TheCrossCancelsTheTaskThatItIsBeside) {
  int first = 0, second = 0;
  window_.tasks = {{"Sampling armadillo.obj", -1.f, [&] { ++first; }}, {"Sweep", 0.4f, [&] { ++second; }}};
  frame();
  for (float x = 1023.f; x > 400.f && second == 0; x -= 4.f) click(x, 15.f);
  EXPECT_EQ(second, 1) << "the last one's cross is the first from the right";
  EXPECT_EQ(first, 0);
  for (float x = 880.f; x > 400.f && first == 0; x -= 4.f) click(x, 15.f);
  EXPECT_EQ(first, 1);
}

TEST_F(TaskTest, WithoutTasksTheBarHasOnlyItsFigures) {
  frame();
  for (float x = 1023.f; x > 400.f; x -= 16.f) click(x, 15.f);
  EXPECT_THAT(performed_, IsEmpty());
}

}  // namespace
}  // namespace ooze::ui
