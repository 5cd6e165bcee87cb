// Tests of the slider "Runny to thick", which multiplies several parameters by one factor.
#include "panel_driver.h"

#include <gmock/gmock.h>
#include <map>
#include <string>

namespace ooze::ui {
namespace {

using testing::ElementsAre;
using testing::FloatNear;
using testing::Pair;

class ThicknessSliderTest : public PanelDriver {
 protected:
  ThicknessSliderTest() {
    load(10.f, 20.f, 30.f);
    panel_ = drawMaterialPanel;
    frame();
  }
  /// Gives the loaded liquid these values.
  void load(float viscosity, float stiffness, float stickiness) {
    valueOf("viscosity_linear") = viscosity, valueOf("spring_stiffness") = stiffness;
    valueOf("stickiness") = stickiness;
    view_.originals = snapshot_.materials;
  }
  float& valueOf(std::string_view key) { return snapshot_.materials[0].values[rowOf(key)]; }
  /// Clicks into the slider, and returns the submitted factors on the loaded values, by parameter.
  std::map<std::string, float> clickAt(float x) {
    session_.commands.clear();
    clickDown(x, [this] { return !session_.commands.empty(); });
    std::map<std::string, float> factors;
    for (const CommandText& command : session_.commands) {
      const std::string key = command.target.substr(command.target.rfind('.') + 1);
      factors[key] = command.values.at(0) / view_.originals[0].values[rowOf(key)];
    }
    return factors;
  }
};

TEST_F(ThicknessSliderTest, MultipliesAllItsParametersAsOneEdit) {
  const auto thick = clickAt(270.f);
  EXPECT_THAT(session_.edits, ElementsAre("Thickness of honey"));
  EXPECT_EQ(session_.editsEnded, 1);
  const float factor = thick.at("viscosity_linear");
  EXPECT_GT(factor, 1.2f);
  EXPECT_THAT(thick, ElementsAre(Pair("spring_stiffness", FloatNear(factor, 1e-3f)),
                                 Pair("stickiness", FloatNear(factor, 1e-3f)),
                                 Pair("viscosity_linear", FloatNear(factor, 1e-3f))));
  const auto runny = clickAt(20.f);
  ASSERT_EQ(runny.size(), 3u);
  for (const auto& [key, value] : runny) {
    EXPECT_LT(value, 0.1f) << key;
    EXPECT_GE(value, 0.0099f) << key;
  }
}

TEST_F(ThicknessSliderTest, NoValueLeavesItsRange) {
  const auto thickest = clickAt(285.f);
  ASSERT_EQ(thickest.size(), 3u);
  for (const auto& [key, factor] : thickest)
    EXPECT_LE(factor * view_.originals[0].values[rowOf(key)],
              findMethod("clavet").parameters()[rowOf(key)].upper)
        << key;
}

TEST_F(ThicknessSliderTest, KeepsTheRatioOfValuesThatWereEditedOnTheirOwn) {
  valueOf("viscosity_linear") *= 0.5f;
  frame();
  const auto runny = clickAt(20.f);
  EXPECT_NEAR(runny.at("viscosity_linear") / runny.at("stickiness"), 0.5f, 1e-3f);
}

TEST_F(ThicknessSliderTest, FollowsEachOfItsParametersAlike) {
  for (const char* key : {"viscosity_linear", "spring_stiffness", "stickiness"}) {
    load(10.f, 20.f, 30.f);
    frames(2);
    EXPECT_NE(words().find("x1.00"), std::string::npos);
    valueOf(key) *= 0.125f;
    frames(2);
    EXPECT_NE(words().find("x0.50"), std::string::npos) << key;
  }
}

TEST_F(ThicknessSliderTest, IsAbsentWhereNothingCanBeMultiplied) {
  EXPECT_NE(words().find("Runnytothick"), std::string::npos);
  load(0.f, 0.f, 0.f);
  frames(2);
  EXPECT_EQ(words().find("Runnytothick"), std::string::npos);
}

}  // namespace
}  // namespace ooze::ui
