// Tests of the microscope, which shows the inside of a step, without a window: its panel, its overlay, and
// the choice of a particle.
#include "ui/overlays/microscope.h"

#include "ooze/world/world.h"

#include "instrument_fixture.h"
#include "ui/tools/pointer_controller.h"
#include "unit/world_fixtures.h"

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ooze::ui {
namespace {

using testing::ElementsAre;

constexpr std::uint32_t kParticle = 30;

class MicroscopeTest : public InstrumentTest {
 protected:
  MicroscopeTest() : InstrumentTest(drawMicroscopePanel), world_(test::busySpec(), 1) {
    test::steps(world_, 45);  // the brick of dough now lies on the ground
    view_.snapshot = world_.snapshot();
    look(kParticle);
    state_.microscopeOn = true;
    const Vec3 centre = *positionAfter(*record_, 0, kParticle);
    camera_ = OrbitCamera({centre + Vec3(0.f, 0.02f, 0.3f), centre, 45.f});
  }
  void look(std::optional<std::uint32_t> particle) {
    record_ = std::make_shared<const StepRecord>(recordStep(world_, particle, 1));
    view_.stepRecord = record_;
    state_.microscope.particle = particle;
  }
  [[nodiscard]] std::size_t stage(std::string_view name) const {
    for (std::size_t s = 0; s < record_->stages.size(); ++s)
      if (record_->stages[s].note.name == name) return s;
    ADD_FAILURE() << name;
    return 0;
  }

  World world_;
  std::shared_ptr<const StepRecord> record_;
  OrbitCamera camera_;
};

// Without the table of stages nothing would explain why the view shows particles.
TEST_F(MicroscopeTest, AnotherTabLeavesIt) {
  state_.bottomTab = kMicroscopeTab;
  panel_ = drawBottomStrip;
  frame();
  for (float x = 20.f; x < 200.f && state_.bottomTab == kMicroscopeTab; x += 10.f) click(x, 16.f);
  EXPECT_NE(state_.bottomTab, kMicroscopeTab);
  EXPECT_THAT(performed_, ElementsAre(Action::Microscope));
  performed_.clear();
  state_.microscopeOn = false;
  for (float x = 20.f; x < 300.f; x += 10.f) click(x, 16.f);
  EXPECT_THAT(performed_, ElementsAre()) << "tabs by themselves switch nothing";
}

TEST_F(MicroscopeTest, ThePanelOffersWhatIsMissing) {
  state_.microscopeOn = false;
  ASSERT_TRUE(clickUntil([this] { return !performed_.empty(); }, 20.f, 60.f));
  EXPECT_THAT(performed_, ElementsAre(Action::Microscope));
  performed_.clear();
  state_.microscopeOn = true;
  view_.status.playing = true;
  ASSERT_TRUE(clickUntil([this] { return !performed_.empty(); }, 20.f, 60.f));
  EXPECT_THAT(performed_, ElementsAre(Action::PlayPause));
  view_.status.playing = false;
  view_.stepRecord.reset();  // the record is still being computed
  frame();
}

TEST_F(MicroscopeTest, ARowChoosesItsStageAndTheButtonsGoOn) {
  for (const auto particle : {std::optional(kParticle), std::optional<std::uint32_t>()}) {
    look(particle);
    state_.microscope.stage = 0;
    ASSERT_TRUE(clickUntil([this] { return state_.microscope.stage == 4; }, 40.f, 50.f, 12.f, 5.f));
  }
  look(kParticle);
  const float right = kWidth - 250.f;
  ASSERT_TRUE(clickUntil([this] { return performed_.size() > 1; }, right + 6.f, right + 90.f));
  EXPECT_THAT(performed_, testing::Contains(Action::StageBefore));
}

TEST_F(MicroscopeTest, TheCloseUpAndTheExaggerationAreSwitchedBesideTheTable) {
  const float right = kWidth - 250.f;
  ASSERT_TRUE(clickUntil([this] { return state_.microscope.closeUp; }, right + 80.f, right + 160.f));
  ASSERT_TRUE(
      clickUntil([this] { return state_.microscope.exaggeration > 0.f; }, right + 20.f, right + 50.f));
  ASSERT_TRUE(clickUntil([this] { return !state_.microscope.particle; }, right + 60.f, right + 260.f))
      << "the particle can be let go";
}

TEST_F(MicroscopeTest, StagesGoFromTheFirstToTheLast) {
  MicroscopeState& state = state_.microscope;
  moveStage(state, *record_, -3);
  EXPECT_EQ(shownStage(state, *record_), 0u);
  moveStage(state, *record_, 2);
  EXPECT_EQ(state.stage, 2u);
  moveStage(state, *record_, 1000);
  EXPECT_EQ(shownStage(state, *record_), record_->stages.size() - 1);
  EXPECT_EQ(shownRecord(view_, true), record_.get());
  EXPECT_EQ(shownRecord(view_, false), nullptr);
  view_.status.playing = true;
  EXPECT_EQ(shownRecord(view_, true), nullptr) << "it runs on";
}

TEST_F(MicroscopeTest, TheViewShowsTheLiquidAsItIsAfterTheStage) {
  MicroscopeState& state = state_.microscope;
  state.stage = stage("relaxation");
  const auto shot = microscopeSnapshot(state, *record_, *view_.snapshot);
  ASSERT_EQ(shot->positions.size(), record_->ids.size());
  const auto place = *record_->placeOf(kParticle);
  EXPECT_EQ(shot->positions[place], (*record_->stages[state.stage].positions)[place]);
  EXPECT_NE(shot->positions[place], (*record_->stages[state.stage - 1].positions)[place]);
  const auto neighbour = *record_->placeOf(shownDetails(state, *record_)->neighbours.back().id);
  EXPECT_NE(shot->colours[place], shot->colours[neighbour]);

  state.closeUp = true;
  const auto close = microscopeSnapshot(state, *record_, *view_.snapshot);
  const float h = record_->interactionRadius;
  EXPECT_LT(close->positions.size(), shot->positions.size());
  EXPECT_GT(close->positions.size(), shownDetails(state, *record_)->neighbours.size());
  for (const Vec3& at : close->positions) EXPECT_LE(glm::length(at - shot->positions[place]), 2.f * h);
  EXPECT_EQ(close->colours.size(), close->positions.size());
  EXPECT_LT(close->restSpacing, shot->restSpacing);
}

TEST_F(MicroscopeTest, OverlaysShowNeighboursSpringsAndMoves) {
  MicroscopeState& state = state_.microscope;
  state.stage = stage("relaxation");
  const ParticleDetails& details = *shownDetails(state, *record_);
  ASSERT_FALSE(details.links.empty());
  const auto marks = microscopeOverlay(state, *record_, camera_);
  const auto ofColour = [&](std::uint32_t colour) {
    return std::count_if(marks.begin(), marks.end(), [=](const Stroke& s) { return s.colour == colour; });
  };
  for (const InspectedLink& s : details.links) EXPECT_GE(ofColour(strainColour(s.strain())), 1);
  EXPECT_GE(marks.size(), details.neighbours.size() + details.links.size() + 3);
  // The arrow of this stage is the thickest. It points to where the particle moved, exaggerated many times.
  const auto arrow = std::max_element(marks.begin(), marks.end(),
                                      [](const Stroke& a, const Stroke& b) { return a.width < b.width; });
  const Vec3 moved = record_->displacement(state.stage, *record_->placeOf(kParticle));
  const Vec3 drawn = arrow->points[1] - arrow->points[0];
  EXPECT_NEAR(glm::length(drawn) / glm::length(moved), exaggerationOf(state, *record_),
              1e-3 * exaggerationOf(state, *record_));
  EXPECT_GT(exaggerationOf(state, *record_), 1.f);
  state.exaggeration = 7.f;
  EXPECT_EQ(exaggerationOf(state, *record_), 7.f);
  state.particle.reset();
  EXPECT_TRUE(microscopeOverlay(state, *record_, camera_).empty());
}

/// A fixture with every kind of detail that a method may report of a particle. The details replace those of
/// the actual method.
class MicroscopeDrawingTest : public MicroscopeTest {
 protected:
  MicroscopeDrawingTest() {
    StepRecord changed = *record_;
    const float h = changed.interactionRadius;
    for (RecordedStage& stage : changed.stages) {
      ParticleDetails& details = *stage.details;
      details.places = {{"g", "Its goal", *positionAfter(changed, 0, kParticle) + Vec3(0.3f * h, 0.f, 0.f)}};
      details.arrows = {{"v_a", "One speed", {0.f, 0.5f, 0.f}}, {"v_b", "Another", {0.f, 0.f, 0.25f}}};
      // The region holds the particle and particles farther away than its neighbours.
      details.region = {"Its crowd", {kParticle}};
      for (std::size_t i = 0; i < changed.ids.size(); ++i)
        if (glm::length((*changed.stages[0].positions)[i] - *positionAfter(changed, 0, kParticle)) > 1.2f * h)
          details.region.ids.push_back(changed.ids[i]);
    }
    record_ = std::make_shared<const StepRecord>(std::move(changed));
    view_.stepRecord = record_;
  }
};

TEST_F(MicroscopeDrawingTest, PlacesAndVelocitiesAreDrawnAtTheParticle) {
  const Vec3 at = *positionAfter(*record_, 0, kParticle);
  const float h = record_->interactionRadius;
  const auto marks = microscopeOverlay(state_.microscope, *record_, camera_);
  const auto ofColour = [&](std::uint32_t colour) {
    std::vector<Stroke> found;
    for (const Stroke& s : marks)
      if (s.colour == colour) found.push_back(s);
    return found;
  };
  const auto goal = ofColour(placeColour(0));
  ASSERT_EQ(goal.size(), 2u) << "a line and a mark";
  EXPECT_EQ(goal[0].points.front(), at);
  EXPECT_EQ(goal[0].points.back(), at + Vec3(0.3f * h, 0.f, 0.f)) << "where it is, no farther";
  Vec3 middle(0.f);
  for (std::size_t k = 0; k < 4; ++k) middle += 0.25f * goal[1].points[k];
  EXPECT_LT(glm::length(middle - goal[0].points.back()), 1e-3f * h);
  const auto one = ofColour(arrowColour(0)), other = ofColour(arrowColour(1));
  ASSERT_TRUE(one.size() == 1 && other.size() == 1);
  EXPECT_LT(glm::length(one[0].points[1] - (at + Vec3(0.f, 0.9f * h, 0.f))), 1e-3f * h);
  EXPECT_LT(glm::length(other[0].points[1] - (at + Vec3(0.f, 0.f, 0.45f * h))), 1e-3f * h)
      << "in proportion to the longest";
  EXPECT_GT(one[0].width, other[0].width) << "else one hides the other where they agree";
}

TEST_F(MicroscopeDrawingTest, TheRegionHasAColourOfItsOwn) {
  const auto shot = microscopeSnapshot(state_.microscope, *record_, *view_.snapshot);
  const std::vector<std::uint32_t>& region = shownDetails(state_.microscope, *record_)->region.ids;
  std::size_t coloured = 0;
  for (std::size_t i = 0; i < shot->ids.size(); ++i) {
    const bool within = std::find(region.begin(), region.end(), shot->ids[i]) != region.end();
    EXPECT_EQ(shot->colours[i] == kRegionColour, within && shot->ids[i] != kParticle) << shot->ids[i];
    coloured += shot->colours[i] == kRegionColour ? 1 : 0;
  }
  EXPECT_GT(coloured, 5u);
}

TEST_F(MicroscopeDrawingTest, ThePanelSaysWhatIsDrawnInNumbers) {
  screen(kWidth, 420.f);
  const std::string text = words();
  for (const char* const word :
       {"Onespeed", "0.5000m/s", "Another", "0.2500m/s", "Itsgoal", "mmaway", "Itscrowd"})
    EXPECT_NE(text.find(word), std::string::npos) << word;
  const auto crowd = shownDetails(state_.microscope, *record_)->region.ids.size();
  EXPECT_NE(text.find(std::to_string(crowd) + "particles"), std::string::npos);
}

TEST_F(MicroscopeTest, StretchedIsRedSqueezedIsBlueAndCalmIsGrey) {
  const auto red = [](std::uint32_t c) { return static_cast<int>(c & 255u); };
  const auto blue = [](std::uint32_t c) { return static_cast<int>((c >> 16) & 255u); };
  EXPECT_GT(red(strainColour(0.3f)), blue(strainColour(0.3f)) + 80);
  EXPECT_GT(blue(strainColour(-0.3f)), red(strainColour(-0.3f)) + 80);
  EXPECT_NEAR(red(strainColour(0.f)), blue(strainColour(0.f)), 20);
  EXPECT_EQ(strainColour(5.f), strainColour(0.3f));
}

TEST_F(MicroscopeTest, AClickChoosesAParticleAndADragTurnsTheView) {
  const WorldValues live;
  ToolContext context{view_, live, camera_, state_, session_, 1.6f};
  PointerController controller;
  const auto at = [&](std::uint32_t id) {
    Vec2 place;
    EXPECT_TRUE(camera_.project(*positionAfter(*record_, 0, id), context.aspect, place));
    return Pointer{place};
  };
  // No particle is hidden by the particle nearest to the camera.
  std::uint32_t front = record_->ids.front();
  float nearest = 1e9f;
  for (const std::uint32_t id : record_->ids)
    if (const auto p = positionAfter(*record_, 0, id))
      if (const float d = glm::length(*p - camera_.spec().eye); d < nearest) nearest = d, front = id;
  ASSERT_NE(front, kParticle);
  const Vec3 eye = camera_.spec().eye;
  const Pointer onIt = at(front);
  controller.press(context, onIt, Button::Left);
  controller.move(context, onIt);
  controller.release(context, Button::Left);
  EXPECT_EQ(state_.microscope.particle, front);
  EXPECT_EQ(camera_.spec().eye, eye);

  controller.press(context, at(kParticle), Button::Left);
  controller.move(context, {{0.5f, 0.1f}});
  controller.release(context, Button::Left);
  EXPECT_EQ(state_.microscope.particle, front) << "a drag chooses nothing";
  EXPECT_NE(camera_.spec().eye, eye);

  controller.press(context, {{-0.98f, 0.98f}}, Button::Left);
  controller.release(context, Button::Left);
  EXPECT_EQ(state_.microscope.particle, front) << "a click beside the liquid keeps what there is";
}

}  // namespace
}  // namespace ooze::ui
