// A virtual X display for a test, and a program on this display, driven by real X events (xdotool).
#pragma once

#include "image/image.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ooze {

/// Runs Xvfb with a free display number. Xvfb ends with this object.
class XServer {
 public:
  /// @throws std::runtime_error if Xvfb does not start
  XServer(const std::filesystem::path& folder, int width, int height);
  ~XServer();
  XServer(const XServer&) = delete;
  XServer& operator=(const XServer&) = delete;

  [[nodiscard]] const std::string& display() const { return display_; }
  /// Returns the current content of the screen, read from the server's own memory.
  [[nodiscard]] Image screenshot() const;
  /// Runs xdotool with these arguments on this display.
  /// @return the output of xdotool
  /// @throws std::runtime_error if xdotool fails
  std::string xdotool(const std::string& arguments) const;

 private:
  std::filesystem::path folder_;
  std::string display_;
  int process_ = 0;
};

/// Writes a picture as NAME.png to the folder of pictures that CI publishes for inspection.
void keepPicture(const std::string& name, const Image& picture);

/// A program that runs beside the test. The destructor kills the program if it still runs.
class ChildProgram {
 public:
  /// @param output  file that receives stdout and stderr
  ChildProgram(const std::vector<std::string>& command, const std::string& display,
               const std::filesystem::path& folder, const std::filesystem::path& output);
  ~ChildProgram();
  ChildProgram(const ChildProgram&) = delete;
  ChildProgram& operator=(const ChildProgram&) = delete;

  [[nodiscard]] bool running();
  void signal(int number) const;
  /// Waits for the program to end. @return its exit code, or -1 if the program still runs after this time
  int waitForEnd(double seconds);

 private:
  int process_ = 0;
  int code_ = -1;
};

}  // namespace ooze
