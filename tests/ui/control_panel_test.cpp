// Tests of the panel for control particles: its list, its switches, its values, and "Follow this shape".
#include "ooze/world/control_text.h"

#include "panel_driver.h"
#include "ui/state/control_edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace ooze::ui {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ControlPanelTest : public PanelDriver {
 protected:
  ControlPanelTest() {
    snapshot_.method = "rasmussen";
    snapshot_.materials.clear();
    Control wind, thick;
    wind.name = "wind";
    thick.name = "thick";
    thick.kind = ControlKind::Viscosity;
    thick.value = {2.f, 0.f, 0.f};
    snapshot_.controls = {wind, thick};
    panel_ = drawControlPanel;
  }
  bool clickUntilCommand(float x) {
    const std::size_t before = session_.commands.size();
    return clickDown(x, [&] { return session_.commands.size() > before; });
  }
  [[nodiscard]] PanelContext context() {
    return {view_, live_, catalog(), window_, theme_, state_, session_, [](Action) {}, services_};
  }
};

TEST_F(ControlPanelTest, ListsThemAndShowsTheValuesOfTheChosenOne) {
  EXPECT_THAT(words(), HasSubstr("wind"));
  EXPECT_THAT(words(), testing::Not(HasSubstr("Strength")));
  state_.controls.chosen = "thick";
  const std::string all = words();
  for (const char* word : {"Strength", "Radius", "Viscosity", "Delete"}) EXPECT_THAT(all, HasSubstr(word));
  EXPECT_THAT(all, testing::Not(HasSubstr("Velocityx")));
  state_.controls.chosen = "wind";
  EXPECT_THAT(words(), HasSubstr("Velocityx"));
}

TEST_F(ControlPanelTest, TheSwitchLetsOneRest) {
  ASSERT_TRUE(clickUntilCommand(14.f));
  EXPECT_EQ(session_.commands[0].target, "control.wind.enabled");
  EXPECT_THAT(session_.commands[0].values, ElementsAre(0.f));
}

TEST_F(ControlPanelTest, DeleteTakesTheChosenOneOut) {
  state_.controls.chosen = "thick";
  frame();
  bool done = false;
  for (float y = height_; y > 0.f && !done; y -= 6.f) {
    session_.commands.clear();
    click(150.f, y);
    done = !session_.commands.empty() && session_.commands.back().text == kNoControl;
  }
  ASSERT_TRUE(done);
  EXPECT_EQ(session_.commands.back().target, "control.thick.whole");
  EXPECT_EQ(session_.edits.back(), "Remove thick");
  EXPECT_EQ(state_.controls.chosen, "");
}

TEST_F(ControlPanelTest, OfAMethodWithoutControlsItIsHiddenOrSaysWhy) {
  frame();
  PanelContext heeds = context();
  EXPECT_TRUE(hasControls(heeds));
  snapshot_.method = "clavet";
  frame();
  PanelContext ignored = context();
  EXPECT_TRUE(hasControls(ignored)) << "the scene has some";
  EXPECT_THAT(words(), HasSubstr("Controlparticleswork"));
  snapshot_.controls.clear();
  frame();
  PanelContext none = context();
  EXPECT_FALSE(hasControls(none));
}

TEST_F(ControlPanelTest, FollowThisShapeLeadsLiquidInFromAllSidesAsOneEdit) {
  Body ball = makeBody("ball", {SolidShape::SolidKind::Sphere, Vec3(0.05f)}, Motion::Static);
  ball.pose.position = {0.f, 0.2f, 0.f};
  snapshot_.bodies = {makeBody("floor", {SolidShape::SolidKind::Plane, Vec3(0.f, 1.f, 0.f)}, Motion::Static),
                      ball};
  frame();
  bool done = false;
  for (float y = height_; y > 0.f && !done; y -= 6.f) {
    session_.commands.clear();
    click(150.f, y);
    done = session_.commands.size() > 5;
  }
  ASSERT_TRUE(done);
  EXPECT_EQ(session_.edits.back(), "Follow the shape of ball");
  EXPECT_EQ(session_.commands[0].target, "body.ball.present") << "it makes room";
  std::size_t particles = 0;
  for (std::size_t k = 1; k < session_.commands.size(); ++k) {
    const Control c = decodeControl("follow", session_.commands[k].text, nullptr);
    EXPECT_LE(c.strength, kHardAbove) << "soft";
    for (const ControlPoint& p : c.points->list()) {
      const float out = glm::length(p.place);
      ++particles;
      if (out > 0.055f) {
        EXPECT_LT(glm::dot(c.value, p.place), 0.f) << "inward";
      }
    }
  }
  EXPECT_GT(particles, 500u);
  EXPECT_LT(particles, 9000u);
  // The solid is gone, and the panel says what became of it.
  EXPECT_THAT(words(), testing::Not(HasSubstr("Theliquidfollows")));
  snapshot_.bodies.resize(1);
  Control follow;
  follow.name = "follow ball";
  snapshot_.controls.push_back(follow);
  frames(2);
  EXPECT_THAT(words(), HasSubstr("Theliquidfollowstheshapeofball.Itssolidisremoved"));
}

}  // namespace
}  // namespace ooze::ui
