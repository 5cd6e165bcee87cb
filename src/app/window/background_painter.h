// Draws pictures beside the window, on another thread and in its own OpenGL context, so that the view stays
// responsive.
#pragma once

#include "app/pictures/render_queue.h"

struct GLFWwindow;

namespace ooze {

class BackgroundPainter {
 public:
  /// Construct on the main thread, while a window is open.
  BackgroundPainter() = default;
  ~BackgroundPainter();
  BackgroundPainter(const BackgroundPainter&) = delete;
  BackgroundPainter& operator=(const BackgroundPainter&) = delete;

  /// Returns a function that opens the drawing context. Call on the main thread. The result may be used by
  /// one thread at a time, and must not outlive this object.
  /// @throws RunError if OpenGL refuses another context
  std::function<RenderQueue::Draw()> open();

 private:
  GLFWwindow* context_ = nullptr;  ///< hidden window with the OpenGL context; null until first needed
};

}  // namespace ooze
