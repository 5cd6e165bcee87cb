// A test fixture that runs the real program in a window under a virtual display. Tests wait for a state of
// the program's report or of the screen, never for a fixed time.
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

  /// @param width, height  size of the screen [pixels]
  explicit WindowTest(const char* scene = kSmallScene, int width = kWidth, int height = kHeight);

  /// Writes the settings file that the program reads at its start.
  void writeSettings(const std::string& settings) const;

  /// Opens the scene. Returns when the window shows a picture of the scene.
  void start() { open(scene_); }
  void open(const std::filesystem::path& what, const std::vector<std::string>& options = {});
  Json close();
  /// Returns the report that the program writes when it ends.
  Json report();

  // All of the following functions end the test with a message if the program ends, or after
  // `maxWaitSeconds_` seconds.

  /// Waits until the condition holds. @param what  completes the message "waited in vain until ..."
  void waitUntil(const std::string& what, const std::function<bool()>& holds);
  /// Waits until the report of the running program, once a world exists, satisfies the condition.
  /// @return the report that satisfies the condition
  Json waitFor(const std::string& what, const std::function<bool(const Json& report)>& says);
  /// Waits until the screen satisfies the condition. @return the screenshot that satisfies it
  Image waitForScreen(const std::string& what, const std::function<bool(const Image& screen)>& shows);
  /// Waits until the program has handled all input so far and has drawn the result. @return the report then
  Json settle();
  /// Waits until the program has drawn this many more frames.
  void waitForFrames(int count);

  /// Passes the arguments to xdotool, and settles.
  void act(const std::string& arguments);
  /// Presses and releases a key.
  void key(const std::string& name) { act("key " + name); }
  void moveTo(int x, int y);
  void press(int button = 1) { act("mousedown " + std::to_string(button)); }
  void release(int button = 1) { act("mouseup " + std::to_string(button)); }
  void click(int x, int y, int button = 1);
  /// Drags with a button (1: left, 3: right) from one place to another in small steps.
  /// A drag between two equal places is a click.
  void drag(int fromX, int fromY, int toX, int toY, int button = 1);
  void moveSlowly(int fromX, int fromY, int toX, int toY);
  /// Resizes the window. Returns when the new size is drawn.
  void resize(int width, int height);
  /// Pauses the world, and waits until the report says so.
  void pause();
  void play();

  [[nodiscard]] unsigned long windowId() const { return std::stoul(window_); }
  /// Returns the latest report of the running program, or null if no report exists yet.
  [[nodiscard]] Json reported() const;

  double maxWaitSeconds_ = 60.0;  ///< longest wait for one condition, on a machine that others use too [s]
  TemporaryFolder folder_;
  std::filesystem::path scene_;
  std::filesystem::path settings_ = folder_.path() / "XDG_CONFIG_HOME" / "ooze" / "settings.json";
  std::filesystem::path report_ = folder_.path() / "report.json", output_ = folder_.path() / "output.txt";
  XServer server_;
  std::optional<ChildProgram> program_;
  std::string window_;  ///< X id of the window
};

}  // namespace ooze
