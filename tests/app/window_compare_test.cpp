// Tests of two compared worlds and of parameter sweeps in the real window, by real keys and the mouse.
#include "window_fixture.h"

#include <algorithm>
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace ooze {
namespace {

/// Returns the fraction of pixels in which the two halves of the view differ clearly.
double differenceOfHalves(const Image& screen) {
  constexpr int kTop = 100, kBottom = 780, kHalf = 639, kSecond = 641;
  int different = 0, all = 0;
  for (int y = kTop; y < kBottom; ++y)
    for (int x = 4; x < kHalf - 4; ++x, ++all) {
      const std::uint8_t *a = screen.at(x, y), *b = screen.at(kSecond + x, y);
      different += std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]) > 24;
    }
  return static_cast<double>(different) / all;
}

/// Returns whether this part of the screen shows a picture rather than the empty background.
bool isPictured(const Image& screen, int x0, int y0, int x1, int y1) {
  int bright = 0;
  for (int y = y0; y < y1; ++y)
    for (int x = x0; x < x1; ++x) {
      const std::uint8_t* p = screen.at(x, y);
      bright += std::max({p[0], p[1], p[2]}) > 70;
    }
  return bright > (x1 - x0) * (y1 - y0) / 2;
}

TEST_F(WindowTest, TwoWorldsAreComparedAndASweepGivesItsValues) {
  maxWaitSeconds_ = 90.0;  // each run of a sweep is simulated from its start
  start();
  key("Tab");  // hides the panels
  pause();
  key("c");
  keepPicture("window_compare_test", waitForScreen("the second world is a copy", [](const Image& screen) {
                return isPictured(screen, 4, 100, 630, 780) && isPictured(screen, 650, 100, 1270, 780) &&
                       differenceOfHalves(screen) < 0.002;
              }));
  click(960, 500);  // the panels now edit the second world
  key("e");         // closes the nozzle of the second world
  play();
  waitForScreen("the second world goes its own way",
                [](const Image& screen) { return differenceOfHalves(screen) > 0.005; });
  pause();
  key("c");
  waitFor("one world is shown", [](const Json& r) { return r["window"]["comparing"] == false; });

  key("ctrl+p");
  waitForScreen("the dialog has an empty sheet",
                [](const Image& screen) { return !isPictured(screen, 320, 130, 1200, 230); });
  click(168, 386);  // presses the button Start
  keepPicture("window_sweep_test", waitForScreen("the last picture is on the sheet", [](const Image& screen) {
                return isPictured(screen, 1080, 130, 1200, 230);
              }));
  click(1150, 180);
  key("Escape");
  waitFor("the world has the values of that picture", [](const Json& r) { return !r["commands"].empty(); });
  play();
  const Json report = close();
  EXPECT_TRUE(report["values"]["emitters"]["spout"]["enabled"].get<bool>())
      << "the nozzle of the first world stayed open";
  ASSERT_EQ(report["commands"].size(), 1u) << report["commands"].dump(1);
  EXPECT_EQ(report["commands"][0]["target"], "material.goo.viscosity_linear");
  EXPECT_FLOAT_EQ(report["commands"][0]["values"][0].get<float>(), 40.f)
      << "four times the honey's 15 is more than there is";
}

}  // namespace
}  // namespace ooze
