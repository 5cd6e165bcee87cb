// Tests of the tour without a window.
#include "panel_driver.h"
#include "ui/window_layout.h"

#include <gmock/gmock.h>
#include <imgui_internal.h>

namespace ooze::ui {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A fixture that shows the tour at a given screen size.
class TourTest : public PanelDriver, public testing::WithParamInterface<ImVec2> {
 protected:
  TourTest() {
    screen(GetParam().x, GetParam().y);
    dialogs_ = {drawTour};
    state_.tourOpen = true;
  }
  static ViewRect rectOf(const char* name) {
    const ImGuiWindow& window = *ImGui::FindWindowByName(name);
    return {window.Pos.x, window.Pos.y, window.Size.x, window.Size.y};
  }
  static ViewRect bar() { return rectOf("Tour"); }
  static bool overlap(const ViewRect& a, const ViewRect& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
  }
  /// The bar has Skip on its left and Next on its right.
  void clickNext() { click(bar().right() - 40.f, bar().bottom() - 20.f); }
  void clickSkip() { click(bar().x + 40.f, bar().bottom() - 20.f); }
};

TEST_P(TourTest, EveryCardIsOnTheScreenAndNextLeadsToTheEndFromOnePlace) {
  frame();
  frame();
  const ViewRect buttons = bar();
  std::size_t steps = 1;
  for (; steps < 50; ++steps) {
    frame();
    const ViewRect card = rectOf("Tour card");
    for (const ViewRect& part : {card, bar()}) {
      EXPECT_GE(part.x, 0.f) << steps;
      EXPECT_GE(part.y, 0.f) << steps;
      EXPECT_LE(part.right(), GetParam().x) << steps;
      EXPECT_LE(part.bottom(), GetParam().y) << steps;
    }
    EXPECT_FALSE(overlap(card, bar())) << steps;
    EXPECT_EQ(bar().x, buttons.x) << steps;
    EXPECT_EQ(bar().y, buttons.y) << steps;
    const std::size_t before = state_.tourStep;
    clickNext();
    if (state_.tourStep < before) break;  // the tour begins again after its last step
    ASSERT_EQ(state_.tourStep, before + 1);
  }
  EXPECT_GE(steps, 6u);
  EXPECT_LE(steps, 10u);
  EXPECT_TRUE(state_.tourOpen);
}

/// A fixture for the parts of the window that the steps describe.
class TourSubjectTest : public TourTest {};

TEST_P(TourSubjectTest, NoCardLiesOverItsSubjectOrOverTheMiddleOfTheScene) {
  const WindowLayout areas = arrangeWindow(GetParam(), state_, 1.f);
  const ViewRect middle{areas.view.x + 0.3f * areas.view.width, areas.view.y + 0.1f * areas.view.height,
                        0.28f * areas.view.width, 0.8f * areas.view.height};
  for (std::size_t step = 0; step < 8; ++step) {
    state_.tourStep = step;
    frames(2);
    const ViewRect card = rectOf("Tour card");
    for (const auto& [name, part] : areas.all())
      if (std::string_view(name) != "view") {
        EXPECT_FALSE(overlap(card, part)) << step << " " << name;
      }
    EXPECT_FALSE(overlap(card, middle)) << step;
    EXPECT_GT(card.y, areas.view.y + 30.f) << "there is the hint of a tool";
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, TourSubjectTest,
                         testing::Values(ImVec2(1280.f, 800.f), ImVec2(1600.f, 900.f)));

// The tour draws only the card, the buttons and an outline. The rest of the window keeps its brightness.
TEST_P(TourTest, NothingIsDimmed) {
  for (std::size_t step = 0; step < 8; ++step) {
    state_.tourStep = step;
    frame();
    frame();
    for (const ImGuiWindow* window : imgui_->Windows)
      if (window->Active && !window->IsFallbackWindow) {
        EXPECT_LE(window->Size.x * window->Size.y, 300.f * 200.f) << window->Name;
      }
    for (const ImDrawVert& corner : ImGui::GetForegroundDrawList()->VtxBuffer)
      EXPECT_TRUE((corner.col & IM_COL32_A_MASK) == 0 ||
                  (corner.col | IM_COL32_A_MASK) == (ImGui::GetColorU32(theme_.accent) | IM_COL32_A_MASK))
          << "nothing but an outline";
  }
}

TEST_P(TourTest, SkipEndsIt) {
  frame();
  frame();
  clickSkip();
  EXPECT_FALSE(state_.tourOpen);
}

// The smallest window, the window at its first start, and a large one.
INSTANTIATE_TEST_SUITE_P(Sizes, TourTest,
                         testing::Values(ImVec2(640.f, 400.f), ImVec2(1024.f, 640.f), ImVec2(1280.f, 800.f),
                                         ImVec2(3840.f, 2160.f)));

/// A fixture with a liquid whose name the steps mention.
class TourWordsTest : public PanelDriver {
 protected:
  TourWordsTest() {
    screen(1280.f, 800.f);
    dialogs_ = {drawTour};
    state_.tourOpen = true;
  }
  bool says(std::size_t step, const char* what) {
    state_.tourStep = step;
    frame();
    return words().find(what) != std::string::npos;
  }
};

TEST_F(TourWordsTest, AreOfTheLiquidThatIsThere) {
  EXPECT_TRUE(says(0, "Thishoneyisalive"));
  snapshot_.materials[0].name = view_.originals[0].name = "paint";
  EXPECT_TRUE(says(0, "Thispaintisalive"));
  EXPECT_FALSE(says(4, "honey"));
  snapshot_.materials.push_back(snapshot_.materials[0]);
  view_.originals = snapshot_.materials;
  EXPECT_TRUE(says(0, "Thisliquidisalive")) << "with two liquids, neither represents both";
}

TEST_F(TourWordsTest, SayThatLiquidHasComeToRestAndHowToPourItAgain) {
  view_.status.playing = true;
  snapshot_.time = 5.0;
  snapshot_.interactionRadius = 0.01f;
  snapshot_.statistics.maxSpeed = 0.2;
  EXPECT_TRUE(says(0, "Thishoneyisalive"));
  snapshot_.statistics.maxSpeed = 0.01;
  EXPECT_TRUE(says(0, "Thishoneyhascometorest"));
  EXPECT_TRUE(says(0, "Rstartsagain"));
  view_.status.playing = false;
  EXPECT_TRUE(says(0, "Thishoneyisalive")) << "a paused world only seems to lie still";
}

TEST_F(TourWordsTest, OfferNoMaterialsWhereTheMethodHasNone) {
  constexpr std::size_t kMaterials = 2;
  EXPECT_TRUE(says(kMaterials, "Thismethodhasnoneyet"));
  library_.shelf.materials.emplace_back().method = "clavet";
  EXPECT_TRUE(says(kMaterials, "Clickanotherpicture"));
}

class TourPouringTest : public PanelDriver {
 protected:
  TourPouringTest() {
    screen(1280.f, 800.f);
    dialogs_ = {drawTour};
    state_.tourOpen = true;
    view_.status.playing = true;
    EmitterSpec spout;
    spout.name = "spout";
    spout.position = {0.1f, 0.4f, 0.f};
    spout.radius = 0.01f;
    spout.speed = 0.8f;
    spout.volumeLimit = 0.001f;
    snapshot_.emitters = {spout};
    // A liquid without the slider for its thickness, so that the step about sliders is about gravity.
    for (const char* key : {"viscosity_linear", "spring_stiffness", "stickiness"})
      snapshot_.materials[0].values[rowOf(key)] = 0.f;
    view_.originals = snapshot_.materials;
  }
};

TEST_F(TourPouringTest, TheStepAboutSlidersIsAboutTheThicknessWhereThereIsOne) {
  state_.tourStep = 3;
  frames(3);
  EXPECT_EQ(state_.tourSpot.name, "gravity_y");
  EXPECT_NE(words().find("fallsupward"), std::string::npos);
  snapshot_.materials = {loadMaterial("honey", "clavet")};
  view_.originals = snapshot_.materials;
  frames(3);
  EXPECT_EQ(state_.tourSpot.name, "thickness");
  EXPECT_NE(words().find("thehoneyrunslikewater"), std::string::npos);
  EXPECT_EQ(words().find("fallsupward"), std::string::npos);
}

TEST_F(TourPouringTest, NothingPoursUnaskedOnTheFirstCard) {
  snapshot_.time = 4.0;
  snapshot_.emitters[0].enabled = false;
  frames(5);
  EXPECT_THAT(session_.commands, IsEmpty());
  state_.tourStep = 1;
  frames(2);
  EXPECT_THAT(targets(), ElementsAre("emitters.add"));
}

TEST_F(TourPouringTest, TheLiquidGoesOnAsLongAsTheTourLasts) {
  state_.tourStep = 1;
  snapshot_.time = 3.9;
  frames(2);
  EXPECT_THAT(session_.commands, IsEmpty()) << "it still flows";
  snapshot_.time = 4.0;
  snapshot_.emitters[0].enabled = false;
  frames(3);
  ASSERT_THAT(targets(), ElementsAre("emitters.add")) << "once";
  const std::vector<float>& values = session_.commands[0].values;
  EXPECT_EQ(values[0], 0.1f);
  EXPECT_EQ(values[1], 0.4f);
  EXPECT_GT(values[7], 0.f);

  EmitterSpec more = snapshot_.emitters[0];
  more.name = "poured 1";
  more.volumeLimit = 0.f;
  more.enabled = true;
  snapshot_.emitters.push_back(more);
  frames(2);
  EXPECT_EQ(session_.commands.size(), 1u);
  EXPECT_EQ(state_.emitter, 1u) << "the panel shows the one that pours";
  state_.tourOpen = false;
  frames(2);
  EXPECT_EQ(state_.emitter, 0u);
  ASSERT_EQ(session_.commands.size(), 2u) << "and ends with it";
  EXPECT_EQ(session_.commands[1].target, "emitter.poured 1.enabled");
  EXPECT_EQ(session_.commands[1].values[0], 0.f);
}

TEST_F(TourPouringTest, AWorldThatIsStartedAgainPoursByItselfFirst) {
  state_.tourStep = 1;
  snapshot_.time = 5.0;
  snapshot_.emitters[0].enabled = false;
  frames(2);
  ASSERT_EQ(session_.commands.size(), 1u);
  snapshot_.time = 0.5;
  frames(2);
  EXPECT_EQ(session_.commands.size(), 1u) << "closed by the user before its limit";
  snapshot_.time = 4.5;
  frames(2);
  EXPECT_EQ(session_.commands.size(), 2u);
}

/// A fixture in which the scene has poured its hundred particles and the tour's nozzle exists.
class TourTempoTest : public TourPouringTest {
 protected:
  TourTempoTest() {
    snapshot_.time = 4.0;
    snapshot_.emitters[0].enabled = false;
    snapshot_.positions.resize(100);
    state_.tourStep = 1;
    frames(2);
    EmitterSpec more = snapshot_.emitters[0];
    more.name = "poured 1";
    more.volumeLimit = 0.f;
    more.enabled = true;
    snapshot_.emitters.push_back(more);
    frames(2);
    session_.commands.clear();
  }
  /// Applies the commands to the nozzle, as the world would. @return whether any command arrived
  bool applyCommands() {
    const bool asked = !session_.commands.empty();
    for (const CommandText& command : session_.commands) {
      EXPECT_EQ(command.target, "emitter.poured 1.enabled");
      snapshot_.emitters[1].enabled = command.values[0] > 0.f;
    }
    session_.commands.clear();
    return asked;
  }
  [[nodiscard]] bool isPouring() {
    frames(2);
    applyCommands();
    return snapshot_.emitters[1].enabled;
  }
  void goTo(std::size_t step) {
    state_.tourStep = step;
    frames(2);
  }
  void liquid(std::size_t particles) { snapshot_.positions.resize(particles); }
};

TEST_F(TourTempoTest, SlowReadersAreNotFlooded) {
  liquid(199);
  EXPECT_TRUE(isPouring());
  liquid(200);
  EXPECT_FALSE(isPouring()) << "twice what the scene had";
  EXPECT_THAT(session_.withoutUndo, testing::Contains("emitter.poured 1.enabled"));
  EXPECT_THAT(session_.edits, testing::IsEmpty()) << "undo skips what the tour does by itself";
  liquid(150);
  EXPECT_FALSE(isPouring()) << "liquid that leaves the domain does not reopen the nozzle";
}

TEST_F(TourTempoTest, StepsThatNeedItToBeSeenBeginItAgainForAWhile) {
  liquid(200);
  ASSERT_FALSE(isPouring());
  goTo(0);
  EXPECT_TRUE(isPouring()) << "the page shows a thread that stays in the air";
  liquid(250);
  EXPECT_FALSE(isPouring());
  view_.status.playing = false;  // the step asks the user to do this
  EXPECT_FALSE(isPouring());
  view_.status.playing = true;
  EXPECT_TRUE(isPouring()) << "it goes on";
  liquid(275);
  EXPECT_FALSE(isPouring());
  goTo(2);
  EXPECT_TRUE(isPouring());
  liquid(325);
  EXPECT_FALSE(isPouring());
  snapshot_.materials[0].values[rowOf("viscosity_linear")] = 0.1f;  // the viscosity of water
  EXPECT_TRUE(isPouring());
  goTo(3);
  EXPECT_FALSE(isPouring()) << "gravity is seen on what lies there";
  goTo(4);
  frames(4);
  EXPECT_FALSE(applyCommands()) << "Ctrl+Z takes the eraser back, and nothing of the tour's";
}

TEST_F(TourTempoTest, ANozzleThatTheUserClosesStaysClosed) {
  snapshot_.emitters[1].enabled = false;
  goTo(1);
  EXPECT_FALSE(isPouring());
  goTo(2);
  EXPECT_FALSE(isPouring());
}

TEST_F(TourTempoTest, TheEndOfTheTourClosesItsNozzleWithoutAnEditAndNoOther) {
  EmitterSpec users = snapshot_.emitters[1];
  users.name = "poured 2";
  snapshot_.emitters.push_back(users);
  ASSERT_TRUE(isPouring());
  session_.withoutUndo.clear();
  state_.tourOpen = false;
  frames(2);
  EXPECT_THAT(session_.withoutUndo, ElementsAre("emitter.poured 1.enabled"));
  EXPECT_EQ(session_.commands.size(), 1u)
      << "undo does not reach the tour's nozzle, and the user's own goes on";
}

class TourGravityTest : public TourPouringTest {
 protected:
  static constexpr std::size_t kStep = 3;  ///< step about gravity
  void goTo(std::size_t step) {
    state_.tourStep = step;
    frames(2);
  }
};

TEST_F(TourGravityTest, TheEndOfTheStepRestoresItsChanges) {
  snapshot_.worldValues[1] = -3.f;  // a value that the user has set
  goTo(kStep);
  snapshot_.worldValues[1] = 30.f;
  frames(2);
  EXPECT_THAT(session_.commands, IsEmpty()) << "as long as it lasts";
  goTo(kStep + 1);
  ASSERT_THAT(targets(), ElementsAre("world.gravity_y"));
  EXPECT_THAT(session_.commands[0].values, ElementsAre(-3.f));
  EXPECT_THAT(session_.withoutUndo, IsEmpty());
  EXPECT_THAT(session_.edits, ElementsAre("Gravity, reset by the tour"))
      << "the reset is an edit, so that undo changes something each time";
  snapshot_.worldValues[1] = -3.f;
  goTo(kStep);
  goTo(kStep - 1);
  EXPECT_EQ(session_.commands.size(), 1u) << "nothing was changed this time";
  goTo(kStep);
  snapshot_.worldValues[1] = 30.f;
  frames(1);
  state_.tourOpen = false;
  frames(2);
  EXPECT_EQ(session_.commands.size(), 2u) << "nor is it left behind by a tour that is ended";
}

TEST_F(TourGravityTest, AnotherScenesGravityIsItsOwn) {
  goTo(kStep);
  view_.scene = std::make_shared<Scene>(*view_.scene);
  snapshot_.worldValues[1] = 0.f;
  goTo(kStep + 1);
  EXPECT_THAT(session_.commands, IsEmpty());
}

}  // namespace
}  // namespace ooze::ui
