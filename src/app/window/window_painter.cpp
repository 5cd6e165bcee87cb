#include "app/window/window_painter.h"

#include "ooze/base/error.h"

#include "base/patience.h"
#include "render/picture_maker.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <memory>
#include <mutex>

namespace ooze {
namespace {

/// A context that is current during the object's lifetime. The constructing thread must also destroy the
/// object.
class Painting {
 public:
  explicit Painting(GLFWwindow* context) : current_(context) {}
  Image draw(const Shot& shot) { return maker_.make(shot.snapshot, shot.camera, shot.settings); }

 private:
  struct Current {
    explicit Current(GLFWwindow* context) { glfwMakeContextCurrent(context); }
    ~Current() { glfwMakeContextCurrent(nullptr); }
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;
  };
  Current current_;  // first, because the maker needs the current context
  PictureMaker maker_;
};

/// Draws on a separate display for software rendering. All contexts of a display share the same threads, so
/// the panels would wait for whole pictures of the video. A separate display has its own threads, with low
/// priority. All background rendering shares this display, so only one picture is drawn at a time
/// (OffscreenContext::Display).
PictureLine::Draw openBehind() {
  constexpr int kPatience = 10;
  bePatient(kPatience);
  static std::mutex one;
  const std::lock_guard opening(one);
  const std::shared_ptr<PictureLine::Draw> draw(new PictureLine::Draw(openOffscreen()),
                                                [](PictureLine::Draw* done) {
                                                  const std::lock_guard closing(one);
                                                  delete done;
                                                });
  return [draw](const Shot& shot) {
    const std::lock_guard drawing(one);
    return (*draw)(shot);
  };
}

}  // namespace

WindowPainter::~WindowPainter() {
  if (context_) glfwDestroyWindow(context_);
}

std::function<PictureLine::Draw()> WindowPainter::open() {
  if (isSoftwareRenderer()) return openBehind;
  if (!context_) {
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    context_ = glfwCreateWindow(16, 16, "Ooze recording", nullptr, nullptr);
  }
  if (!context_) throw RunError("OpenGL refuses another context for drawing beside the window");
  return [context = context_]() -> PictureLine::Draw {
    auto painting = std::make_shared<Painting>(context);
    return [painting](const Shot& shot) { return painting->draw(shot); };
  };
}

}  // namespace ooze
