// Tests of the note about a liquid that a nozzle cannot pour with all its properties.
#include "ooze/methods/method.h"

#include "panel_driver.h"

#include <string>

namespace ooze::ui {
namespace {

class PouringNoteTest : public PanelDriver {
 protected:
  PouringNoteTest() {
    EmitterSpec spout;
    spout.name = "spout";
    snapshot_.emitters = {spout};
    jelly_ = loadMaterial("gel", "clavet");
    jelly_.values[rowOf("plasticity_compress")] = 0.f;
  }
  static std::string leavesOut(const MaterialDefinition& liquid) {
    return findMethod("clavet").pouringLimitation({}, liquid);
  }
  bool says(const char* what) { return words().find(what) != std::string::npos; }

  // Springs of this liquid are created only where the user adds them.
  MaterialDefinition jelly_;
};

TEST_F(PouringNoteTest, OnlySpringsThatAreMadeWhereTheyAreAddedAreLeftOut) {
  for (const char* const liquid : {"water", "honey", "slime", "clay", "gel"})
    EXPECT_EQ(leavesOut(loadMaterial(liquid, "clavet")), "") << liquid;
  EXPECT_NE(leavesOut(jelly_).find("like water"), std::string::npos);
  jelly_.values[rowOf("spring_stiffness")] = 0.f;
  EXPECT_EQ(leavesOut(jelly_), "") << "it has none to leave out";
}

TEST_F(PouringNoteTest, ANozzleSaysItAndWhatToDoAndNothingIsCutOff) {
  screen(216.f, 600.f);  // the narrow width of the panel
  panel_ = drawEmitterPanel;
  EXPECT_FALSE(says("likewater")) << "honey pours as it is";
  snapshot_.materials = {jelly_};
  EXPECT_TRUE(says("Thisliquidmakesnospringsbyitself,soitpourslikewater."));
  EXPECT_TRUE(says("PressSetfirmafterpouring,orraisePlasticity,squeezed."));
}

TEST_F(PouringNoteTest, ThePourToolSaysItOfTheLiquidInTheHand) {
  panel_ = drawToolPanel;
  state_.tool = Action::PourTool;
  snapshot_.materials = {loadMaterial("honey", "clavet"), jelly_};
  EXPECT_FALSE(says("likewater"));
  state_.material = 1;
  EXPECT_TRUE(says("likewater"));
}

}  // namespace
}  // namespace ooze::ui
