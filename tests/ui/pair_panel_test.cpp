// The table of pairs and the curve of the one that is open, used as a hand would, over a session that undoes,
// saves and opens again.
#include "ooze/scene/scene_writing.h"
#include "ooze/world/pair_values.h"

#include "fixtures/temporary_folder.h"
#include "methods/steele/adhesion.h"
#include "panel_screen.h"
#include "session/comparison.h"
#include "session/live_world.h"
#include "session/pending_edits.h"

#include <cmath>
#include <gmock/gmock.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ooze::ui {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr float kWidth = 336.f, kHeight = 900.f;

std::string sceneOf(const std::string& method, const std::string& pairs) {
  return R"({"version": 1, "method": ")" + method + R"(", "h": 0.02,
"materials": [{"name": "oil", "h_ref": 0.02}, {"name": "water", "h_ref": 0.02}], )" +
         pairs + R"(
"liquids": [{"material": "oil", "shape": {"sphere": {"radius": 0.03}}}],
"bodies": [{"name": "ball", "shape": {"sphere": {"radius": 0.05}}, "position": [0, -0.1, 0]}]})";
}
const std::string kPairs =
    R"("pairs": [{"materials": ["oil", "water"], "adhesion": [[0, -40], [2, 0], [3, 20], [4, 0]]}],)";
const std::string kBetween = "pair.oil.water.adhesion";

/// Does at once what it is asked, with the edits that a session's thread makes of it.
class LiveSession final : public RecordingSession {
 public:
  explicit LiveSession(std::shared_ptr<const Scene> scene) : live(scene, 1, {}) {}
  explicit LiveSession(const SaveFile& save) : live(save, 1) {}

  void submit(Command command) override {
    RecordingSession::submit(command);
    edits_.submit(std::move(command));
    apply();
  }
  void beginEdit(std::string label) override {
    edits_.beginGroup(label);
    RecordingSession::beginEdit(std::move(label));
  }
  void endEdit() override {
    edits_.endGroup();
    RecordingSession::endEdit();
  }
  void undo() override { live.undo(); }
  void redo() override { live.redo(); }

  LiveWorld live;
  std::vector<std::string> refused;

 private:
  void apply() {
    std::vector<Submission> given;
    for (PendingEdit& p : edits_.handOver()) given.push_back(std::move(p.submission));
    edits_.forgetHandedOver();
    for (std::string& line : live.apply(std::move(given), true)) refused.push_back(std::move(line));
  }

  PendingEdits edits_;
};

class PairPanelTest : public PanelScreen {
 protected:
  PairPanelTest() : PanelScreen(kWidth, kHeight) {
    for (const ImGuiKey key : {ImGuiKey_Delete, ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_Tab})
      ImGui::GetIO().KeyMap[key] = 256 + key;
    open("steele", kPairs);
  }
  ~PairPanelTest() override { EXPECT_THAT(told_->refused, IsEmpty()) << "the panel keeps to the limits"; }

  void open(const std::string& method, const std::string& pairs) {
    scene_ = std::make_shared<const Scene>(
        loadScene(folder_.write("pairs.json", sceneOf(method, pairs)).string()));
    told_ = std::make_unique<LiveSession>(scene_);
  }
  void advance() override {
    view_.scene = scene_;
    view_.snapshot = told_->live.world().snapshot();
    view_.originals = view_.snapshot->materials;
  }
  void drawPanels(PanelContext& context) override {
    PanelContext own{context.view,  context.live, context.catalog, context.window,  context.theme,
                     context.state, *told_,       context.perform, context.services};
    shown_ = hasPairs(own);
    drawInPane(drawPairPanel, own);
  }

