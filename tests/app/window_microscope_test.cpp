// Tests of the microscope and the profiler in the real window, by real X events.
#include "window_fixture.h"

#include <cmath>
#include <gtest/gtest.h>

namespace ooze {
namespace {

/// Counts the pixels that differ clearly in a part of two pictures.
int changed(const Image& a, const Image& b, int x0, int y0, int x1, int y1) {
  int count = 0;
  for (int y = y0; y < y1; ++y)
    for (int x = x0; x < x1; ++x) {
      const std::uint8_t *p = a.at(x, y), *q = b.at(x, y);
      count += std::abs(p[0] - q[0]) + std::abs(p[1] - q[1]) + std::abs(p[2] - q[2]) > 24;
    }
  return count;
}

TEST_F(WindowTest, TheMicroscopeStepsThroughTheStagesOfAStep) {
  start();
  pause();
  key("m");
  waitFor("the microscope shows a step", [](const Json& r) { return r["window"].contains("microscope"); });
  const Image before = server_.screenshot();
  for (int k = 0; k < 12; ++k) key("Right");  // to the stage "relaxation"
  // Liquid lies somewhere in the middle of the view, so several places are clicked.
  for (int y = 200; y < 440; y += 40) drag(608, y, 608, y);
  const Image after = waitForScreen("liquid and marks are drawn", [&](const Image& screen) {
    return changed(before, screen, 290, 60, 920, 480) > 300;
  });
  keepPicture("window_microscope_test", after);
  const int step = settle()["step"].get<int>();
  key("period");  // advances the world by one step, and the step record with it
  waitFor("the record has followed the world", [&](const Json& r) {
    return r["step"].get<int>() > step && r["window"]["microscope"]["step"] == r["step"];
  });
  const Json report = close();
  const Json& microscope = report["window"]["microscope"];
  ASSERT_FALSE(microscope.is_null()) << report["window"].dump();
  EXPECT_EQ(microscope["stage"], "relaxation");
  EXPECT_TRUE(microscope["particle"].is_number()) << "no click met a particle";
  EXPECT_EQ(microscope["step"], report["step"]);
}

}  // namespace
}  // namespace ooze
