// Draws pictures for a film beside the window, on another thread and in an OpenGL context of its own, so that
// the view goes on meanwhile.
#pragma once

#include "app/pictures/picture_line.h"

struct GLFWwindow;

namespace ooze {

class WindowPainter {
 public:
  /// From the main thread, while a window is open.
  WindowPainter() = default;
  ~WindowPainter();
  WindowPainter(const WindowPainter&) = delete;
  WindowPainter& operator=(const WindowPainter&) = delete;

  /// From the main thread. What it gives may be used by one thread at a time, and not longer than this
  /// object.
  /// @throws RunError if OpenGL refuses another context
  std::function<PictureLine::Draw()> open();

 private:
  GLFWwindow* context_ = nullptr;  ///< a hidden window, made when it is needed first
};

}  // namespace ooze
