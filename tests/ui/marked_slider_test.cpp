// Tests of the large slider of a parameter that has tick labels (words along its range).
#include "parameter_panel_fixture.h"
#include "ui/panels/parameter_card.h"
#include "ui/state/parameter_search.h"
#include "ui/widgets/slider_fill.h"

#include <algorithm>
#include <array>
#include <gmock/gmock.h>
#include <utility>

namespace ooze::ui {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::array kWords{TickLabel{3.f, 28.f}, TickLabel{94.f, 26.f}, TickLabel{216.f, 62.f},
                            TickLabel{307.f, 34.f}};
constexpr float kWordGap = 7.f;

std::vector<TickLabel> squeezed(float room) {
  std::vector<TickLabel> words(kWords.begin(), kWords.end());
  for (TickLabel& word : words) word.tick *= room / 310.f;
  return words;
}

TEST(MarkedWords, StandByTheirTicksAndNeverOverEachOther) {
  std::size_t shownOfAll = 0;
  for (float room = 60.f; room < 500.f; room += 1.f)
    for (std::size_t current = 0; current < kWords.size(); ++current) {
      const std::vector<TickLabel> words = squeezed(room);
      const auto placed = placeTickLabels(words, room, kWordGap, current);
      EXPECT_TRUE(placed[current] || words[current].width > room) << room;
      float from = 0.f;
      for (std::size_t k = 0; k < words.size(); ++k) {
        if (!placed[k]) continue;
        ++shownOfAll;
        ASSERT_GE(*placed[k], from) << room << " with " << k;
        ASSERT_LE(*placed[k] + words[k].width, room + 1e-3f);
        ASSERT_LE(*placed[k], words[k].tick);
        ASSERT_GE(*placed[k] + words[k].width, words[k].tick);
        from = *placed[k] + words[k].width + kWordGap - 1e-3f;
      }
    }
  EXPECT_GT(shownOfAll, 5000u);
  for (const std::optional<float>& left : placeTickLabels(squeezed(310.f), 310.f, kWordGap, 0))
    EXPECT_TRUE(left);
  const auto few = placeTickLabels(squeezed(156.f), 156.f, kWordGap, 2);
  EXPECT_TRUE(few[0] && few[2] && few[3] && !few[1]) << "the labels at the ends have priority";
}

TEST(MarkedWords, TheNearestOfAValueIsNearestOnTheSlider) {
  constexpr std::array kMarks{ParameterTickLabel{1.f, "low"}, ParameterTickLabel{100.f, "high"}};
  EXPECT_EQ(nearestTickLabel(kMarks, 20.f, 1.f, 100.f, Scale::Linear), 0u);
  EXPECT_EQ(nearestTickLabel(kMarks, 20.f, 1.f, 100.f, Scale::Logarithmic), 1u);
}

TEST(MarkedWords, TheHandleIsAboveATick) {
  ImGuiContext* const context = ImGui::CreateContext();
  Theme theme;
  for (const float scale : {1.f, 1.5f, 2.f}) {
    theme.scale = scale;
    EXPECT_GT(sliderMiddle(theme, 0.f, 300.f), 0.5f * sliderHandle(theme));
    EXPECT_FLOAT_EQ(sliderMiddle(theme, 0.5f, 300.f), 150.f);
    EXPECT_FLOAT_EQ(sliderMiddle(theme, 0.f, 300.f) + sliderMiddle(theme, 1.f, 300.f), 300.f);
  }
  ImGui::DestroyContext(context);
}

/// A fixture with a liquid of the method that has a parameter with tick labels.
class MarkedSliderTest : public ParameterPanelTest {
 protected:
  MarkedSliderTest() {
    snapshot_.method = "shape_matching";
    snapshot_.materials = {loadMaterial("shape_matching_slime", "shape_matching")};
    snapshot_.materials[0].name = "slime";
    auto scene = std::make_shared<Scene>();
    scene->world.method = snapshot_.method;
    scene->world.materials = snapshot_.materials;
    view_.scene = scene;
    view_.originals = snapshot_.materials;
    value() = view_.originals[0].values[row_] = 0.8f;
  }
  float& value() { return snapshot_.materials[0].values[row_]; }
  /// Returns the y position of the parameter's slider; wordsY() returns that of the tick labels below.
  [[nodiscard]] float sliderY() { return rowAt("alpha").y + 40.f; }
  [[nodiscard]] float wordsY() { return rowAt("alpha").bottom() - 12.f; }
  std::string accented() { return words(ImGui::GetColorU32(theme_.accent)); }

