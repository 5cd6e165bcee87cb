// Tests of the panel of nozzles: whether a nozzle pours now, and the effect of its switch.
#include "liquid/nozzle_times.h"
#include "panel_driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace ooze::ui {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class EmitterPanelTest : public PanelDriver {
 protected:
  EmitterPanelTest() {
    EmitterSpec spout;
    spout.name = "spout";
    spout.start = 0.5;
    spout.stop = 2.5;
    snapshot_.emitters = {spout};
    panel_ = drawEmitterPanel;
  }
  std::string rowText(double time) {
    snapshot_.time = time;
    return words();
  }
  void clickSwitch() {
    const std::size_t before = session_.commands.size();
    clickDown(20.f, [&] { return session_.commands.size() > before; });
  }
  EmitterSpec& spout() { return snapshot_.emitters[0]; }
};

TEST_F(EmitterPanelTest, SaysOfANozzleWithATimeWhenItPours) {
  EXPECT_THAT(rowText(0.1), HasSubstr("Pouringfrom0.5s"));
  EXPECT_THAT(rowText(1.0), HasSubstr("Pouringuntil2.5s"));
  EXPECT_THAT(rowText(2.5), HasSubstr("Pouringstoppedat2.5s"));
  spout().enabled = false;
  EXPECT_THAT(rowText(1.0), HasSubstr("PouringSpeed")) << "closed by the user";
  spout() = {};
  EXPECT_THAT(rowText(1.0), HasSubstr("PouringSpeed")) << "it has no time";
}

TEST_F(EmitterPanelTest, SaysOfANozzleThatClosedByItselfWhatItHasPoured) {
  spout().volumeLimit = 3e-5f;
  EXPECT_THAT(rowText(1.0), Not(HasSubstr("poured")));
  spout().enabled = false;
  EXPECT_THAT(rowText(2.0), HasSubstr("Pouringpouredits30ml")) << "the volume of the limit";
  spout().volumeLimit = 2e-3f;
  spout().radius = 0.1f;
  EXPECT_THAT(rowText(2.0), HasSubstr("pouredits2l"));
  EXPECT_THAT(rowText(0.5), Not(HasSubstr("poured"))) << "closed by hand before its volume had flowed";
}

TEST_F(EmitterPanelTest, TheSwitchClosesANozzleThatPoursAndOpensOneWhoseTimeHasPassed) {
  snapshot_.time = 1.0;
  clickSwitch();
  ASSERT_EQ(session_.commands.size(), 1u);
  EXPECT_EQ(session_.commands[0].target, "emitter.spout.enabled");
  EXPECT_THAT(session_.commands[0].values, ElementsAre(0.f));

  session_.commands.clear();
  snapshot_.time = 3.0;
  clickSwitch();
  ASSERT_THAT(targets(), ElementsAre("emitter.spout.stop", "emitter.spout.enabled"));
  EXPECT_THAT(session_.commands[0].values, ElementsAre(static_cast<float>(kNeverStops)));
  EXPECT_THAT(session_.commands[1].values, ElementsAre(1.f));
  EXPECT_THAT(session_.edits, ElementsAre("Open spout"));
  EXPECT_EQ(session_.editsEnded, 1) << "undone as one";
}

}  // namespace
}  // namespace ooze::ui
