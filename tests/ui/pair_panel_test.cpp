// Tests of the table of pairs: its cells, its presets, saving, and differences from the compared world.
#include "ooze/scene/scene_writing.h"

#include "fixtures/commands.h"
#include "pair_panel_fixture.h"
#include "session/comparison.h"

#include <gmock/gmock.h>
#include <string>
#include <vector>

namespace ooze::ui {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST_F(PairPanelTest, ACellOpensItsFunctionAndClosesIt) {
  frame();
  EXPECT_TRUE(shown_);
  ASSERT_TRUE(openAt(kFirst, {"adhesion", 0, std::uint16_t{0}, "", {}}));
  EXPECT_THAT(words(), HasSubstr("Adhesionwithinoil"));
  ASSERT_TRUE(openAt(kSolids, kOilAndSolids));
  EXPECT_THAT(words(), HasSubstr("Adhesionofoiltosolids"));
  ASSERT_TRUE(openAt(kSecond, kOilAndWater));
  EXPECT_THAT(words(), HasSubstr("Adhesionbetweenoilandwater"));
  EXPECT_THAT(words(), HasSubstr("momentumisconserved"));
  click(kSecond, at_);
  EXPECT_FALSE(state_.pairs.open);
  EXPECT_THAT(liveSession_->commands, IsEmpty()) << "to look changes nothing";
}

TEST_F(PairPanelTest, IsNotThereForAMethodWithoutFunctionsOfPairs) {
  open("clavet", "");
  frame();
  EXPECT_FALSE(shown_);
  EXPECT_LT(height_, 40.f);
}

TEST_F(PairPanelTest, PresetsAreTheFamiliesOfTheRow) {
  openBetween();
  const float top = state_.pairs.curve.place.y;
  // The preset buttons lie between the title and the curve: coheres, clings, repels, and the default from
  // the materials.
  std::vector<Curve> presets;
  const auto clickColumn = [&](float x) {
    const Curve before = between();
    for (float y = top - 70.f; y < top - 2.f; y += 4.f) {
      click(x, y);
      if (between() != before) return true;
    }
    return false;
  };
  const float column = (kPairsWidth - 16.f) / 4.f;
  ASSERT_TRUE(clickColumn(8.f + 0.5f * column));
  EXPECT_EQ(between(), steele::cohesive(20.f)) << "the strength of the attraction stays";
  ASSERT_TRUE(clickColumn(8.f + 1.5f * column));
  EXPECT_EQ(between(), steele::clings(20.f));
  ASSERT_TRUE(clickColumn(8.f + 2.5f * column));
  EXPECT_EQ(between(), steele::repels(20.f));
  ASSERT_TRUE(clickColumn(8.f + 3.5f * column));
  EXPECT_THAT(between(), IsEmpty()) << "the method's own again";
  liveSession_->undo();
  EXPECT_EQ(between(), steele::repels(20.f));
}

TEST_F(PairPanelTest, AFunctionOfTheMaterialsBecomesThePairsOwnWhenAPointIsDragged) {
  frame();
  ASSERT_TRUE(openAt(kSolids, kOilAndSolids));
  const Curve defaultPoints = pairCurveOf(live_, "steele", kOilAndSolids).defaultPoints;
  ASSERT_EQ(defaultPoints.size(), 3u);
  drag(defaultPoints[1], {2.5f, defaultPoints[1].value});
  ASSERT_EQ(curve(kOilAndSolids).size(), 3u);
  EXPECT_NEAR(curve(kOilAndSolids)[1].at, 2.5f, 0.02f);
  EXPECT_EQ(curve(kOilAndSolids)[0], defaultPoints[0]);
  liveSession_->undo();
  EXPECT_THAT(curve(kOilAndSolids), IsEmpty());
}

TEST_F(PairPanelTest, ASavedSessionAndASavedSceneOpenWithTheSameCurve) {
  openBetween();
  drag({3.f, 20.f}, {3.4f, 12.f});
  const Curve made = between();
  const LiveSession opened(liveSession_->live.save());
  EXPECT_EQ(opened.live.world().pairs(), liveSession_->live.world().pairs());
  const std::filesystem::path file = folder_.path() / "mine.json";
  EXPECT_THAT(writeScene(*scene_, liveSession_->live.world(), {}, file), IsEmpty());
  const Scene again = loadScene(file.string());
  ASSERT_EQ(again.world.methodSettings.pairs.size(), 1u);
  EXPECT_EQ(again.world.methodSettings.pairs[0].curve, made);
}

// The event log alone reproduces a dragged curve: the replayed world is equal to the bit.
TEST_F(PairPanelTest, ASessionWithADraggedPointIsReplayedToTheBit) {
  openBetween();
  drag({3.f, 20.f}, {3.4f, 12.f});
  for (int step = 0; step < 5; ++step) liveSession_->live.step();
  drag(between()[0], {0.f, -80.f});
  for (int step = 0; step < 5; ++step) liveSession_->live.step();
  World again(scene_->world, 1);
  again.replay(liveSession_->live.world().commandLog());
  while (again.stepIndex() < liveSession_->live.world().stepIndex()) again.step();
  EXPECT_EQ(again.hash(), liveSession_->live.world().hash());
}

TEST_F(PairPanelTest, ValuesThatExceedFixedSubstepsAreRefused) {
  liveSession_->submit(
      command("world.substeps", {static_cast<float>(liveSession_->live.world().substeps() + 12)}));
  liveSession_->commands.clear();
  openBetween();
  for (int k = 0; k < 8; ++k) drag(between()[2], {3.f, 30.f * between()[2].value});
  EXPECT_GT(state_.pairs.refused, 0);
  EXPECT_THAT(words(), HasSubstr("Refused:thisneeds"));
  EXPECT_LT(between()[2].value, 1e5f);
}

/// A comparison with another world, whose third curve point lies elsewhere.
class OtherWorldComparison final : public Comparison {
 public:
  [[nodiscard]] std::size_t focus() const override { return 0; }
  void setFocus(std::size_t) override {}
  [[nodiscard]] bool editsBoth() const override { return false; }
  void setEditsBoth(bool) override {}
  [[nodiscard]] bool toolsBoth() const override { return false; }
  void setToolsBoth(bool) override {}
  void swap() override {}
  void copy(std::size_t) override {}
  [[nodiscard]] const std::vector<Difference>& differences() const override { return all; }
  [[nodiscard]] std::string label(std::size_t) const override { return {}; }
  [[nodiscard]] bool waiting() const override { return false; }

