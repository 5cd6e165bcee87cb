// The real program in a window under a virtual display, and the report that it writes when it closes.
#pragma once

#include "ooze/base/file.h"

#include "fixtures/places.h"
#include "fixtures/small_scene.h"
#include "x_server.h"

#include <chrono>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace ooze {

using Json = nlohmann::json;

class WindowTest : public testing::Test {
 protected:
  static constexpr int kWidth = 1280, kHeight = 800;

  /// @param width, height  of the screen
  explicit WindowTest(const char* scene = kSmallScene, int width = kWidth, int height = kHeight)
      : scene_(folder_.write("small.json", scene)), server_(folder_.path(), width, height) {
    writeSettings(R"({"tour_seen": true})");  // its cards lie over what is pressed here
  }

  /// What the program finds as its settings.
  void writeSettings(const std::string& settings) const {
    std::filesystem::create_directories(settings_.parent_path());
    writeFile(settings_, settings);
  }

  void start() {
    program_.emplace(std::vector<std::string>{programFile(), scene_.string(), "--report", report_.string()},
                     server_.display(), folder_.path(), output_);
    // xdotool waits for the window; its title names the scene once that is loaded.
    const std::string id = server_.xdotool("search --sync --onlyvisible --name 'Ooze - Small'");
    window_ = id.substr(0, id.find('\n'));
    server_.xdotool("windowmove " + window_ + " 0 0");
    server_.xdotool("windowfocus " + window_);
    wait(1.0);
  }
  Json close() {
    server_.key("ctrl+q");
    return report();
  }
  /// What the program writes when it ends.
  Json report() {
    EXPECT_EQ(program_->waitForEnd(30.0), 0) << readText(output_);
    return Json::parse(readText(report_));
  }
  static void wait(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

  TemporaryFolder folder_;
  std::filesystem::path scene_;
  std::filesystem::path settings_ = folder_.path() / "XDG_CONFIG_HOME" / "ooze" / "settings.json";
  std::filesystem::path report_ = folder_.path() / "report.json", output_ = folder_.path() / "output.txt";
  XServer server_;
  std::optional<ChildProgram> program_;
  std::string window_;  ///< its X id
};

}  // namespace ooze
