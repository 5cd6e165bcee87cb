// Tests of the real window under a virtual display, driven by real X events. The results are read from the
// program's report and from the screen.
#include "base/file.h"
#include "fixtures/places.h"
#include "window_fixture.h"

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <stb/stb_image.h>
#include <string>
#include <vector>

namespace ooze {
namespace {

using testing::HasSubstr;

std::size_t distinctColours(const Image& image, int x0, int y0, int x1, int y1) {
  std::set<std::uint32_t> colours;
  for (int y = y0; y < y1; ++y)
    for (int x = x0; x < x1; ++x) {
      const std::uint8_t* p = image.at(x, y);
      colours.insert(static_cast<std::uint32_t>(p[0] << 16 | p[1] << 8 | p[2]));
    }
  return colours.size();
}

TEST_F(WindowTest, AWorldBeginsWhenItsFirstPictureIsShown) {
  start();
  const auto seen = [](std::size_t worlds) {
    return [worlds](const Json& r) {
      return r["window"]["first_frames_seen"].size() == worlds && r["frame"].get<int>() > 0;
    };
  };
  waitFor("the world begins", seen(1));
  key("shift+r");
  waitFor("it begins anew", seen(2));
  const Json report = close();
  EXPECT_GT(report["frame"].get<int>(), 0) << "the simulation starts";
  EXPECT_EQ(report["window"]["first_frames_seen"], Json({0, 0})) << "at the start and after a restart";
}

TEST_F(WindowTest, DrawsAndADraggedSliderChangesTheRunningWorld) {
  start();
  const Image screen = waitForScreen("the view shows the liquid", [](const Image& now) {
    return distinctColours(now, 240, 40, 930, 760) > 100;
  });
  keepPicture("window_test", screen);
  // Anti-aliased text alone gives dozens of shades on the panels, and shading gives hundreds in the view. A
  // blank area gives one.
  EXPECT_GT(distinctColours(screen, 0, 40, 230, 700), 20u) << "left panel";
  EXPECT_GT(distinctColours(screen, 950, 40, kWidth, 700), 20u) << "right panel";
  EXPECT_GT(distinctColours(screen, 240, 40, 930, 760), 100u) << "view";

  // The two clicks and the number are sent within the time of one slow picture. The digits must reach the
  // text field, and must not act as shortcuts.
  // This step precedes the drags, because one of the drags may hit the same row.
  server_.xdotool("mousemove 1149 625 click --repeat 2 --delay 40 1");
  server_.xdotool("type --delay 20 0.37");
  act("key --delay 20 Return");
  waitFor("the number that was typed is the world's", [](const Json& r) {
    return r["values"]["materials"]["goo"]["plasticity_stretch"].get<float>() == 0.37f;
  });

  // Sliders are 26 pixels apart, so one of these two drags begins on a slider, wherever the rows are.
  drag(1130, 470, 1220, 470);
  drag(1130, 483, 1220, 483);
  waitFor("the world has what was dragged", [](const Json& r) {
    const Json& last = r["commands"].back();
    const std::string before = "material.goo.", target = last["target"];
    return target.starts_with(before) && target != before + "plasticity_stretch" &&
           r["values"]["materials"]["goo"][target.substr(before.size())] == last["values"][0];
  });
  const Json report = close();
  EXPECT_GT(report["frame"].get<int>(), 0);
  EXPECT_GT(report["particles"].get<int>(), 100);
  EXPECT_FLOAT_EQ(report["values"]["materials"]["goo"]["plasticity_stretch"].get<float>(), 0.37f);
  std::string target;
  float value = 0.f;
  for (const Json& command : report["commands"])
    if (command["target"].get<std::string>().starts_with("material.goo.")) {
      target = command["target"].get<std::string>().substr(std::string("material.goo.").size());
      value = command["values"][0].get<float>();
    }
  ASSERT_FALSE(target.empty()) << report.dump(1);
  EXPECT_NE(target, "plasticity_stretch") << "a drag came after the number";
  EXPECT_EQ(report["values"]["materials"]["goo"][target].get<float>(), value);
}

TEST_F(WindowTest, KeysAndADraggedNozzleReachTheWorld) {
  start();
  // The nozzle is above the point that the view orbits. A drag that misses the nozzle leaves that point in
  // its place.
  const int middleX = 608;
  for (const int y : {160, 190, 220, 250, 280}) drag(middleX, y, middleX + 120, y);
  key("e");
  waitFor("the nozzle is closed",
          [](const Json& r) { return r["values"]["emitters"]["spout"]["enabled"] == false; });
  pause();
  const auto pictures = [this] {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
      if (entry.path().extension() == ".png" && entry.file_size() > 1000) found.push_back(entry.path());
    return found;
  };
  const auto snap = [&](std::size_t count) {
    key("F12");
    waitUntil("the picture is saved", [&] { return pictures().size() >= count; });
  };
  snap(1);
  snap(2);
  key("Tab");
  waitFor("the panels are hidden", [](const Json& r) { return r["window"]["panels"] == false; });
  snap(3);
  EXPECT_EQ(pictures().size(), 3u)
      << "F12 saves a picture in the current folder, each under a name of its own";
  int whole = 0;
  for (const auto& file : pictures()) {
    int width = 0, height = 0, channels = 0;
    ASSERT_EQ(stbi_info(file.c_str(), &width, &height, &channels), 1) << file;
    whole += width == kWidth && height == kHeight;
  }
  EXPECT_EQ(whole, 1) << "without the panels the view fills the window";
  const Json report = close();
  const Json& spout = report["values"]["emitters"]["spout"];
  EXPECT_GT(std::hypot(spout["position"][0].get<float>(), spout["position"][2].get<float>()), 0.01f);
  EXPECT_FLOAT_EQ(spout["position"][1].get<float>(), 0.2f) << "a level drag keeps the height";
  EXPECT_FALSE(spout["enabled"].get<bool>());
}

TEST_F(WindowTest, ADragThatComesBackLeavesTheNozzleWhereItWas) {
  start();
  const int middleX = 608;
  for (const int y : {160, 190, 220, 250, 280}) {
    moveTo(middleX, y);
    press();
    moveSlowly(middleX, y, middleX + 120, y);
    moveSlowly(middleX + 120, y, middleX, y);
    release();
  }
  const Json report = close();
  bool moved = false;
  for (const Json& command : report["commands"])
    moved = moved || command["target"] == "emitter.spout.position";
  EXPECT_TRUE(moved) << "no drag met the nozzle";
  const Json& spout = report["values"]["emitters"]["spout"]["position"];
  EXPECT_NEAR(spout[0].get<float>(), 0.f, 0.003f);
  EXPECT_NEAR(spout[2].get<float>(), 0.f, 0.003f);
}

TEST_F(WindowTest, ShowsAQuantityWithItsLegend) {
  start();
  // Counts strong colours where the legend is drawn: its colour bar is saturated, and the floor behind it
  // is grey.
  const auto strongColours = [](const Image& screen) {
    int count = 0;
    for (int y = 450; y < 615; ++y)
      for (int x = 290; x < 315; ++x) {
        const std::uint8_t* p = screen.at(x, y);
        count += std::max({p[0], p[1], p[2]}) - std::min({p[0], p[1], p[2]}) > 60;
      }
    return count;
  };
  EXPECT_LT(strongColours(server_.screenshot()), 20);
  pause();              // quantities are gathered for a paused world too
  key("ctrl+4");        // selects the view of the liquid as points
  key("ctrl+shift+5");  // colours the points by pressure
  keepPicture("window_quantity_test", waitForScreen("there is a legend", [&](const Image& screen) {
                return strongColours(screen) > 1000;
              }));
  const Json report = close();
  EXPECT_EQ(report["window"]["view"], "points");
  EXPECT_EQ(report["window"]["colour"], "pressure");
}

/// A scene whose camera frames the tank, so that the ball is in the middle of the view.
class PoolWindowTest : public WindowTest {
 protected:
  static constexpr int kMiddleX = 608, kMiddleY = 328;

