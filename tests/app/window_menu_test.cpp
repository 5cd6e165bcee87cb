// Tests of keys that are pressed while a menu is open, in the real window.
#include "ooze/base/math.h"

#include "window_fixture.h"

#include <gtest/gtest.h>

namespace ooze {
namespace {

class MenuWindowTest : public WindowTest {
 protected:
  static constexpr glm::ivec2 kOnWater{540, 390};  // place on the water, beside the ball [pixels]

  MenuWindowTest() : WindowTest(kPoolScene) {}

  static int count(const Json& report, const std::string& target) {
    int found = 0;
    for (const Json& command : report["commands"]) found += command["target"] == target ? 1 : 0;
    return found;
  }
};

TEST_F(MenuWindowTest, EscapeClosesAMenuAndNothingElseAndNoKeyGoesThroughIt) {
  start();
  const auto menuIs = [](bool open) {
    return [open](const Json& r) { return r["window"]["menu_open"] == open; };
  };
  key("Home");
  key("7");
  act("mousemove 22 18 click 1");
  waitFor("the menu is open", menuIs(true));
  keepPicture("window_menu_open", server_.screenshot());
  key("n");
  key("Escape");
  waitFor("the menu is closed", menuIs(false));
  // The eraser is still selected, and the first drag is not spent on closing the menu.
  drag(kOnWater.x, kOnWater.y, kOnWater.x + 10, kOnWater.y);
  waitFor("the eraser has reached the world", [](const Json& r) { return count(r, "liquid.erase") > 0; });
  const Json report = close();
  EXPECT_EQ(count(report, "emitters.add"), 0) << "N was pressed with the menu open";
  EXPECT_GE(count(report, "liquid.erase"), 1);
}

}  // namespace
}  // namespace ooze
