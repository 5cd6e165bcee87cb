// The real program in a window under a virtual display, and the report that it writes while it runs and when
// it closes. Nothing here waits for a time: tests wait for what the report or the screen says.
#pragma once

#include "base/file.h"
#include "fixtures/places.h"
#include "fixtures/small_scene.h"
#include "x_server.h"

#include <functional>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

using Json = nlohmann::json;

class WindowTest : public testing::Test {
 protected:
  static constexpr int kWidth = 1280, kHeight = 800;

  /// @param width, height  of the screen
  explicit WindowTest(const char* scene = kSmallScene, int width = kWidth, int height = kHeight);

  /// What the program finds as its settings.
  void writeSettings(const std::string& settings) const;

  /// Opens the scene; returns when the window shows a picture of it.
  void start() { open(scene_); }
  void open(const std::filesystem::path& what, const std::vector<std::string>& options = {});
  Json close();
  /// What the program writes when it ends.
  Json report();

  // All that follow end the test with a message if the program ends, or if `patience_` is over.

  /// Until this holds. @param what  ends "waited in vain until ..."
  void waitUntil(const std::string& what, const std::function<bool()>& holds);
  /// Until the report of the running program says so, once there is a world. @return that report
  Json waitFor(const std::string& what, const std::function<bool(const Json& report)>& says);
  /// Until the screen shows so. @return that picture
  Image waitForScreen(const std::string& what, const std::function<bool(const Image& screen)>& shows);
  /// Until the program has handled all input so far and has drawn what follows from it. @return the report
  /// then
  Json settle();
  /// So many more frames are drawn.
  void waitForFrames(int count);

  /// Gives these arguments to xdotool, and settles.
  void act(const std::string& arguments);
  /// Presses and releases a key.
  void key(const std::string& name) { act("key " + name); }
  void moveTo(int x, int y);
  void press(int button = 1) { act("mousedown " + std::to_string(button)); }
  void release(int button = 1) { act("mouseup " + std::to_string(button)); }
  void click(int x, int y, int button = 1);
  /// Moves to a place, presses a button (1: left, 3: right), moves to another in steps, releases.
  /// Between two places that are the same it is a click.
  void drag(int fromX, int fromY, int toX, int toY, int button = 1);
  void moveSlowly(int fromX, int fromY, int toX, int toY);
  /// Resizes the window; returns when it is drawn so.
  void resize(int width, int height);
  /// The world stands.
  void pause();
  void play();

  [[nodiscard]] unsigned long windowId() const { return std::stoul(window_); }
  /// What the running program has reported last; null if there is nothing yet.
  [[nodiscard]] Json reported() const;

  double patience_ = 30.0;  ///< the longest wait for one thing, on a machine that others use too [s]
  TemporaryFolder folder_;
  std::filesystem::path scene_;
  std::filesystem::path settings_ = folder_.path() / "XDG_CONFIG_HOME" / "ooze" / "settings.json";
  std::filesystem::path report_ = folder_.path() / "report.json", output_ = folder_.path() / "output.txt";
  XServer server_;
  std::optional<ChildProgram> program_;
  std::string window_;  ///< its X id
};

}  // namespace ooze
