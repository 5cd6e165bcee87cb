#include "app/window/background_painter.h"

#include "ooze/base/error.h"

#include "base/thread_priority.h"
#include "render/offscreen_renderer.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <memory>
#include <mutex>

namespace ooze {
namespace {

/// A context that is current during the object's lifetime. The constructing thread must also destroy the
/// object.
class RecordingContext {
 public:
  explicit RecordingContext(GLFWwindow* context) : current_(context) {}
  Image draw(const FrameJob& shot) { return maker_.make(shot.snapshot, shot.camera, shot.settings); }

 private:
  struct Current {
    explicit Current(GLFWwindow* context) { glfwMakeContextCurrent(context); }
    ~Current() { glfwMakeContextCurrent(nullptr); }
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;
  };
  Current current_;  // first, because the maker needs the current context
  PictureRenderer maker_;
};

/// Draws on a separate display for software rendering. All contexts of a display share the same threads, so
/// the panels would wait for whole pictures of the video. A separate display has its own threads, with low
/// priority. All background rendering shares this display, so only one picture is drawn at a time
/// (OffscreenContext::Display).
RenderQueue::Draw openOnSeparateDisplay() {
  lowerThreadPriority(kBackgroundNiceness);
  static std::mutex one;
  const std::lock_guard opening(one);
  const std::shared_ptr<RenderQueue::Draw> draw(new RenderQueue::Draw(openOffscreen()),
                                                [](RenderQueue::Draw* done) {
                                                  const std::lock_guard closing(one);
                                                  delete done;
                                                });
  return [draw](const FrameJob& shot) {
    const std::lock_guard drawing(one);
    return (*draw)(shot);
  };
}

}  // namespace

BackgroundPainter::~BackgroundPainter() {
  if (context_) glfwDestroyWindow(context_);
}

std::function<RenderQueue::Draw()> BackgroundPainter::open() {
  if (isSoftwareRenderer()) return openOnSeparateDisplay;
  if (!context_) {
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    context_ = glfwCreateWindow(16, 16, "Ooze recording", nullptr, nullptr);
  }
  if (!context_) throw RunError("cannot create a second OpenGL context to draw in the background");
  return [context = context_]() -> RenderQueue::Draw {
    auto painting = std::make_shared<RecordingContext>(context);
    return [painting](const FrameJob& shot) { return painting->draw(shot); };
  };
}

}  // namespace ooze
