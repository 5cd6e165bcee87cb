// A GLFW window with an OpenGL 4.1 core context. Input arrives as an ordered list of events, so that no input
// between two slow frames is lost or merged.
#pragma once

#include "ooze/base/math.h"

#include <memory>
#include <string>
#include <variant>
#include <vector>

struct GLFWwindow;

namespace ooze {

struct KeyEvent {
  int key;  ///< GLFW's code of the key's label in the keyboard layout, if GLFW knows the label
  bool pressed, repeated, control, shift, alt = false;
};
struct TextEvent {
  unsigned character;  ///< Unicode code point of the typed character
};
struct ButtonEvent {
  int button;  ///< GLFW's code of the mouse button
  bool pressed, shift, alt;
  bool twice;  ///< whether this is the second press of a double click
  Vec2 at;     ///< position of the pointer from the top left corner [window units]
  bool control = false;
};
struct MoveEvent {
  Vec2 at;
  bool shift;
};
struct ScrollEvent {
  Vec2 at;
  float notches;
  bool control;
};
struct DropEvent {
  std::vector<std::string> files;
};
using WindowEvent = std::variant<KeyEvent, TextEvent, ButtonEvent, MoveEvent, ScrollEvent, DropEvent>;

class GlfwWindow {
 public:
  /// Opens a window no larger than the display. The window is hidden at first, so that a later failure does
  /// not flash. The OpenGL context is current on this thread.
  /// @throws RunError in one line if no display or no OpenGL 4.1 is available
  GlfwWindow(int width, int height, const std::string& title);
  ~GlfwWindow();
  GlfwWindow(const GlfwWindow&) = delete;
  GlfwWindow& operator=(const GlfwWindow&) = delete;

  /// Returns true if this session has a display.
  static bool displayExists();
  /// Ends a wait() in progress or the next one. Call on any thread.
  static void wake();

  void show();
  void hide();
  void close();
  [[nodiscard]] bool closing() const;
  void setTitle(const std::string& title);
  void toggleFullScreen();
  void maximise();
  [[nodiscard]] bool maximised() const;
  /// Returns true if the user chose the size: the window is neither maximised, minimised, nor full screen.
  [[nodiscard]] bool hasOwnSize() const;
  void swap();

  /// Sleeps until input arrives, wake() is called, or the time has passed.
  /// @return the input since the last call
  std::vector<WindowEvent> wait(double seconds);

  [[nodiscard]] glm::ivec2 size() const;             ///< size of the window [window units]
  [[nodiscard]] glm::ivec2 framebufferSize() const;  ///< size of the framebuffer [pixels]
  /// Scale of the interface on this display, in window units.
  [[nodiscard]] float contentScale() const;
  [[nodiscard]] GLFWwindow* handle() const { return window_; }
  /// Returns the X11 id of the window, or 0 under Wayland.
  [[nodiscard]] unsigned long x11Id() const;

 private:
  struct Callbacks;
  struct Press {
    int button = -1;
    Vec2 at{0.f};
    double time = 0.0;  ///< wall clock at the press [s]
  };
  [[nodiscard]] bool isSecondPress(const Press& press);

  GLFWwindow* window_ = nullptr;
  std::vector<WindowEvent> events_;
  Press lastPress_;
  glm::ivec4 windowed_{0};  ///< position and size to restore after full screen
};

}  // namespace ooze
