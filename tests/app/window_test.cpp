// The real window under a virtual display, moved by real X events; what it did is read from the report that
// it writes when it closes, and from the screen.
#include "ooze/base/file.h"

#include "small_scene.h"
#include "x_server.h"

#include <algorithm>
#include <chrono>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <thread>

namespace ooze {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

constexpr int kWidth = 1280, kHeight = 800;

std::size_t distinctColours(const Image& image, int x0, int y0, int x1, int y1) {
  std::set<std::uint32_t> colours;
  for (int y = y0; y < y1; ++y)
    for (int x = x0; x < x1; ++x) {
      const std::uint8_t* p = image.at(x, y);
      colours.insert(static_cast<std::uint32_t>(p[0] << 16 | p[1] << 8 | p[2]));
    }
  return colours.size();
}

class WindowTest : public testing::Test {
 protected:
  void start() {
    program_.emplace(std::vector<std::string>{OOZE_PROGRAM, scene_.string(), "--report", report_.string()},
                     server_.display(), folder_.path(), output_);
    // xdotool waits for the window; its title names the scene once that is loaded.
    const std::string id = server_.xdotool("search --sync --onlyvisible --name 'Ooze - Small pour'");
    server_.xdotool("windowmove " + id.substr(0, id.find('\n')) + " 0 0");
    server_.xdotool("windowfocus " + id.substr(0, id.find('\n')));
    wait(1.0);
  }
  Json close() {
    server_.key("ctrl+q");
    EXPECT_EQ(program_->waitForEnd(30.0), 0) << readText(output_);
    return Json::parse(readText(report_));
  }
  static void wait(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

  TemporaryFolder folder_;
  std::filesystem::path scene_ = folder_.write("small.json", kSmallScene);
  std::filesystem::path report_ = folder_.path() / "report.json", output_ = folder_.path() / "output.txt";
  XServer server_{folder_.path(), kWidth, kHeight};
  std::optional<ChildProgram> program_;
};

TEST_F(WindowTest, DrawsAndADraggedSliderChangesTheRunningWorld) {
  start();
  const Image screen = server_.screenshot();
  writePng(std::filesystem::path(OOZE_BINARY_DIR) / "window_test.png", screen);
  // Anti-aliased text alone gives dozens of shades on the panels, shading hundreds in the view; a blank one
  // gives one.
  EXPECT_GT(distinctColours(screen, 0, 40, 230, 700), 20u) << "left panel";
  EXPECT_GT(distinctColours(screen, 950, 40, kWidth, 700), 20u) << "right panel";
  EXPECT_GT(distinctColours(screen, 240, 40, 930, 760), 100u) << "view";

  // Sliders stand 26 pixels apart: one of these two drags begins on one, wherever the rows are.
  server_.drag(1130, 390, 1220, 390);
  server_.drag(1130, 403, 1220, 403);
  wait(0.5);
  const Json report = close();
  EXPECT_GT(report["frame"].get<int>(), 0);
  EXPECT_GT(report["particles"].get<int>(), 100);
  std::string target;
  float value = 0.f;
  for (const Json& command : report["commands"])
    if (command["target"].get<std::string>().starts_with("material.goo.")) {
      target = command["target"].get<std::string>().substr(std::string("material.goo.").size());
      value = command["values"][0].get<float>();
    }
  ASSERT_FALSE(target.empty()) << report.dump(1);
  EXPECT_EQ(report["values"]["materials"]["goo"][target].get<float>(), value);
}

TEST_F(WindowTest, KeysAndThePourToolReachTheWorld) {
  start();
  server_.key("2");
  const int middleX = 590, middleY = 300;
  server_.drag(middleX, middleY, middleX + 120, middleY);
  server_.key("e");
  wait(0.5);
  server_.key("space");
  wait(0.5);
  server_.key("F12");
  wait(1.0);
  const Json report = close();
  const Json& spout = report["values"]["emitters"]["spout"];
  EXPECT_NE(spout["position"][0].get<float>(), 0.f);
  EXPECT_FLOAT_EQ(spout["position"][1].get<float>(), 0.2f) << "a level drag keeps the height";
  EXPECT_FALSE(spout["enabled"].get<bool>());
  int pictures = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
    if (entry.path().extension() == ".png" && entry.file_size() > 1000) ++pictures;
  EXPECT_EQ(pictures, 1) << "F12 saves a picture in the current folder";
}

TEST_F(WindowTest, AMissingSceneIsOneLineAndExitCode2) {
  ChildProgram program({OOZE_PROGRAM, "no_such_scene"}, server_.display(), folder_.path(), output_);
  EXPECT_EQ(program.waitForEnd(30.0), 2);
  const std::string output = readText(output_);
  EXPECT_THAT(output, HasSubstr("no_such_scene"));
  EXPECT_EQ(std::count(output.begin(), output.end(), '\n'), 1) << output;
}

TEST_F(WindowTest, ADeadDisplayIsOneLineAndExitCode1) {
  ChildProgram program({OOZE_PROGRAM, scene_.string()}, ":987", folder_.path(), output_);
  EXPECT_EQ(program.waitForEnd(30.0), 1);
  const std::string output = readText(output_);
  EXPECT_THAT(output, HasSubstr("cannot open a window"));
  EXPECT_EQ(std::count(output.begin(), output.end(), '\n'), 1) << output;
}

}  // namespace
}  // namespace ooze