  const std::size_t row_ = findParameter(findMethod("shape_matching").parameters(), "alpha");
};

TEST_F(MarkedSliderTest, IsTheLargestRowAndTheFirst) {
  screen(kWidth, 1400.f);
  const ViewRect large = rowAt("alpha");
  for (const ParameterInfo& row : findMethod("shape_matching").parameters()) {
    if (!row.marks.empty()) continue;
    const ViewRect other = rowAt(row.key);
    EXPECT_GT(large.height, 2.f * other.height) << row.key;
    EXPECT_GT(other.y, large.y) << row.key;
  }
  const std::string all = words();
  for (const char* const word : {"solid", "jelly", "toothpaste", "liquid", "0.8"})
    EXPECT_NE(all.find(word), std::string::npos) << word;
}

TEST_F(MarkedSliderTest, AWordThatIsClickedIsOneEditToItsValue) {
  std::vector<float> values;
  const float y = wordsY();
  for (float x = 4.f; x < kWidth; x += 4.f) {
    forget();
    click(x, y);
    if (!asked()) continue;
    ASSERT_THAT(targets(), ElementsAre("material.slime.alpha"));
    EXPECT_THAT(session_.edits, ElementsAre("Fluidity of slime"));
    EXPECT_EQ(session_.editsEnded, 1);
    const float chosen = session_.commands[0].values[0];
    if (values.empty() || values.back() != chosen) values.push_back(chosen);
  }
  EXPECT_THAT(values, ElementsAre(0.f, 0.3f, 0.7f, 1.f));
  value() = 1.f;
  forget();
  click(kWidth - 24.f, y);
  EXPECT_THAT(session_.commands, IsEmpty()) << "it is there already";
}

TEST_F(MarkedSliderTest, ClickingAWordShowsItsEffect) {
  const float y = wordsY();
  click(kWidth - 24.f, y);
  ASSERT_TRUE(asked());
  frames(3);
  EXPECT_EQ(words().find("Ctrl+click"), std::string::npos) << "no hint covers it";
}

TEST_F(MarkedSliderTest, IsEasierToHitThanOthers) {
  const float y = rowAt("alpha").y + 3.f + ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y;
  for (const float part : {0.1f, 1.3f}) {  // multiple of the height of other sliders
    forget();
    click(100.f, y + part * ImGui::GetFrameHeight());
    EXPECT_TRUE(asked()) << part;
  }
}

TEST_F(MarkedSliderTest, TheWordOfTheValueIsAccented) {
  for (const auto& [at, word] : {std::pair(0.f, "solid"), std::pair(0.2f, "jelly"),
                                 std::pair(0.8f, "toothpaste"), std::pair(0.9f, "liquid")}) {
    value() = at;
    std::string lit = accented();
    lit.resize(std::min(lit.find("Shape"), lit.size()));  // cuts off the headings below, which have words too
    for (const ParameterTickLabel& mark : findMethod("shape_matching").parameters()[row_].marks)
      EXPECT_EQ(lit.find(mark.word) != std::string::npos, mark.word == word) << mark.word << " at " << at;
  }
}

TEST_F(MarkedSliderTest, ADragGoesAllTheWayAndIsOneEdit) {
  const float y = sliderY();
  move(20.f, y);
  rest();
  press(true);
  for (float x = 30.f; x <= kWidth; x += 30.f) {
    move(x, y);
    frame();
  }
  EXPECT_EQ(session_.editsEnded, 0) << "it is still held";
  press(false);
  frame();
  ASSERT_GT(session_.commands.size(), 5u);
  EXPECT_THAT(targets(), Each(std::string("material.slime.alpha")));
  EXPECT_LT(session_.commands.front().values[0], 0.1f);
  EXPECT_EQ(session_.commands.back().values[0], 1.f);
  EXPECT_THAT(session_.edits, ElementsAre("Fluidity of slime"));
  EXPECT_EQ(session_.editsEnded, 1);
}

TEST_F(MarkedSliderTest, TakesATypedNumberAndKeepsItsHeightMeanwhile) {
  const float y = sliderY(), calm = height_;
  ImGui::GetIO().KeyCtrl = true;
  click(100.f, y);
  ImGui::GetIO().KeyCtrl = false;
  frame();
  EXPECT_EQ(height_, calm);
  type("0.55");
  key(ImGuiKey_Enter);
  ASSERT_THAT(targets(), ElementsAre("material.slime.alpha"));
  EXPECT_THAT(session_.commands[0].values, ElementsAre(0.55f));
}

TEST_F(MarkedSliderTest, HasTheWayBackTheCardAndTheHintOfOtherRows) {
  const float y = rowAt("alpha").y + 10.f;
  click(kReset, y);
  EXPECT_FALSE(asked()) << "it is what it was";
  value() = 0.25f;
  click(kReset, y);
  ASSERT_THAT(targets(), ElementsAre("material.slime.alpha"));
  EXPECT_THAT(session_.commands[0].values, ElementsAre(0.8f));
  click(kExplain, y);
  EXPECT_EQ(state_.explained, parseSetting("material.slime.alpha"));
  EXPECT_TRUE(closeExplanation(state_));
  EXPECT_TRUE(rowShowsText("alpha", "Ctrl+clickordoubleclick"));
  move(100.f, wordsY());
  frames(3);
  EXPECT_NE(words().find("Ctrl+clickordoubleclick"), std::string::npos) << "on its words too";
}

TEST_F(MarkedSliderTest, ASearchForOneOfItsWordsFindsIt) {
  const std::span<const ParameterInfo> infos = findMethod("shape_matching").parameters();
  EXPECT_THAT(findParameters(infos, "toothpaste"), ElementsAre(row_));
  state_.parameterSearch = "solid";
  frame();
  EXPECT_NE(words().find("Fluidity"), std::string::npos);
}

TEST_F(MarkedSliderTest, FitsTheNarrowestPanelAtEveryScale) {
  for (const float scale : {1.f, 1.5f, 2.f}) {
    scaleTo(scale);
    screen(std::round(180.f * scale), 1800.f);
    for (const float at : {0.f, 0.3f, 0.7f, 1.f}) {
      value() = at;
      frame();
      const ViewRect row = rowAt("alpha");
      const ImDrawData& drawn = *ImGui::GetDrawData();
      const float right = drawn.DisplaySize.x - ImGui::GetStyle().WindowPadding.x;
      float farthest = 0.f;
      for (int l = 0; l < drawn.CmdListsCount; ++l)
        for (const ImDrawVert& corner : drawn.CmdLists[l]->VtxBuffer)
          if (corner.pos.y > row.bottom() - 24.f * scale && corner.pos.y < row.bottom())
            farthest = std::max(farthest, corner.pos.x);
      EXPECT_LT(farthest, right + 2.f * scale) << at << " at " << scale;
    }
  }
}

}  // namespace
}  // namespace ooze::ui
