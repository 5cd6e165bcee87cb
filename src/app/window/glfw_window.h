// A GLFW window with an OpenGL 4.1 core context. Input arrives as a list of events, so that nothing done
// between two slow frames is lost or collapses.
#pragma once

#include "ooze/base/math.h"

#include <memory>
#include <string>
#include <variant>
#include <vector>

struct GLFWwindow;

namespace ooze {

struct KeyEvent {
  int key;  ///< GLFW's code of what the keyboard's layout has on it, as far as GLFW names that
  bool pressed, repeated, control, shift;
};
struct TextEvent {
  unsigned character;  ///< Unicode
};
struct ButtonEvent {
  int button;  ///< GLFW's code
  bool pressed, shift, alt;
  bool twice;  ///< the second press of a double click
  Vec2 at;     ///< [window units] from the top left corner
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
  /// No larger than the display has room for. Opens hidden, so that a failure that follows does not flash.
  /// The context is current on this thread.
  /// @throws RunError in one line if there is no display or no OpenGL 4.1
  GlfwWindow(int width, int height, const std::string& title);
  ~GlfwWindow();
  GlfwWindow(const GlfwWindow&) = delete;
  GlfwWindow& operator=(const GlfwWindow&) = delete;

  /// True if this session has a display at all.
  static bool displayExists();
  /// Ends a wait() in progress or the next one. From any thread.
  static void wake();

  void show();
  void hide();
  void close();
  [[nodiscard]] bool closing() const;
  void setTitle(const std::string& title);
  void toggleFullScreen();
  void maximise();
  [[nodiscard]] bool maximised() const;
  /// Neither maximised, minimised, nor full screen: its size is one that the user gave it.
  [[nodiscard]] bool hasOwnSize() const;
  void swap();

  /// Sleeps until there is input, a wake() or the time has passed. @return the input since the last call
  std::vector<WindowEvent> wait(double seconds);

  [[nodiscard]] glm::ivec2 size() const;             ///< [window units]
  [[nodiscard]] glm::ivec2 framebufferSize() const;  ///< [pixels]
  /// How much larger than usual the interface should be on this display, in window units.
  [[nodiscard]] float contentScale() const;
  [[nodiscard]] GLFWwindow* handle() const { return window_; }

 private:
  struct Callbacks;
  struct Press {
    int button = -1;
    Vec2 at{0.f};
    double time = 0.0;  ///< [s]
  };
  [[nodiscard]] bool isSecond(const Press& press);

  GLFWwindow* window_ = nullptr;
  std::vector<WindowEvent> events_;
  Press lastPress_;
  glm::ivec4 windowed_{0};  ///< position and size to return to from full screen
};

}  // namespace ooze
