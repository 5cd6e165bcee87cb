// Tests of the sliders made from the parameter tables: drags, typed numbers, resets, and the cost of values
// in substeps.
#include "fixtures/commands.h"
#include "parameter_panel_fixture.h"
#include "ui/panels/parameter_card.h"
#include "ui/state/parameter_cost.h"
#include "ui/widgets/slider_row.h"

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <utility>

namespace ooze::ui {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;

TEST_F(ParameterPanelTest, ADragIsManyCommandsAndOneEdit) {
  ASSERT_TRUE(clickDown(kSlider, [this] { return asked(); }));
  forget();
  move(kSlider, at_);
  rest();
  press(true);
  for (const float x : {215.f, 225.f, 235.f}) {
    move(x, at_);
    frame();
  }
  EXPECT_EQ(session_.editsEnded, 0) << "it is still held";
  press(false);
  frame();
  EXPECT_GE(session_.commands.size(), 3u);
  EXPECT_THAT(targets(), Each(std::string("material.honey.rest_density")));
  EXPECT_THAT(session_.edits, ElementsAre("Rest density of honey"));
  EXPECT_EQ(session_.editsEnded, 1);
}

TEST_F(ParameterPanelTest, CardsSayHowFarTheirFiguresAreVerified) {
  EXPECT_THAT(uncertaintyOf("clavet", {"Young's modulus", 1.0, "Pa"}),
              testing::MatchesRegex(R"( \(within [0-9]+ %\))"));
  EXPECT_EQ(uncertaintyOf("clavet", {"particles in a region", 1.0, "1"}), "");
  EXPECT_THAT(uncertaintyOf("mps", {"kinematic viscosity", 1e-6, "m²/s"}),
              testing::HasSubstr("Under its weight the liquid flows no thinner than"));
  EXPECT_THAT(uncertaintyOf("mps", {"kinematic viscosity", 1.0, "m²/s"}),
              testing::Not(testing::HasSubstr("no thinner")));
}

TEST_F(ParameterPanelTest, OnlyAChangedValueHasAWayBack) {
  EXPECT_FALSE(clickDown(kReset, [this] { return asked(); }));
  float& viscosity = snapshot_.materials[0].values[rowOf("viscosity_linear")];
  const float loaded = std::exchange(viscosity, 9.f);
  ASSERT_TRUE(clickDown(kReset, [this] { return asked(); }));
  EXPECT_THAT(targets(), ElementsAre("material.honey.viscosity_linear"));
  EXPECT_THAT(session_.commands[0].values, ElementsAre(loaded));
  EXPECT_EQ(session_.editsEnded, 1);
}

TEST_F(ParameterPanelTest, ASearchFindsWhatIsTheWorlds) {
  EXPECT_FALSE(clickDown(kSlider, [this] { return asked() && targets()[0].starts_with("world."); }))
      << "without one there are the material's alone";
  forget();
  state_.parameterSearch = "gravity";
  ASSERT_TRUE(clickDown(kSlider, [this] { return asked(); }));
  EXPECT_THAT(targets(), Each(testing::StartsWith("world.gravity_")));
  forget();
  state_.parameterSearch = "no such thing";
  EXPECT_FALSE(clickDown(kSlider, [this] { return asked(); }));
}

TEST_F(ParameterPanelTest, ATypedNumberIsTaken) {
  ASSERT_TRUE(clickDown(kSlider, [this] { return asked(); }));
  forget();
  ImGui::GetIO().KeyCtrl = true;
  click(kSlider, at_);
  ImGui::GetIO().KeyCtrl = false;
  frame();
  type("12,5");
  key(ImGuiKey_Enter);
  ASSERT_THAT(targets(), ElementsAre("material.honey.rest_density"));
  EXPECT_THAT(session_.commands[0].values, ElementsAre(12.5f));
  EXPECT_THAT(session_.edits, ElementsAre("Rest density of honey"));
}

TEST_F(ParameterPanelTest, ADoubleClickOpensTheFieldToo) {
  ASSERT_TRUE(clickDown(kSlider, [this] { return asked(); }));
  rest();
  for (int i = 0; i < 2; ++i) {
    press(true);
    press(false);
  }
  frame();
  forget();
  type("7");
  key(ImGuiKey_Enter);
  ASSERT_THAT(targets(), ElementsAre("material.honey.rest_density"));
  EXPECT_THAT(session_.commands[0].values, ElementsAre(7.f));
}

TEST_F(ParameterPanelTest, GarbageIsRefusedWithALineAndTheValueStays) {
  frame();
  const float calm = height_;
  ASSERT_TRUE(clickDown(kSlider, [this] { return asked(); }));
  const float y = at_;
  for (const char* const garbage : {"nan", "inf", "lots", "1e999", "3 apples", "-4", "1000"}) {
    forget();
    ImGui::GetIO().KeyCtrl = true;
    click(kSlider, y);
    ImGui::GetIO().KeyCtrl = false;
    frame();
    EXPECT_LT(height_, calm + 1.f) << "the message about the last one is gone";
    type(garbage);
    key(ImGuiKey_Enter);
    frame();
    EXPECT_THAT(session_.commands, IsEmpty()) << garbage;
    EXPECT_GT(height_, calm + 10.f) << "there is a line below the row after " << garbage;
  }
}

TEST_F(ParameterPanelTest, RowsStayInPlaceWhileWhatHidesOneComesAndGoes) {
  const std::size_t row = rowOf("viscosity_linear");
  const float lowest = findMethod("clavet").parameters()[row].lower;
  const float seen = 0.8f * snapshot_.materials[0].values[row];
  const auto hidden = [&](float value) {
    MaterialDefinition honey = snapshot_.materials[0];
    honey.values[row] = value;
    return !findMethod("clavet").inactiveReason(view_.scene->world.methodSettings, 9.81f, honey, row).empty();
  };
  ASSERT_TRUE(hidden(lowest) && !hidden(seen)) << "else this tests nothing";
  std::vector<float> heights;
  for (const float value : {lowest, seen}) {
    snapshot_.materials[0].values[row] = value;
    rest();
    heights.push_back(height_);
  }
  EXPECT_THAT(heights, Each(heights.front()));
}

TEST(TypedNumbers, AreReadAsPeopleWriteThem) {
  const SliderRow row{"Speed", 0.5f, 20.f, Scale::Linear, 1.f, "%.2f m/s"};
  EXPECT_EQ(readNumber("3", row).value, 3.f);
  EXPECT_EQ(readNumber(" 3.5 m/s ", row).value, 3.5f);
  EXPECT_EQ(readNumber("3,5", row).value, 3.5f);
  EXPECT_EQ(readNumber("2e0", row).value, 2.f);
  for (const char* const bad : {"", "m/s", "nan", "-inf", "3 4", "1.2.3", "0x", "three"})
    EXPECT_EQ(readNumber(bad, row).refusal, Refusal::NoNumber) << bad;
  for (const char* const bad : {"0", "-3", "20.01", "1e30"})
    EXPECT_EQ(readNumber(bad, row).refusal, Refusal::OutOfRange) << bad;
}

TEST_F(ParameterPanelTest, NumbersInThePapersUnitsHaveSiBesideThem) {
  EXPECT_EQ(formatQuantityBriefly(0.0243, "N/m"), "0.024 N/m");
  EXPECT_EQ(formatQuantityBriefly(1234.0, "ms"), "1.2 s");
  EXPECT_EQ(formatQuantityBriefly(43'000.0, "Pa"), "43 kPa");
  EXPECT_EQ(formatQuantityBriefly(180.0, "Pa"), "180 Pa");
  EXPECT_EQ(formatQuantityBriefly(0.00004, "N/m"), "4e-05 N/m");
  EXPECT_TRUE(isPapersUnit("h/frame²") && isPapersUnit("1/h") && isPapersUnit("1/frame"));
  EXPECT_TRUE(isPapersUnit("h_ref"));
  EXPECT_FALSE(isPapersUnit("1") || isPapersUnit("m/s²") || isPapersUnit("radii"));
}

TEST_F(ParameterPanelTest, ALogarithmicSliderFromZeroSpansThreeDecades) {
  // Clicks down the panel until a click sets `stiffness`, the second slider, which is labelled Cohesion.
  ASSERT_TRUE(clickDown(kSlider, [this] { return asked(); }));
  ASSERT_TRUE(
      clickDown(kSlider, [this] { return asked() && targets().back() == "material.honey.stiffness"; }));
  const ParameterInfo& row = findMethod("clavet").parameters()[rowOf("stiffness")];
  const auto at = [&](float x) {
    forget();
    click(x, at_);
    return session_.commands.empty() ? -1.f : session_.commands.back().values[0];
  };
  const float low = at(kSlider - 20.f), high = at(kSlider + 20.f);
  // The slider is about 108 pixels wide and spans three decades, so 40 pixels are 40 * 3 / 108 decades. The
  // tolerance allows for values that are rounded to the shown digits.
  EXPECT_NEAR(std::log10(high / low), 40.f * 3.f / 108.f, 0.15f);
  EXPECT_EQ(sliderValue(0.0, row.lower, row.upper, row.scale), 0.f);
  EXPECT_NEAR(sliderValue(1e-6, row.lower, row.upper, row.scale), 1e-3f * row.upper, 1e-7f);
  for (const double part : {0.2, 0.5, 0.9})
    EXPECT_NEAR(
        sliderFraction(sliderValue(part, row.lower, row.upper, row.scale), row.lower, row.upper, row.scale),
        part, 1e-6);
}

TEST_F(ParameterPanelTest, RowsAreEvenlySpacedForAnyContent) {
  screen(kWidth, 1400.f);
  snapshot_.materials = {loadMaterial("water", "clavet")};  // water has no springs, so four rows are hidden
  snapshot_.materials[0].values[rowOf("viscosity_linear")] = 30.f;  // high viscosity needs more substeps
  const std::span<const ParameterInfo> infos = findMethod("clavet").parameters();
  std::optional<float> between;
  for (std::size_t row = 1; row < infos.size(); ++row) {
    if (!infos[row].heading.empty()) continue;
    const float gap = rowAt(infos[row].key).y - rowAt(infos[row - 1].key).y;
    ASSERT_GT(gap, 10.f);
    EXPECT_NEAR(gap, between.value_or(gap), 0.01f) << infos[row].key;
    between = gap;
  }
  EXPECT_TRUE(between);
}

TEST_F(ParameterPanelTest, CostIsWhatAValueAddsToAFrame) {
  frame();
  ParameterSet before{snapshot_.materials, snapshot_.worldValues}, after = before;
  EXPECT_FALSE(editCost(view_, before, after));
  after.materials[0].values[rowOf("viscosity_linear")] = 30.f;
  const std::optional<EditCost> cost = editCost(view_, before, after);
  ASSERT_TRUE(cost);
  EXPECT_EQ(cost->before, requiredSubsteps(view_, before).count);
  EXPECT_EQ(cost->after, 12) << "sigma dt <= 1.3: 30 a paper frame is 12 steps of a frame at 60 a second";
  EXPECT_EQ(cost->limit, "viscosity");
  // Fast motion requires as many substeps anyway.
  snapshot_.substeps = 20;
  snapshot_.substepLimit = "speed";
  frame();
  EXPECT_FALSE(editCost(view_, before, after));
}

TEST_F(ParameterPanelTest, ACostlyValueIsMarkedBesideItsRowAndNoRowMoves) {
  const char* const words = "substepsinsteadof";
  // A changed value makes "Reset all" appear below the rows.
  snapshot_.materials[0].values[rowOf("friction")] = 0.5f;
  frame();
  const float calm = height_;
  for (const char* const key : {"viscosity_linear", "spring_stiffness", "volume_stiffness"}) {
    EXPECT_FALSE(rowShowsText(key, words)) << key;
    float& value = snapshot_.materials[0].values[rowOf(key)];
    const float loaded = std::exchange(value, findMethod("clavet").parameters()[rowOf(key)].upper);
    EXPECT_TRUE(rowShowsText(key, words)) << key;
    EXPECT_TRUE(isMarked(key)) << key;
    EXPECT_EQ(height_, calm) << key;
    value = loaded;
  }
}

TEST_F(ParameterPanelTest, TheCostOfADraggedValueIsShownWhileTheMouseStays) {
  const char* const words = "substepsinsteadof";
  snapshot_.materials[0].values[rowOf("friction")] = 0.5f;
  const ViewRect row = rowAt("viscosity_linear");
  const float calm = height_, y = row.y + 0.5f * row.height;
  move(kSlider, y);
  rest();
  press(true);
  snapshot_.materials[0].values[rowOf("viscosity_linear")] = 30.f;
  frames(2);
  EXPECT_NE(this->words().find(words), std::string::npos);
  EXPECT_EQ(height_, calm);
  move(kSlider + 30.f, y + 100.f);  // the pointer has left the row
  EXPECT_NE(this->words().find(words), std::string::npos);
  move(kSlider, y);
  press(false);
  frames(2);
  EXPECT_NE(this->words().find(words), std::string::npos);
  move(kSlider, y + 200.f);
  frames(2);
  EXPECT_EQ(this->words().find(words), std::string::npos);
  EXPECT_TRUE(isMarked("viscosity_linear")) << "which stays";
}

TEST_F(ParameterPanelTest, AnEditThatIsRefusedMovesNoRowEither) {
  snapshot_.worldValues[3] = 4.f;
  frame();
  const float calm = height_;
  state_.refused =
      RefusedEdit{{parseSetting("material.honey.viscosity_linear"), 30.f}, "Viscosity of honey", 15};
  frame();
  EXPECT_NE(words().find("30needs15substeps;4arefixed."), std::string::npos);
  EXPECT_EQ(height_, calm);
  EXPECT_TRUE(isMarked("viscosity_linear"));
}

TEST_F(ParameterPanelTest, ValuesThatExceedFixedSubstepsAreRefusedAndAutomaticOnesOffered) {
  snapshot_.worldValues[3] = 4.f;
  snapshot_.materials[0].values[rowOf("viscosity_linear")] = 4.f;
  const auto refuse = [this] {  // clicks at the far right of the slider
    const ViewRect row = rowAt("viscosity_linear");
    click(266.f, row.y + 0.5f * row.height);
    return state_.refused.has_value();
  };
  ASSERT_TRUE(refuse());
  EXPECT_GT(state_.refused->needed, 4);
  EXPECT_THAT(targets(), testing::Not(testing::Contains("material.honey.viscosity_linear")));
  EXPECT_EQ(static_cast<std::size_t>(session_.editsEnded), session_.edits.size());
  const float value = textOf(state_.refused->command).values[0];
  const auto clickButton = [this](float fromLeft) {
    frames(2);
    const ImGuiWindow& beside = *ImGui::FindWindowByName("Refused");
    click(beside.Pos.x + fromLeft, beside.Pos.y + beside.Size.y - 14.f);
  };
  forget();
  clickButton(40.f);
  ASSERT_THAT(targets(), ElementsAre("world.substeps", "material.honey.viscosity_linear"));
  EXPECT_THAT(session_.commands[0].values, ElementsAre(0.f));
  EXPECT_THAT(session_.commands[1].values, ElementsAre(value));
  EXPECT_FALSE(state_.refused);
  ASSERT_TRUE(refuse());
  forget();
  frames(2);
  for (float x = ImGui::FindWindowByName("Refused")->Size.x - 8.f; x > 60.f && state_.refused; x -= 8.f)
    clickButton(x);
  EXPECT_FALSE(state_.refused) << "the value stays";
  EXPECT_FALSE(asked());
}

TEST_F(ParameterPanelTest, AutomaticSubstepsAllowTheSame) {
  ASSERT_TRUE(clickDown(266.f, [this] {
    const std::vector<std::string> all = targets();
    return std::find(all.begin(), all.end(), "material.honey.viscosity_linear") != all.end();
  }));
  EXPECT_FALSE(state_.refused);
}

TEST_F(ParameterPanelTest, AWorldThatNeverHadEnoughStepsMayStillBeEdited) {
  frame();
  ParameterSet before{snapshot_.materials, {0.f, -9.81f, 0.f, 1.f}}, after = before;
  ASSERT_GT(requiredSubsteps(view_, before).count, 1);
  after.materials[0].values[rowOf("friction")] = 0.2f;
  EXPECT_FALSE(exceedsFixedSubsteps(view_, before, after));
  after.materials[0].values[rowOf("viscosity_linear")] = 40.f;
  EXPECT_TRUE(exceedsFixedSubsteps(view_, before, after));
  ParameterSet fewer = before;
  before.worldValues[3] = 0.f;
  EXPECT_TRUE(exceedsFixedSubsteps(view_, before, fewer)) << "from automatic to too few";
}

class MaterialPanelTest : public PanelDriver {
 protected:
  MaterialPanelTest() {
    panel_ = drawMaterialPanel;
    for (const char* name : {"Oil", "Slime"}) {
      Listing& listing = library_.shelf.materials.emplace_back();
      listing.name = listing.title = listing.material = name;
      listing.file = listing.name + ".json";
      listing.method = "clavet";
    }
    library_.shelf.materials[1].method = "steele";
  }
  bool offers(const char* title) { return words().find(title) != std::string::npos; }
};

TEST_F(MaterialPanelTest, OffersReadyMadeMaterialsOfTheWorldsMethodOnly) {
  EXPECT_TRUE(offers("Oil"));
  EXPECT_FALSE(offers("Slime"));
  snapshot_.method = "steele";
  EXPECT_FALSE(offers("Oil"));
  EXPECT_TRUE(offers("Slime"));
  library_.shelf.materials.pop_back();
  EXPECT_TRUE(offers("Thereisnoready-madematerialfor\"Adhesionfunctions\"yet"));
}

}  // namespace
}  // namespace ooze::ui