  /// Opens a cell of the table by clicking down its column.
  bool openAt(float x, const PairEntry& wanted) {
    return clickDown(x, [&] { return state_.pairs.open && ofOnePair(*state_.pairs.open, wanted); });
  }
  void openBetween() {
    frame();
    ASSERT_TRUE(openAt(kSecond, kOilAndWater));
    frame();
  }
  /// Where a point with these numbers is drawn.
  ImVec2 placeOf(const CurvePoint& p) {
    frame();
    const CurveState& s = state_.pairs.curve;
    return {s.place.x + p.at / steele::kFarthestAdhesion * s.place.width,
            s.place.bottom() - (p.value - s.range.low) / (s.range.high - s.range.low) * s.place.height};
  }
  void drag(const CurvePoint& from, const CurvePoint& to) {
    const ImVec2 a = placeOf(from), b = placeOf(to);
    move(a.x, a.y);
    rest();
    press(true);
    for (int k = 1; k <= 5; ++k) {
      move(a.x + 0.2f * static_cast<float>(k) * (b.x - a.x),
           a.y + 0.2f * static_cast<float>(k) * (b.y - a.y));
      frame();
    }
    press(false);
    frame();
  }
  void rightClick(const CurvePoint& at) {
    const ImVec2 p = placeOf(at);
    move(p.x, p.y);
    frame();
    ImGui::GetIO().MouseDown[1] = true;
    frame();
    ImGui::GetIO().MouseDown[1] = false;
    frame();
  }
  [[nodiscard]] Curve curve(const PairEntry& pair) const {
    const PairEntry* entry = findPair(told_->live.world().pairs(), pair);
    return entry ? entry->curve : Curve{};
  }
  [[nodiscard]] Curve between() const { return curve(kOilAndWater); }
  static bool ascends(const Curve& curve) {
    for (std::size_t k = 1; k < curve.size(); ++k)
      if (!(curve[k].at > curve[k - 1].at)) return false;
    return true;
  }
  /// Clicks over the part below the curve's top until the curve is another one.
  bool clickUntilChanged(float from, float to, float left = 14.f) {
    const Curve before = between();
    for (float y = from; y < to; y += 8.f)
      for (float x = left; x < kWidth - 12.f; x += 24.f) {
        click(x, y);
        if (between() != before) return true;
      }
    return false;
  }

  static constexpr float kFirst = 110.f, kSecond = 190.f, kSolids = 285.f;  // columns of the table
  const PairEntry kOilAndWater{"adhesion", 0, std::uint16_t{1}, "", {}};
  const PairEntry kOilAndSolids{"adhesion", 0, std::nullopt, "", {}};

  TemporaryFolder folder_;
  std::shared_ptr<const Scene> scene_;
  std::unique_ptr<LiveSession> told_;
  bool shown_ = false;
};

TEST_F(PairPanelTest, ACellOpensItsFunctionAndClosesIt) {
  frame();
  EXPECT_TRUE(shown_);
  ASSERT_TRUE(openAt(kFirst, {"adhesion", 0, std::uint16_t{0}, "", {}}));
  EXPECT_THAT(words(), HasSubstr("Adhesionwithinoil"));
  ASSERT_TRUE(openAt(kSolids, kOilAndSolids));
  EXPECT_THAT(words(), HasSubstr("Adhesionofoiltosolids"));
  ASSERT_TRUE(openAt(kSecond, kOilAndWater));
  EXPECT_THAT(words(), HasSubstr("Adhesionbetweenoilandwater"));
  EXPECT_THAT(words(), HasSubstr("momentumiskept"));
  click(kSecond, at_);
  EXPECT_FALSE(state_.pairs.open);
  EXPECT_THAT(told_->commands, IsEmpty()) << "to look changes nothing";
}

TEST_F(PairPanelTest, IsNotThereForAMethodWithoutFunctionsOfPairs) {
  open("clavet", "");
  frame();
  EXPECT_FALSE(shown_);
  EXPECT_LT(height_, 40.f);
}

TEST_F(PairPanelTest, ADragMovesAPointAndIsOneEdit) {
  openBetween();
  drag({3.f, 20.f}, {3.4f, 12.f});
  const Curve moved = between();
  ASSERT_EQ(moved.size(), 4u);
  EXPECT_NEAR(moved[2].at, 3.4f, 0.02f);
  EXPECT_NEAR(moved[2].value, 12.f, 0.5f);
  EXPECT_EQ(moved[1], (CurvePoint{2.f, 0.f}));
  EXPECT_THAT(told_->edits, ElementsAre("Adhesion between oil and water"));
  EXPECT_EQ(told_->editsEnded, 1);
  EXPECT_GT(told_->commands.size(), 3u) << "the world follows the hand";
  told_->undo();
  EXPECT_EQ(between(), scene_->world.methodSettings.pairs[0].curve);
  told_->redo();
  EXPECT_EQ(between(), moved);
}