  PoolWindowTest() : WindowTest(kPoolScene) {}

  static Json last(const Json& report, const std::string& target) {
    Json found;
    for (const Json& command : report["commands"])
      if (command["target"] == target) found = command;
    return found;
  }
};

TEST_F(PoolWindowTest, ABodyIsGrabbedDraggedAndLetGo) {
  start();
  waitFor("the ball has come to float", [](const Json& r) { return r["time"].get<double>() > 0.5; });
  // Drags to the left and up, over the edge of the tank.
  const auto ball = [](const Json& r) {
    return r["values"]["bodies"]["red ball"]["position"][0].get<float>();
  };
  moveTo(kMiddleX, kMiddleY + 40);
  press();
  moveSlowly(kMiddleX, kMiddleY + 40, kMiddleX - 330, kMiddleY - 200);
  waitFor("the ball comes along", [&](const Json& r) { return ball(r) < -0.02f; });
  release();
  waitFor("the world knows that it is let go",
          [](const Json& r) { return !last(r, "body.red ball.release").is_null(); });
  keepPicture("window_bodies_test", server_.screenshot());
  const Json report = close();
  const Json pull = last(report, "body.red ball.pull"), release = last(report, "body.red ball.release");
  ASSERT_EQ(pull["values"].size(), 6u) << report.dump(1);
  EXPECT_GT(pull["values"][2].get<float>(), 0.f) << "held on the visible side";
  EXPECT_LT(pull["values"][3].get<float>(), -0.1f) << "the mouse moved to the left";
  ASSERT_FALSE(release.is_null());
  EXPECT_GE(release["step"].get<int>(), pull["step"].get<int>());
  EXPECT_LT(ball(report), -0.002f) << "it came along";
}

TEST_F(WindowTest, AMissingSceneIsOneLineAndExitCode2) {
  ChildProgram program({programFile(), "no_such_scene"}, server_.display(), folder_.path(), output_);
  EXPECT_EQ(program.waitForEnd(30.0), 2);
  const std::string output = readText(output_);
  EXPECT_THAT(output, HasSubstr("no_such_scene"));
  EXPECT_EQ(std::count(output.begin(), output.end(), '\n'), 1) << output;
}

TEST_F(WindowTest, ADeadDisplayIsOneLineAndExitCode1) {
  ChildProgram program({programFile(), scene_.string()}, ":987", folder_.path(), output_);
  EXPECT_EQ(program.waitForEnd(30.0), 1);
  const std::string output = readText(output_);
  EXPECT_THAT(output, HasSubstr("cannot open a window"));
  EXPECT_EQ(std::count(output.begin(), output.end(), '\n'), 1) << output;
}

}  // namespace
}  // namespace ooze
