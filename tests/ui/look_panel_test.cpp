// Tests of the panel of lighting, camera lens, and the look of a liquid.
#include "ooze/world/liquid_look.h"

#include "panel_driver.h"

#include <gmock/gmock.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ooze::ui {
namespace {

using testing::IsEmpty;

constexpr float kSlider = 210.f, kReset = 313.f;  // x positions of the panel's columns [pixels]

class LookPanelTest : public PanelDriver {
 protected:
  LookPanelTest() { panel_ = drawLookPanel; }
};

TEST_F(LookPanelTest, ASliderOfTheLightTurnsItAndTheWorldHearsNothing) {
  const LightSpec before = state_.light;
  ASSERT_TRUE(clickDown(kSlider, [&] { return state_.light != before; }));
  EXPECT_NE(state_.light.turn, before.turn) << "the first one";
  EXPECT_EQ(state_.light.exposure, before.exposure);
  EXPECT_THAT(session_.commands, IsEmpty());
}

TEST_F(LookPanelTest, ALongerLensSeesLess) {
  state_.fieldOfView = 40.f;
  const float end = 270.f;  // right end of the sliders
  ASSERT_TRUE(clickDown(end, [&] { return state_.fieldOfView != 40.f; }));
  EXPECT_LT(state_.fieldOfView, 15.f);
}

TEST_F(LookPanelTest, ASliderOfALiquidsLookIsAnEditAndItsArrowGivesTheLooksOwnBack) {
  const float end = 270.f;  // right end of the sliders
  const auto last = [this] {
    return session_.commands.empty() ? std::string() : session_.commands.back().target;
  };
  ASSERT_TRUE(clickDown(end, [&] { return last() == "material.honey.refractive_index"; }));
  EXPECT_GT(session_.commands.back().values.at(0), 1.8f);
  std::vector<std::string> targets;
  for (const CommandText& command : session_.commands) targets.push_back(command.target);
  EXPECT_THAT(targets, ::testing::IsSupersetOf({"material.honey.absorption", "material.honey.cloudiness",
                                                "material.honey.roughness"}));
  session_.commands.clear();
  for (std::optional<float>& own : snapshot_.materials[0].lookOverrides) own = 1.2f;
  snapshot_.materials[0].look = "clay";
  const auto absorption = [&] { return last() == "material.honey.absorption"; };
  EXPECT_FALSE(clickDown(end, absorption)) << "nothing is seen through clay";
}

TEST_F(LookPanelTest, TheColourDepthIsALengthThatGrowsToTheRight) {
  snapshot_.materials[0].lookOverrides[0] = 40.f;
  EXPECT_NE(words().find("25mm"), std::string::npos) << words();
  const auto set = [this] {
    return !session_.commands.empty() && session_.commands.back().target == "material.honey.absorption";
  };
  ASSERT_TRUE(clickDown(270.f, set));
  EXPECT_LT(session_.commands.back().values.at(0), 2.f) << "deeper is less a metre";
  click(170.f, at_);
  EXPECT_GT(session_.commands.back().values.at(0), 100.f);
  for (const CommandText& command : session_.commands)
    if (command.target == "material.honey.absorption") {
      EXPECT_NO_THROW(requireInRange(kOpticalProperties[0], command.values.at(0)));
    }

  auto scene = std::make_shared<Scene>(*view_.scene);
  scene->world.materials[0].lookOverrides[0] = 47.3f;
  view_.scene = scene;
  session_.commands.clear();
  ASSERT_TRUE(clickDown(kReset, set));
  EXPECT_EQ(session_.commands.back().values.at(0), 47.3f) << "back to what was loaded, to the bit";
}

TEST_F(LookPanelTest, SprayIsAMatterOfThePictureAlone) {
  state_.spray = 1.f;
  ASSERT_TRUE(clickDown(kSlider, [&] { return state_.spray != 1.f; }));
  EXPECT_GT(state_.spray, 0.f);
  EXPECT_LT(state_.spray, 1.f);
  EXPECT_THAT(session_.commands, IsEmpty());
}

}  // namespace
}  // namespace ooze::ui
