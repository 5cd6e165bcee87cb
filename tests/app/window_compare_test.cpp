// Two worlds and sweeps in the real window, by real keys and the mouse.
#include "window_fixture.h"

#include <algorithm>
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace ooze {
namespace {

/// The part of the pixels in which the two halves of the view differ clearly.
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

/// Whether there is a picture in this part of the screen, and not the empty background.
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
  start();
  const auto until = [](auto done) {
    for (int i = 0; i < 900 && !done(); ++i) wait(0.1);
    return done();
  };
  server_.key("Tab");  // the views alone
  server_.key("space");
  server_.key("c");
  EXPECT_TRUE(until([&] {
    const Image screen = server_.screenshot();
    return isPictured(screen, 4, 100, 630, 780) && isPictured(screen, 650, 100, 1270, 780) &&
           differenceOfHalves(screen) < 0.002;
  })) << "the second is a copy";
  keepPicture("window_compare_test", server_.screenshot());
  server_.xdotool(
      "mousemove 960 500 sleep 0.2 mousedown 1 sleep 0.3 mouseup 1");  // the second has the panels
  wait(0.3);
  server_.key("e");  // its nozzle closes
  server_.key("space");
  EXPECT_TRUE(until([&] { return differenceOfHalves(server_.screenshot()) > 0.005; }))
      << "and it goes its own way";
  server_.key("space");
  server_.key("c");
  wait(0.5);

  server_.key("ctrl+p");
  EXPECT_TRUE(until([this] { return !isPictured(server_.screenshot(), 320, 130, 1200, 230); }))
      << "the dialog, with an empty sheet";
  wait(0.3);
  server_.xdotool("mousemove 168 386 mousedown 1 sleep 0.3 mouseup 1");  // Start
  const auto pictured = [this] {
    return isPictured(server_.screenshot(), 1080, 130, 1200, 230);
  };  // the last
  EXPECT_TRUE(until(pictured));
  keepPicture("window_sweep_test", server_.screenshot());
  server_.xdotool("mousemove 1150 180 sleep 0.3 mousedown 1 sleep 0.3 mouseup 1");
  wait(0.3);
  server_.key("Escape");
  server_.key("space");
  wait(0.7);
  const Json report = close();
  EXPECT_TRUE(report["values"]["emitters"]["spout"]["enabled"].get<bool>())
      << "the first world kept its nozzle open";
  ASSERT_EQ(report["commands"].size(), 1u) << report["commands"].dump(1);
  EXPECT_EQ(report["commands"][0]["target"], "material.goo.viscosity_linear");
  EXPECT_FLOAT_EQ(report["commands"][0]["values"][0].get<float>(), 40.f)
      << "four times the honey's 15 is more than there is";
}

}  // namespace
}  // namespace ooze
