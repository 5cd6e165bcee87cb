// A virtual X display of its own for a test, and a program under it, driven by real X events (xdotool).
#pragma once

#include "image/image.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ooze {

/// Xvfb with a free display number; ends with this object.
class XServer {
 public:
  /// @throws std::runtime_error if Xvfb does not start
  XServer(const std::filesystem::path& folder, int width, int height);
  ~XServer();
  XServer(const XServer&) = delete;
  XServer& operator=(const XServer&) = delete;

  [[nodiscard]] const std::string& display() const { return display_; }
  /// What is on the screen now, read from the server's own memory.
  [[nodiscard]] Image screenshot() const;
  /// Runs xdotool with these arguments on this display. @return its output; throws if it fails
  std::string xdotool(const std::string& arguments) const;

 private:
  std::filesystem::path folder_;
  std::string display_;
  int process_ = 0;
};

/// Keeps what a test has seen, as NAME.png among the pictures that CI offers for a look.
void keepPicture(const std::string& name, const Image& picture);

/// A program that runs beside the test; killed with this object if it still runs.
class ChildProgram {
 public:
  /// @param output  file that takes stdout and stderr
  ChildProgram(const std::vector<std::string>& command, const std::string& display,
               const std::filesystem::path& folder, const std::filesystem::path& output);
  ~ChildProgram();
  ChildProgram(const ChildProgram&) = delete;
  ChildProgram& operator=(const ChildProgram&) = delete;

  [[nodiscard]] bool running();
  void signal(int number) const;
  /// @return the exit code, or -1 if it has not ended by then
  int waitForEnd(double seconds);

 private:
  int process_ = 0;
  int code_ = -1;
};

}  // namespace ooze
