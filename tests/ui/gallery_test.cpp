// Tests of the gallery and of the tasks in the status bar, without a window.
#include "ooze/methods/method.h"

#include "panel_driver.h"
#include "ui/state/scene_search.h"

#include <gmock/gmock.h>

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
  // Clicks a card in the first row. The window is 0.9 of the screen wide, and four cards fit into this
  // width.
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

TEST_F(GalleryTest, OpensWithoutAnOldSearchAndSaysThatAMethodLimitsTheSearch) {
  settle();
  state_.galleryMethod = "steele";
  settle();
  EXPECT_NE(words().find("Nosceneofthismethodmatchesthesearch."), std::string::npos);
  state_.galleryOpen = false;
  settle();
  state_.galleryOpen = true;
  settle();
  EXPECT_EQ(state_.galleryMethod, "");
  EXPECT_EQ(words().find("Noscene"), std::string::npos);
}

TEST_F(GalleryTest, TypedWordsFindSceneByTitleAndFigureAndEnterOpensIt) {
  settle();
  type("FIGURE 11");
  key(ImGuiKey_Enter);
  EXPECT_THAT(session_.loaded, ElementsAre("/scenes/pour.json"));
}

TEST_F(GalleryTest, MatchesInTitlesComeBeforeMatchesInDescriptions) {
  library_.shelf.scenes[0].description = "Honey drips from the ears.";
  settle();
  type("drip");
  settle();
  clickCard(0);
  EXPECT_THAT(session_.loaded, ElementsAre("/scenes/drip.json"));
}

TEST_F(GalleryTest, AMethodShowsOnlyItsScenesAndWhatItIsGoodAt) {
  library_.shelf.scenes[0].method = "clavet";
  library_.shelf.scenes[1].method = "mps";
  settle();
  std::string strengths(findMethod("mps").strengths);
  std::erase(strengths, ' ');
  strengths.resize(30);
  EXPECT_EQ(words().find(strengths), std::string::npos);
  for (float x = 320.f; x < 1200.f && state_.galleryMethod != "mps"; x += 10.f) click(x, 100.f);
  ASSERT_EQ(state_.galleryMethod, "mps");
  settle();
  EXPECT_NE(words().find(strengths), std::string::npos);
  type("FIGURE 11");
  key(ImGuiKey_Enter);
  EXPECT_THAT(session_.loaded, IsEmpty()) << "the scene of figure 11 is of another method";
  for (int i = 0; i < 9; ++i) key(ImGuiKey_Backspace);
  clickCard(0);
  EXPECT_THAT(session_.loaded, ElementsAre("/scenes/drip.json"));
}

TEST(SceneSearch, TheBeginningOfATitleIsBestThenOfAWordThenAnyPartThenTheRest) {
  std::vector<Listing> scenes;
  const auto add = [&](const char* title, const char* description, bool own = false) {
    Listing listing;
    listing.title = title;
    listing.description = description;
    listing.own = own;
    scenes.push_back(std::move(listing));
  };
  add("Layers", "Oil over water.");
  add("Firewater", "");
  add("Shallow water", "");
  add("Fountain", "Three jets of WATER.");
  add("Water in a tank", "");
  add("Honey", "");
  add("My water", "", true);
  std::vector<std::string> titles;
  for (const Listing* scene : findScenes(scenes, false, "water")) titles.push_back(scene->title);
  EXPECT_THAT(titles, ElementsAre("Water in a tank", "Shallow water", "Firewater", "Layers", "Fountain"));
  EXPECT_EQ(findScenes(scenes, true, "water").size(), 1u);
  EXPECT_EQ(findScenes(scenes, false, "").size(), 6u);
  EXPECT_EQ(findScenes(scenes, false, "").front()->title, "Layers") << "in their order";
}

TEST_F(GalleryTest, WordsThatNoSceneHasOpenNothing) {
  settle();
  type("lava");
  key(ImGuiKey_Enter);
  EXPECT_THAT(session_.loaded, IsEmpty());
  EXPECT_TRUE(state_.galleryOpen);
}

TEST_F(GalleryTest, ItOpensWithEverySceneAfterASearch) {
  settle();
  type("drip");
  key(ImGuiKey_Enter);
  EXPECT_FALSE(state_.galleryOpen);
  settle();
  state_.galleryOpen = true;
  settle();
  EXPECT_STREQ(state_.gallerySearch.data(), "");
  clickCard(0);
  EXPECT_THAT(session_.loaded, ElementsAre("/scenes/drip.json", "/scenes/pour.json"));
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

/// A fixture that draws the status bar with tasks.
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

TEST_F(TaskTest, TheBarCountsLinksByTheMethodsOwnWordAndOnlyWhereItHasSome) {
  screen(1600.f, 30.f);
  snapshot_.links = 321;
  EXPECT_EQ(words().find("321"), std::string::npos);
  snapshot_.linkWords = {"bonds", "What holds them together"};
  EXPECT_NE(words().find("321bonds"), std::string::npos);
}

TEST_F(TaskTest, TheBarSaysWhereThePictureIsFarBehindTheWorld) {
  screen(1600.f, 30.f);
  view_.status.playing = true;
  window_.pictureLag = 0.05;
  EXPECT_EQ(words().find("behind"), std::string::npos) << "every picture takes a while";
  window_.pictureLag = 0.42;
  EXPECT_NE(words().find("picture0.42sbehind"), std::string::npos);
  snapshot_.statistics.asleep = 10;
  EXPECT_EQ(words().find("behind"), std::string::npos) << "the world sleeps, and the picture catches up";
  snapshot_.statistics.asleep = 0;
  view_.status.playing = false;
  EXPECT_EQ(words().find("behind"), std::string::npos) << "it catches up";
}

TEST_F(TaskTest, WithoutTasksTheBarHasOnlyItsStatistics) {
  frame();
  for (float x = 1023.f; x > 400.f; x -= 16.f) click(x, 15.f);
  EXPECT_THAT(performed_, IsEmpty());
}

}  // namespace
}  // namespace ooze::ui