TEST_F(PairPanelTest, ADraggedPointStaysBetweenItsNeighbours) {
  openBetween();
  drag({3.f, 20.f}, {6.f, 5.f});
  EXPECT_NEAR(between()[2].at, 4.f - kPointGap, 1e-5f);
  EXPECT_TRUE(ascends(between()));
  drag(between()[2], {0.f, 5.f});
  EXPECT_NEAR(between()[2].at, 2.f + kPointGap, 1e-5f);
  drag(between()[3], {9.f, 0.f});
  EXPECT_EQ(between()[3].at, steele::kFarthestAdhesion);
  EXPECT_TRUE(ascends(between()));
}

// A hand that pulls far out of the picture gets as far as the row allows, and no farther.
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
  told_->undo();
  EXPECT_EQ(between().size(), 4u) << "one edit";
  told_->redo();
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
  told_->undo();
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
  EXPECT_TRUE(ascends(between()));
}

TEST_F(PairPanelTest, PresetsAreTheFamiliesOfTheRow) {
  openBetween();
  const float top = state_.pairs.curve.place.y;
  // Between the title and the curve: coheres, clings, repels, and what the materials make of it.
  std::vector<Curve> presets;
  const auto clickColumn = [&](float x) {
    const Curve before = between();
    for (float y = top - 70.f; y < top - 2.f; y += 4.f) {
      click(x, y);
      if (between() != before) return true;
    }
    return false;
  };
  const float column = (kWidth - 16.f) / 4.f;
  ASSERT_TRUE(clickColumn(8.f + 0.5f * column));
  EXPECT_EQ(between(), steele::cohesive(20.f)) << "as strong as it pulled before";
  ASSERT_TRUE(clickColumn(8.f + 1.5f * column));
  EXPECT_EQ(between(), steele::clings(20.f));
  ASSERT_TRUE(clickColumn(8.f + 2.5f * column));
  EXPECT_EQ(between(), steele::repels(20.f));
  ASSERT_TRUE(clickColumn(8.f + 3.5f * column));
  EXPECT_THAT(between(), IsEmpty()) << "the method's own again";
  told_->undo();
  EXPECT_EQ(between(), steele::repels(20.f));
}

TEST_F(PairPanelTest, AFunctionOfTheMaterialsBecomesThePairsOwnWhenAPointIsDragged) {
  frame();
  ASSERT_TRUE(openAt(kSolids, kOilAndSolids));
  const Curve leftOut = pairCurveOf(live_, "steele", kOilAndSolids).leftOut;
  ASSERT_EQ(leftOut.size(), 3u);
  drag(leftOut[1], {2.5f, leftOut[1].value});
  ASSERT_EQ(curve(kOilAndSolids).size(), 3u);
  EXPECT_NEAR(curve(kOilAndSolids)[1].at, 2.5f, 0.02f);
  EXPECT_EQ(curve(kOilAndSolids)[0], leftOut[0]);
  told_->undo();
  EXPECT_THAT(curve(kOilAndSolids), IsEmpty());
}

