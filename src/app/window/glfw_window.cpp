#include "app/window/glfw_window.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <string_view>
#include <utility>

#define GLFW_INCLUDE_NONE
#include "ooze/base/error.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

namespace ooze {
namespace {

std::string lastGlfwError() {
  const char* text = nullptr;
  glfwGetError(&text);
  std::string line = text ? text : "unknown reason";
  for (char& c : line)
    if (c == '\n') c = ' ';
  return line;
}

Vec2 cursor(GLFWwindow* window) {
  double x = 0.0, y = 0.0;
  glfwGetCursorPos(window, &x, &y);
  return {static_cast<float>(x), static_cast<float>(y)};
}

bool eitherHeld(GLFWwindow* window, int left, int right) {
  return glfwGetKey(window, left) == GLFW_PRESS || glfwGetKey(window, right) == GLFW_PRESS;
}

// Converts a key to its label. GLFW names keys by their place on an American keyboard, but shortcuts use the
// label.
int keyOfLabel(int key, int scancode) {
  const char* name = glfwGetKeyName(key, scancode);
  if (!name || name[0] == '\0' || name[1] != '\0') return key;
  const char c = name[0];
  if (c >= 'a' && c <= 'z') return GLFW_KEY_A + (c - 'a');
  constexpr std::string_view kOwnCode =
      ",-./0123456789;=ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]";  // GLFW's codes of these keys equal ASCII
  return kOwnCode.find(c) != std::string_view::npos ? c : key;
}

bool shiftHeld(GLFWwindow* window) { return eitherHeld(window, GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT); }

/// Limits the window to the display, because a remembered size may come from a larger display.
glm::ivec2 fitToMonitor(int width, int height) {
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  if (!monitor) return {width, height};
  int x = 0, y = 0, roomX = 0, roomY = 0;
  float scaleX = 1.f, scaleY = 1.f;
  glfwGetMonitorWorkarea(monitor, &x, &y, &roomX, &roomY);
  glfwGetMonitorContentScale(monitor, &scaleX, &scaleY);  // GLFW scales the window's size by this factor
  const auto fit = [](int wanted, int room, float scale) {
    return room > 0 && scale > 0.f ? std::min(wanted, static_cast<int>(static_cast<float>(room) / scale))
                                   : wanted;
  };
  return {fit(width, roomX, scaleX), fit(height, roomY, scaleY)};
}

}  // namespace

struct GlfwWindow::Callbacks {
  static GlfwWindow& self(GLFWwindow* window) {
    return *static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window));
  }
  static std::vector<WindowEvent>& events(GLFWwindow* window) { return self(window).events_; }
  static void key(GLFWwindow* window, int key, int scancode, int action, int mods) {
    events(window).push_back(KeyEvent{keyOfLabel(key, scancode), action != GLFW_RELEASE,
                                      action == GLFW_REPEAT,
                                      (mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0,
                                      (mods & GLFW_MOD_SHIFT) != 0, (mods & GLFW_MOD_ALT) != 0});
  }
  static void text(GLFWwindow* window, unsigned character) { events(window).push_back(TextEvent{character}); }
  static void button(GLFWwindow* window, int button, int action, int mods) {
    const bool pressed = action == GLFW_PRESS;
    const Vec2 at = cursor(window);
    events(window).push_back(ButtonEvent{button, pressed, (mods & GLFW_MOD_SHIFT) != 0,
                                         (mods & GLFW_MOD_ALT) != 0,
                                         pressed && self(window).isSecondPress({button, at, glfwGetTime()}),
                                         at, (mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0});
  }
  static void move(GLFWwindow* window, double x, double y) {
    events(window).push_back(MoveEvent{{static_cast<float>(x), static_cast<float>(y)}, shiftHeld(window)});
  }
  static void scroll(GLFWwindow* window, double, double y) {
    events(window).push_back(ScrollEvent{cursor(window), static_cast<float>(y),
                                         eitherHeld(window, GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL)});
  }
  static void drop(GLFWwindow* window, int count, const char** paths) {
    events(window).push_back(DropEvent{{paths, paths + count}});
  }
};

bool GlfwWindow::displayExists() {
#if defined(__linux__) || defined(__FreeBSD__)
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return value && *value;
  };
  return set("DISPLAY") || set("WAYLAND_DISPLAY");
#else
  return true;
#endif
}

void GlfwWindow::wake() { glfwPostEmptyEvent(); }

