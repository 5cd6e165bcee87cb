// Tests of the timeline panel without a window.
#include "panel_driver.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace ooze::ui {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class TimelinePanelTest : public PanelDriver {
 protected:
  static constexpr float kTrackY = 62.f;  // inside the track, below the buttons and the ruler

  TimelinePanelTest() {
    panel_ = drawTimelinePanel;
    screen(1000.f, 140.f);
    snapshot_.frame = 400;
    snapshot_.framesPerSecond = 60.0;
    view_.timeline.last = 400;
    view_.timeline.keyframes = {0, 100, 200, 300};
    view_.timeline.branches = {{"first", 0, 400}};
    frame();
  }
};

TEST_F(TimelinePanelTest, AClickGoesToThatPartOfTheWay) {
  click(500.f, kTrackY);
  ASSERT_FALSE(session_.sought.empty());
  EXPECT_NEAR(static_cast<double>(session_.sought.back()), 200.0, 8.0);
}

TEST_F(TimelinePanelTest, ADragScrubsAndNeverLeavesWhatWasReached) {
  move(250.f, kTrackY);
  rest();
  press(true);
  for (const float x : {400.f, 700.f, 990.f, 1500.f, -200.f}) {
    move(x, kTrackY);
    frame();
  }
  press(false);
  ASSERT_GE(session_.sought.size(), 4u);
  EXPECT_TRUE(std::is_sorted(session_.sought.begin(), session_.sought.begin() + 4));
  EXPECT_EQ(*std::max_element(session_.sought.begin(), session_.sought.end()), 400u);
  EXPECT_EQ(session_.sought.back(), 0u);
}

TEST_F(TimelinePanelTest, TheTrackIsAsLongAsTheLongestBranchAndAtLeastASecond) {
  view_.timeline.branches = {{"first", 0, 400}, {"second", 0, 800}};
  frame();
  click(250.f, kTrackY);
  ASSERT_FALSE(session_.sought.empty());
  EXPECT_NEAR(static_cast<double>(session_.sought.back()), 200.0, 8.0);
  click(900.f, kTrackY);
  EXPECT_EQ(session_.sought.back(), 400u) << "no farther than this one has been";
  view_.timeline.branches = {{"first", 0, 12}};
  view_.timeline.last = snapshot_.frame = 12;
  frame();
  click(900.f, kTrackY);
  EXPECT_EQ(session_.sought.back(), 12u);
}

TEST_F(TimelinePanelTest, AFrameThatIsBeingGoneToIsNotAskedForAgain) {
  move(500.f, kTrackY);
  rest();
  press(true);
  ASSERT_EQ(session_.sought.size(), 1u);
  view_.timeline.seeking = session_.sought.front();
  frame();
  frame();
  EXPECT_EQ(session_.sought.size(), 1u);
  press(false);
}

TEST_F(TimelinePanelTest, AWayThatTakesLongCanBeStopped) {
  view_.timeline.seeking = 10;
  for (float x = 4.f; x < 1000.f && session_.seeksCancelled == 0; x += 12.f) click(x, 20.f);
  EXPECT_EQ(session_.seeksCancelled, 1);
}

TEST_F(TimelinePanelTest, ButtonsStepAndJump) {
  for (float x = 14.f; x < 300.f; x += 10.f) click(x, 20.f);
  EXPECT_THAT(performed_, testing::Contains(Action::StepBack));
  EXPECT_THAT(performed_, testing::Contains(Action::PlayBack));
  EXPECT_THAT(performed_, testing::Contains(Action::PlayPause));
  EXPECT_THAT(performed_, testing::Contains(Action::SingleStep));
  EXPECT_THAT(session_.sought, testing::Contains(0u));
  EXPECT_THAT(session_.sought, testing::Contains(400u));
}

TEST_F(TimelinePanelTest, AnotherBranchIsOneClickAway) {
  view_.timeline.branches = {{"first", 0, 400}, {"second", 120, 260}};
  view_.timeline.branch = 0;
  const auto switched = [this] { return !session_.branches.empty(); };
  ASSERT_TRUE(clickDown(200.f, switched, kTrackY + 20.f));
  EXPECT_THAT(session_.branches, ElementsAre(1u)) << "a click on the current branch does nothing";
}

TEST_F(TimelinePanelTest, TheBranchThatIsShownIsTheFirstLineHoweverManyThereAre) {
  for (int k = 2; k <= 8; ++k) view_.timeline.branches.push_back({std::to_string(k), 0, 300});
  for (const std::size_t branch : {7u, 0u, 3u}) {
    view_.timeline.branch = branch;
    frames(2);
    EXPECT_NE(words().find("of8"), std::string::npos);
    // The line of the shown branch does nothing; the lines below follow in their order.
    const auto switched = [this] { return !session_.branches.empty(); };
    session_.branches.clear();
    click(200.f, kTrackY + 26.f);
    EXPECT_THAT(session_.branches, IsEmpty());
    ASSERT_TRUE(clickDown(200.f, switched, kTrackY + 26.f));
    EXPECT_THAT(session_.branches, ElementsAre(branch == 0 ? 1u : 0u));
  }
}

TEST_F(TimelinePanelTest, ABranchIsChosenFromTheListBesideTheFrame) {
  view_.timeline.branches = {{"1", 0, 400}, {"2", 120, 260}, {"3", 130, 300}};
  view_.timeline.branch = 2;
  frames(2);
  for (float x = 300.f; x < 900.f && session_.branches.empty(); x += 20.f)
    for (float y = 20.f; y < 130.f && session_.branches.empty(); y += 10.f) {
      click(x, 20.f);  // opens or closes the list
      session_.sought.clear();
      click(x, y);
    }
  EXPECT_THAT(session_.branches, ElementsAre(testing::Lt(2u)));
}

TEST_F(TimelinePanelTest, WithoutASceneItOffersOne) {
  const auto shown = [](PanelContext& context) {
    SessionView none;
    PanelContext empty{none,          context.live,  context.catalog, context.window,
                       context.theme, context.state, context.session, context.perform};
    drawTimelinePanel(empty);
  };
  panel_ = shown;
  for (float x = 100.f; x < 300.f && performed_.empty(); x += 10.f) click(x, 18.f);
  EXPECT_THAT(performed_, ElementsAre(Action::Gallery));
  EXPECT_THAT(session_.sought, IsEmpty());
}

}  // namespace
}  // namespace ooze::ui