TEST_F(PairPanelTest, NumbersOfAPointAreTyped) {
  openBetween();
  const ViewRect plane = state_.pairs.curve.place;
  const float from = plane.bottom() + 18.f, to = from + 140.f;
  // The field that changes the third point's place.
  bool typed = false;
  for (float y = from; y < to && !typed; y += 6.f) {
    doubleClick(60.f, y);
    if (!ImGui::GetIO().WantTextInput) continue;
    type("3.5");
    key(ImGuiKey_Enter);
    typed = between()[2].at == 3.5f;
    if (!typed && between() != scene_->world.methodSettings.pairs[0].curve) told_->undo();
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

TEST_F(PairPanelTest, ASavedSessionAndASavedSceneOpenWithTheSameCurve) {
  openBetween();
  drag({3.f, 20.f}, {3.4f, 12.f});
  const Curve made = between();
  const LiveSession opened(told_->live.save());
  EXPECT_EQ(opened.live.world().pairs(), told_->live.world().pairs());
  const std::filesystem::path file = folder_.path() / "mine.json";
  EXPECT_THAT(writeScene(*scene_, told_->live.world(), {}, file), IsEmpty());
  const Scene again = loadScene(file.string());
  ASSERT_EQ(again.world.methodSettings.pairs.size(), 1u);
  EXPECT_EQ(again.world.methodSettings.pairs[0].curve, made);
}

// What a hand did, once more: the log alone makes the same world.
TEST_F(PairPanelTest, ASessionWithADraggedPointIsReplayedToTheBit) {
  openBetween();
  drag({3.f, 20.f}, {3.4f, 12.f});
  for (int step = 0; step < 5; ++step) told_->live.step();
  drag(between()[0], {0.f, -80.f});
  for (int step = 0; step < 5; ++step) told_->live.step();
  World again(scene_->world, 1);
  again.replay(told_->live.world().commandLog());
  while (again.stepIndex() < told_->live.world().stepIndex()) again.step();
  EXPECT_EQ(again.hash(), told_->live.world().hash());
}

TEST_F(PairPanelTest, WithFixedSubstepsNothingIsTakenThatTheyDoNotBear) {
  told_->submit({"world.substeps", {static_cast<float>(told_->live.world().substeps() + 12)}});
  told_->commands.clear();
  openBetween();
  for (int k = 0; k < 8; ++k) drag(between()[2], {3.f, 30.f * between()[2].value});
  EXPECT_GT(state_.pairs.refused, 0);
  EXPECT_THAT(words(), HasSubstr("Nottaken"));
  EXPECT_LT(between()[2].value, 1e5f);
}

/// A world beside this one, whose third point is elsewhere.
class OtherBeside final : public Comparison {
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

TEST_F(PairPanelTest, TellsWhichPointsDifferFromTheWorldBeside) {
  openBetween();
  WorldValues other = live_;
  apply(other, "steele", {kBetween + ".3.value", {35.f}});
  OtherBeside beside;
  beside.all = differences(live_, other, "steele");
  services_.comparison = &beside;
  EXPECT_THAT(words(), Not(HasSubstr("point3:35at3")));
  state_.comparing = true;
  EXPECT_THAT(words(), HasSubstr("A:point3:20at3"));
  EXPECT_THAT(words(), HasSubstr("B:point3:35at3"));
  services_.comparison = nullptr;
}

TEST(CurveEdits, CutOffWhatPushesFarHarderThanItPulls) {
  const Curve honey = steele::cohesive(60.f);
  EXPECT_TRUE(isCut(honey));
  EXPECT_NEAR(rangeOf(honey, false).low, -3.6f * 60.f, 1e-3f);
  EXPECT_NEAR(rangeOf(honey, true).low, -1.2f * 600.f, 1e-3f);
  EXPECT_FALSE(isCut(steele::repels(60.f)));
  EXPECT_LT(rangeOf(steele::clings(60.f), false).low, 0.f) << "there is a little of the other side";
  EXPECT_LT(rangeOf(steele::clings(0.f), false).low, rangeOf(steele::clings(0.f), false).high);
}

TEST(CurveEdits, HaveEvenGridLinesWithZeroAmongThem) {
  EXPECT_THAT(gridValues({-216.f, 72.f}, 6), ElementsAre(-200.f, -150.f, -100.f, -50.f, 0.f, 50.f));
  for (const float value : gridValues({-5.f, 30.f}, 6)) EXPECT_FALSE(value == 0.f && std::signbit(value));
  EXPECT_THAT(gridValues({-0.5f, 2.4f}, 6), ElementsAre(-0.5f, 0.f, 0.5f, 1.f, 1.5f, 2.f));
}

TEST(CurveEdits, AddWhereThereIsMostRoom) {
  const PairFunction& f = steele::pairFunctions()[0];
  const auto more = withOneMore(f, {{0.f, -10.f}, {1.f, 0.f}, {4.f, 6.f}});
  ASSERT_TRUE(more);
  EXPECT_EQ(more->point, 2u);
  EXPECT_EQ(more->curve[2], (CurvePoint{2.5f, 3.f}));
  EXPECT_FALSE(withAdded(f, {{0.f, 1.f}, {1.f, 0.f}}, {1.005f, 3.f})) << "there is one already";
}

}  // namespace
}  // namespace ooze::ui