GlfwWindow::GlfwWindow(int width, int height, const std::string& title) {
  if (!glfwInit())
    throw RunError(fmt::format("cannot open a window: {} (`ooze render` and `ooze run` need no display)",
                               lastGlfwError()));
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 1);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  // Desktops find the program's entry and icon by this name.
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "ooze");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "ooze");
  glfwWindowHint(GLFW_DEPTH_BITS, 0);  // the view is drawn into its own framebuffer
  const glm::ivec2 room = fitToMonitor(width, height);
  // Request a robust context, so that contextWasReset() works. The hint also applies to contexts created
  // later, which can share objects with this context only if they have the same setting.
  glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_LOSE_CONTEXT_ON_RESET);
  window_ = glfwCreateWindow(room.x, room.y, title.c_str(), nullptr, nullptr);
  if (!window_) {
    glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_NO_ROBUSTNESS);
    window_ = glfwCreateWindow(room.x, room.y, title.c_str(), nullptr, nullptr);
  }
  if (!window_) {
    const std::string reason = lastGlfwError();
    glfwTerminate();
    throw RunError(fmt::format(
        "no OpenGL 4.1 for the window: {} (`ooze render` and `ooze run` need no window)", reason));
  }
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(1);
  glfwSetWindowSizeLimits(window_, 480, 320, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwSetWindowUserPointer(window_, this);
  glfwSetKeyCallback(window_, Callbacks::key);
  glfwSetCharCallback(window_, Callbacks::text);
  glfwSetMouseButtonCallback(window_, Callbacks::button);
  glfwSetCursorPosCallback(window_, Callbacks::move);
  glfwSetScrollCallback(window_, Callbacks::scroll);
  glfwSetDropCallback(window_, Callbacks::drop);
}

GlfwWindow::~GlfwWindow() {
  glfwDestroyWindow(window_);
  glfwTerminate();
}

void GlfwWindow::show() { glfwShowWindow(window_); }
void GlfwWindow::hide() { glfwHideWindow(window_); }
void GlfwWindow::close() { glfwSetWindowShouldClose(window_, GLFW_TRUE); }
bool GlfwWindow::closing() const { return glfwWindowShouldClose(window_) != 0; }
void GlfwWindow::setTitle(const std::string& title) { glfwSetWindowTitle(window_, title.c_str()); }
void GlfwWindow::swap() { glfwSwapBuffers(window_); }

bool GlfwWindow::isSecondPress(const Press& press) {
  constexpr double kSeconds = 0.35;
  constexpr float kDistance = 6.f;  // greatest distance between the presses of a double click [window units]
  const bool second = press.button == lastPress_.button && press.time - lastPress_.time < kSeconds &&
                      glm::length(press.at - lastPress_.at) < kDistance;
  lastPress_ = second ? Press{} : press;  // a third press starts a new double click
  return second;
}

std::vector<WindowEvent> GlfwWindow::wait(double seconds) {
  if (seconds > 0.0)
    glfwWaitEventsTimeout(seconds);
  else
    glfwPollEvents();
  return std::exchange(events_, {});
}

void GlfwWindow::toggleFullScreen() {
  if (glfwGetWindowMonitor(window_)) {
    glfwSetWindowMonitor(window_, nullptr, windowed_.x, windowed_.y, windowed_.z, windowed_.w,
                         GLFW_DONT_CARE);
    return;
  }
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
  if (!mode) return;
  glfwGetWindowPos(window_, &windowed_.x, &windowed_.y);
  glfwGetWindowSize(window_, &windowed_.z, &windowed_.w);
  glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

void GlfwWindow::maximise() { glfwMaximizeWindow(window_); }

bool GlfwWindow::maximised() const { return glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) != 0; }

bool GlfwWindow::hasOwnSize() const {
  return !maximised() && glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == 0 && !glfwGetWindowMonitor(window_);
}

glm::ivec2 GlfwWindow::size() const {
  glm::ivec2 s{0};
  glfwGetWindowSize(window_, &s.x, &s.y);
  return s;
}

glm::ivec2 GlfwWindow::framebufferSize() const {
  glm::ivec2 s{0};
  glfwGetFramebufferSize(window_, &s.x, &s.y);
  return s;
}

// Returns the content scale if window units are pixels (X11, Windows). If window units are points (macOS,
// Wayland), the framebuffer is already scaled.
// A GLFW that is built for Wayland alone lacks the function, so the function is looked up while the program
// runs.
unsigned long GlfwWindow::x11Id() const {
  using GetX11Window = unsigned long (*)(GLFWwindow*);
  const auto get = reinterpret_cast<GetX11Window>(::dlsym(RTLD_DEFAULT, "glfwGetX11Window"));
  return get ? get(window_) : 0;
}

float GlfwWindow::contentScale() const {
  float x = 1.f, y = 1.f;
  glfwGetWindowContentScale(window_, &x, &y);
  // The server answers each query separately, so a resize between two queries can combine sizes of different
  // moments. Retry until both sizes are stable.
  constexpr int kTries = 3;
  for (int n = 0; n < kTries; ++n) {
    const glm::ivec2 window = size(), pixels = framebufferSize();
    if (size() != window || framebufferSize() != pixels) continue;
    if (window.x > 0 && pixels.x > 0) return x * static_cast<float>(window.x) / static_cast<float>(pixels.x);
  }
  return x;
}

}  // namespace ooze
