// Tests of the help for parameters: cards, formulas, the search, and the reasons why a value has no effect.
#include "parameter_panel_fixture.h"
#include "ui/panels/parameter_card.h"
#include "ui/widgets/formula.h"

#include <gmock/gmock.h>

namespace ooze::ui {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;

TEST_F(ParameterPanelTest, EveryParameterHasACardThatOpensAndCloses) {
  frame();
  const float closed = height_;
  ASSERT_TRUE(clickDown(kExplain, [this] { return state_.explained.has_value(); }));
  EXPECT_EQ(state_.explained, parseSetting("material.honey.rest_density"));
  EXPECT_THAT(session_.commands, IsEmpty());
  click(kExplain, at_);
  EXPECT_FALSE(state_.explained) << "the same button closes it";
  for (const ParameterInfo& row : findMethod("clavet").parameters()) {
    state_.explained = parseSetting("material.honey." + std::string(row.key));
    frame();
    EXPECT_GT(height_, closed + 120.f) << row.key;
  }
}

TEST_F(ParameterPanelTest, ACardThatOpensBelowTheFoldIsBroughtIntoViewOnce) {
  screen(kWidth, 380.f);
  frames(2);
  const ImGuiWindow& pane = *ImGui::FindWindowByName("panel");
  ASSERT_GT(pane.ScrollMax.y, 100.f) << "else nothing is below the fold";
  state_.explained = parseSetting("material.honey.stick_distance");
  frames(3);
  // The card is the last item of the panel.
  EXPECT_GT(pane.Scroll.y, pane.ScrollMax.y - 30.f);
  ImGui::SetScrollY(ImGui::FindWindowByName("panel"), 0.f);
  frames(3);
  EXPECT_EQ(pane.Scroll.y, 0.f) << "the user can scroll away";
}

TEST_F(ParameterPanelTest, AClosedCardLeavesThePanelWhereItWas) {
  screen(kWidth, 380.f);
  frames(2);
  const ImGuiWindow& pane = *ImGui::FindWindowByName("panel");
  const auto open = [&] {
    state_.explained = parseSetting("material.honey.rest_density");
    frames(3);
    ASSERT_GT(pane.Scroll.y, 20.f);
  };
  open();
  state_.explained.reset();
  frames(3);
  EXPECT_EQ(pane.Scroll.y, 0.f);
  open();
  const float scrolled = pane.Scroll.y - 10.f;
  ImGui::SetScrollY(ImGui::FindWindowByName("panel"), scrolled);
  frames(2);
  state_.explained.reset();
  frames(3);
  EXPECT_NEAR(pane.Scroll.y, scrolled, 1.f) << "the user has scrolled";
}

TEST_F(ParameterPanelTest, ARowIsNotScrolledAwayByItsOwnCard) {
  screen(kWidth, 160.f);  // the panel is lower than a card
  frames(2);
  state_.explained = parseSetting("material.honey.rest_density");
  frames(3);
  const ImGuiWindow& pane = *ImGui::FindWindowByName("panel");
  EXPECT_GT(pane.ScrollMax.y, pane.Scroll.y + 100.f);
  EXPECT_LT(pane.Scroll.y, 80.f) << "the search and a heading stand above the row, and it is on top now";
}

TEST_F(ParameterPanelTest, NothingCoversAnOpenCard) {
  const auto covered = [this] {
    frames(3);
    const ImGuiWindow* tooltip = ImGui::FindWindowByName("##Tooltip_00");
    return tooltip && tooltip->Active && !tooltip->Hidden;
  };
  ASSERT_TRUE(clickDown(kExplain, [this] { return state_.explained.has_value(); }));
  at_ += 8.f;  // moves to the middle of the row
  EXPECT_FALSE(covered()) << "the mouse is on the button that has opened it";
  move(40.f, at_);
  EXPECT_FALSE(covered()) << "and now on the label";
  state_.explained.reset();
  EXPECT_TRUE(covered());
  move(kExplain, at_);
  EXPECT_TRUE(covered());
}

TEST_F(ParameterPanelTest, EscClosesTheCardThenTheSearch) {
  state_.explained = parseSetting("material.honey.friction");
  state_.parameterSearch = "contact";
  EXPECT_TRUE(closeExplanation(state_));
  EXPECT_FALSE(state_.explained);
  EXPECT_EQ(state_.parameterSearch, "contact");
  EXPECT_TRUE(closeExplanation(state_));
  EXPECT_EQ(state_.parameterSearch, "");
  EXPECT_FALSE(closeExplanation(state_)) << "now Esc is the tool's";
}

class ParameterSearchField : public ParameterPanelTest {
 protected:
  /// Types a text into the search field at the top.
  void find(const std::string& text) {
    frame();
    click(100.f, 20.f);
    type(text);
    frame();
  }
};

TEST_F(ParameterSearchField, LeavesTheRowsThatAreFoundAndTakesTheKeyboard) {
  frame();
  const float all = height_;
  find("Gamma");
  EXPECT_EQ(state_.parameterSearch, "Gamma");
  EXPECT_TRUE(ImGui::GetIO().WantTextInput) << "the window then leaves its shortcuts alone";
  EXPECT_LT(height_, 0.4f * all);
  ASSERT_TRUE(clickDown(
      kSlider, [this] { return asked(); }, 40.f));
  EXPECT_THAT(targets(), Each(std::string("material.honey.yield_ratio_stretch")));
}

TEST_F(ParameterSearchField, EscEmptiesItAndGivesTheKeyboardBack) {
  frame();
  const float all = height_;
  find("yield");
  // Leaves the field and enters it again, because Escape alone would restore the previous text.
  click(100.f, kHeight - 10.f);
  find("x");
  ASSERT_NE(state_.parameterSearch, "yield");
  ASSERT_LT(height_, all);
  key(ImGuiKey_Escape);
  frames(2);
  EXPECT_EQ(state_.parameterSearch, "");
  EXPECT_FALSE(ImGui::GetIO().WantTextInput);
  EXPECT_EQ(height_, all);
}

TEST_F(ParameterSearchField, NothingFoundSaysSo) {
  frame();
  const float one = [this] {
    state_.parameterSearch = "beta";
    frame();
    return height_;
  }();
  state_.parameterSearch = "wibble";
  frame();
  EXPECT_GT(height_, 50.f) << "a line below the field";
  EXPECT_LT(height_, one + 40.f);
  EXPECT_FALSE(clickDown(
      kSlider, [this] { return asked(); }, 50.f))
      << "and no slider";
}

TEST_F(ParameterPanelTest, AnInactiveRowIsMarkedAndExplained) {
  snapshot_.materials = {loadMaterial("water", "clavet")};
  const char* const words = "Noeffect:Springstiffnessis0.";
  EXPECT_TRUE(isMarked("yield_ratio_stretch"));
  EXPECT_TRUE(rowShowsText("yield_ratio_stretch", words));
  EXPECT_FALSE(isMarked("friction"));
  EXPECT_FALSE(rowShowsText("friction", words));
  snapshot_.materials[0].values[rowOf("spring_stiffness")] = 10.f;
  EXPECT_FALSE(isMarked("yield_ratio_stretch"));
  EXPECT_FALSE(rowShowsText("yield_ratio_stretch", words));
}

TEST(Formulas, LowerAndRaiseTheWordThatFollows) {
  using Level = FormulaRun::TextLevel;
  EXPECT_THAT(parseFormula("P = *k_near* (ρ_0)"),
              ElementsAre(FormulaRun{Level::Line, false, "P = "}, FormulaRun{Level::Line, true, "k"},
                          FormulaRun{Level::Lowered, true, "near"}, FormulaRun{Level::Line, false, " (ρ"},
                          FormulaRun{Level::Lowered, false, "0"}, FormulaRun{Level::Line, false, ")"}));
  EXPECT_THAT(parseFormula("x^2_"),
              ElementsAre(FormulaRun{Level::Line, false, "x"}, FormulaRun{Level::Raised, false, "2"}));
  EXPECT_THAT(parseFormula(""), IsEmpty());
}

TEST(Formulas, SymbolsAreLoweredAfterTheirLetter) {
  EXPECT_EQ(symbolFormula("k_near"), "k_near");
  EXPECT_EQ(symbolFormula("ρ0"), "ρ_0");
  EXPECT_EQ(symbolFormula("kv"), "k_v");
  EXPECT_EQ(symbolFormula("γ-"), "γ_−");
  EXPECT_EQ(symbolFormula("α+"), "α_+");
  EXPECT_EQ(symbolFormula("σ"), "σ");
  EXPECT_EQ(symbolFormula(""), "");
}

TEST_F(ParameterPanelTest, TheSearchNamesWhatThisMethodHas) {
  EXPECT_NE(words().find("k_near"), std::string::npos);
  snapshot_.method = "steele";
  MaterialDefinition& liquid = snapshot_.materials[0];
  liquid.values.clear();
  for (const ParameterInfo& row : findMethod("steele").parameters())
    liquid.values.push_back(row.defaultValue);
  view_.originals = snapshot_.materials;
  const std::string all = words();
  EXPECT_NE(all.find("Find:viscosity,chi,S_v"), std::string::npos) << all;
  EXPECT_EQ(all.find("k_near"), std::string::npos);
}

TEST_F(ParameterPanelTest, SaysThatAFunctionOfThePairStandsInItsPlace) {
  snapshot_.method = "steele";
  MaterialDefinition& liquid = snapshot_.materials[0];
  liquid.values.clear();
  for (const ParameterInfo& row : findMethod("steele").parameters())
    liquid.values.push_back(row.defaultValue);
  view_.originals = snapshot_.materials;
  EXPECT_FALSE(rowShowsText("cohesion", "Noeffect"));
  snapshot_.pairs = {{"adhesion", 0, std::uint16_t{0}, "", {{0.f, 1.f}, {2.f, 0.f}}}};
  EXPECT_TRUE(rowShowsText("cohesion", "Noeffect"));
  EXPECT_FALSE(rowShowsText("viscosity", "Noeffect"));
}

}  // namespace
}  // namespace ooze::ui