  std::vector<Difference> all;
};

/// The two number fields of a point set the same function, and each follows its own drag.
TEST_F(PairPanelTest, ADragOfANumberOverSeveralFramesIsOneEdit) {
  openBetween();
  const Curve before = between();
  const float left = 0.3f * kPairsWidth;  // in the field of the argument
  for (float y = placeOf(before[0]).y; y < kPairsHeight && between()[2].at == before[2].at; y += 6.f) {
    if (between() != before) liveSession_->undo();
    liveSession_->edits.clear();
    move(left, y);
    rest();
    press(true);
    for (const float along : {4.f, 8.f, 12.f, 16.f, 20.f}) {
      move(left + along, y);
      frames(2);
    }
    press(false);
    frames(2);
  }
  ASSERT_NE(between()[2].at, before[2].at) << "a drag of the third point's place";
  EXPECT_EQ(liveSession_->edits.size(), 1u);
  liveSession_->undo();
  EXPECT_EQ(between(), before) << "one undo takes the whole drag back";
}

TEST_F(PairPanelTest, ShowsWhichPointsDifferFromTheOtherWorld) {
  openBetween();
  WorldValues other = live_;
  apply(other, "steele", command(kBetween + ".3.value", {35.f}));
  OtherWorldComparison beside;
  beside.all = differences(live_, other, "steele");
  services_.comparison = &beside;
  EXPECT_THAT(words(), Not(HasSubstr("point3:35at3")));
  state_.comparing = true;
  EXPECT_THAT(words(), HasSubstr("A:point3:20at3"));
  EXPECT_THAT(words(), HasSubstr("B:point3:35at3"));
  services_.comparison = nullptr;
}

}  // namespace
}  // namespace ooze::ui
