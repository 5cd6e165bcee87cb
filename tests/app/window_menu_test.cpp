// Keys while a menu is open, in the real window.
#include "ooze/base/math.h"

#include "window_fixture.h"

#include <gtest/gtest.h>

namespace ooze {
namespace {

class MenuWindowTest : public WindowTest {
 protected:
  static constexpr glm::ivec2 kOnWater{540, 390};  // beside the ball

  MenuWindowTest() : WindowTest(kPoolScene) {}

  static int count(const Json& report, const std::string& target) {
    int found = 0;
    for (const Json& command : report["commands"]) found += command["target"] == target ? 1 : 0;
    return found;
  }
};

TEST_F(MenuWindowTest, EscapeClosesAMenuAndNothingElseAndNoKeyGoesThroughIt) {
  start();
  server_.key("Home");
  server_.key("7");
  wait(0.5);
  server_.xdotool("mousemove 22 18 click 1");
  wait(0.5);
  keepPicture("window_menu_open", server_.screenshot());
  server_.key("n");
  server_.key("Escape");
  wait(0.3);
  // The eraser is still in the hand, and the click is not what closes the menu.
  server_.drag(kOnWater.x, kOnWater.y, kOnWater.x + 10, kOnWater.y);
  const Json report = close();
  EXPECT_EQ(count(report, "emitters.add"), 0) << "N was pressed with the menu open";
  EXPECT_GE(count(report, "liquid.erase"), 1);
}

}  // namespace
}  // namespace ooze
