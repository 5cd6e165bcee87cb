// Tests of the curve of the opened pair: points are dragged, added, removed and typed.
#include "pair_panel_fixture.h"

#include <gmock/gmock.h>

namespace ooze::ui {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST_F(PairPanelTest, ADragMovesAPointAndIsOneEdit) {
  openBetween();
  drag({3.f, 20.f}, {3.4f, 12.f});
  const Curve moved = between();
  ASSERT_EQ(moved.size(), 4u);
  EXPECT_NEAR(moved[2].at, 3.4f, 0.02f);
  EXPECT_NEAR(moved[2].value, 12.f, 0.5f);
  EXPECT_EQ(moved[1], (CurvePoint{2.f, 0.f}));
  EXPECT_THAT(liveSession_->edits, ElementsAre("Adhesion between oil and water"));
  EXPECT_EQ(liveSession_->editsEnded, 1);
  EXPECT_GT(liveSession_->commands.size(), 3u) << "the world follows the drag";
  liveSession_->undo();
  EXPECT_EQ(between(), scene_->world.methodSettings.pairs[0].curve);
  liveSession_->redo();
  EXPECT_EQ(between(), moved);
}

TEST_F(PairPanelTest, ADraggedPointStaysBetweenItsNeighbours) {
  openBetween();
  drag({3.f, 20.f}, {6.f, 5.f});
  EXPECT_NEAR(between()[2].at, 4.f - kPointGap, 1e-5f);
  EXPECT_TRUE(isAscending(between()));
  drag(between()[2], {0.f, 5.f});
  EXPECT_NEAR(between()[2].at, 2.f + kPointGap, 1e-5f);
  drag(between()[3], {9.f, 0.f});
  EXPECT_EQ(between()[3].at, steele::kMaxAdhesionReach);
  EXPECT_TRUE(isAscending(between()));
}

// A drag far outside the plot changes the value up to the row's limit, and no farther.
TEST_F(PairPanelTest, AValueStaysWithinTheRow) {
  openBetween();
  for (int k = 0; k < 12; ++k) {
    const Curve now = between();
    drag(now[2], {now[2].at, 40.f * std::max(now[2].value, 1.f)});
  }
  EXPECT_EQ(between()[2].value, steele::pairFunctions()[0].largest);
}

TEST_F(PairPanelTest, ADoubleClickAddsAPointThereAndARightClickTakesItAway) {
  openBetween();
  const ImVec2 at = placeOf({5.f, 10.f});
  doubleClick(at.x, at.y);
  ASSERT_EQ(between().size(), 5u);
  EXPECT_NEAR(between()[4].at, 5.f, 0.02f);
  EXPECT_NEAR(between()[4].value, 10.f, 0.5f);
  EXPECT_EQ(state_.pairs.curve.point, 4u);
  liveSession_->undo();
  EXPECT_EQ(between().size(), 4u) << "one edit";
  liveSession_->redo();
  rightClick(between()[2]);
  ASSERT_EQ(between().size(), 4u);
  EXPECT_NEAR(between()[2].at, 4.f, 1e-5f);
}

TEST_F(PairPanelTest, DeleteTakesTheChosenPointAndArrowsMoveIt) {
  openBetween();
  const ImVec2 at = placeOf({3.f, 20.f});
  click(at.x, at.y);
  key(ImGuiKey_RightArrow);
  EXPECT_NEAR(between()[2].at, 3.05f, 1e-4f);
  key(ImGuiKey_UpArrow);
  EXPECT_GT(between()[2].value, 20.f);
  key(ImGuiKey_Delete);
  ASSERT_EQ(between().size(), 3u);
  EXPECT_EQ(between()[2], (CurvePoint{4.f, 0.f}));
  key(ImGuiKey_Delete);
  EXPECT_EQ(between().size(), 3u) << "none is chosen now";
}

TEST_F(PairPanelTest, ArrowsThatFollowEachOtherAreOneEdit) {
  openBetween();
  const ImVec2 at = placeOf({3.f, 20.f});
  click(at.x, at.y);
  for (int k = 0; k < 4; ++k) key(ImGuiKey_RightArrow);
  EXPECT_NEAR(between()[2].at, 3.2f, 1e-4f);
  liveSession_->undo();
  EXPECT_EQ(between()[2].at, 3.f);
}

TEST_F(PairPanelTest, AFunctionKeepsAsFewPointsAsItMayAndTakesNoMoreThanItMay) {
  openBetween();
  rightClick(between()[1]);
  rightClick(between()[1]);
  EXPECT_EQ(between().size(), 2u);
  rightClick(between()[0]);
  EXPECT_EQ(between().size(), 2u);
  for (int k = 0; k < 20; ++k) {
    const ImVec2 at = placeOf({0.25f + 0.25f * static_cast<float>(k), -5.f});
    doubleClick(at.x, at.y);
  }
  EXPECT_EQ(between().size(), steele::pairFunctions()[0].mostPoints);
  EXPECT_TRUE(isAscending(between()));
}

TEST_F(PairPanelTest, NumbersOfAPointAreTyped) {
  openBetween();
  const ViewRect plane = state_.pairs.curve.place;
  const float from = plane.bottom() + 18.f, to = from + 140.f;
  // Finds the field that changes the third point's position.
  bool typed = false;
  for (float y = from; y < to && !typed; y += 6.f) {
    doubleClick(60.f, y);
    if (!ImGui::GetIO().WantTextInput) continue;
    type("3.5");
    key(ImGuiKey_Enter);
    typed = between()[2].at == 3.5f;
    if (!typed && between() != scene_->world.methodSettings.pairs[0].curve) liveSession_->undo();
  }
  EXPECT_TRUE(typed);
  EXPECT_EQ(between()[2], (CurvePoint{3.5f, 20.f}));
}

TEST_F(PairPanelTest, ShowsTheValuesUnderTheMouse) {
  openBetween();
  ImVec2 at = placeOf({2.5f, 15.f});
  move(at.x, at.y);
  frames(2);
  EXPECT_THAT(words(), testing::ContainsRegex("at2\\.(49|5|51)radii"));
  at = placeOf({3.f, 20.f});
  move(at.x, at.y);
  frames(2);
  EXPECT_THAT(words(), HasSubstr("point3:20m/s"));
}

TEST(CurveEdits, CutOffWhatPushesFarHarderThanItPulls) {
  const Curve honey = steele::cohesive(60.f);
  EXPECT_TRUE(cutsOffRepulsion(honey));
  EXPECT_NEAR(rangeOf(honey, false).low, -3.6f * 60.f, 1e-3f);
  EXPECT_NEAR(rangeOf(honey, true).low, -1.2f * 600.f, 1e-3f);
  EXPECT_FALSE(cutsOffRepulsion(steele::repels(60.f)));
  EXPECT_LT(rangeOf(steele::clings(60.f), false).low, 0.f) << "there is a little of the other side";
  EXPECT_LT(rangeOf(steele::clings(0.f), false).low, rangeOf(steele::clings(0.f), false).high);
}

TEST(CurveEdits, HaveEvenGridLinesWithZeroAmongThem) {
  EXPECT_THAT(gridValues({-216.f, 72.f}, 6), ElementsAre(-200.f, -150.f, -100.f, -50.f, 0.f, 50.f));
  for (const float value : gridValues({-5.f, 30.f}, 6)) EXPECT_FALSE(value == 0.f && std::signbit(value));
  EXPECT_THAT(gridValues({-0.5f, 2.4f}, 6), ElementsAre(-0.5f, 0.f, 0.5f, 1.f, 1.5f, 2.f));
}

TEST(CurveEdits, AddAPointInTheWidestGap) {
  const PairFunction& f = steele::pairFunctions()[0];
  const auto more = addPointInWidestGap(f, {{0.f, -10.f}, {1.f, 0.f}, {4.f, 6.f}});
  ASSERT_TRUE(more);
  EXPECT_EQ(more->point, 2u);
  EXPECT_EQ(more->curve[2], (CurvePoint{2.5f, 3.f}));
  EXPECT_FALSE(addPoint(f, {{0.f, 1.f}, {1.f, 0.f}}, {1.005f, 3.f})) << "there is one already";
}

}  // namespace
}  // namespace ooze::ui
