// Dear ImGui on a GLFW window: its context, its backends, and the theme at the scale of the display.
#pragma once

#include "app/glfw_window.h"
#include "ui/theme.h"

namespace ooze {

class Gui {
 public:
  /// The window's OpenGL context must be current. Input callbacks set before stay in use.
  explicit Gui(GlfwWindow& window);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  /// Begins a frame. @param scale  of the interface; fonts are made anew when it changes
  void begin(float scale);
  /// Draws what the frame has collected into the default framebuffer.
  void end();

  [[nodiscard]] const ui::Theme& theme() const { return theme_; }
  /// True while an open menu or list takes every click.
  [[nodiscard]] bool popupOpen() const { return popupOpen_; }
  /// True while keys belong to a text field.
  [[nodiscard]] bool typing() const;

 private:
  ui::Theme theme_;
  bool popupOpen_ = false;
};

}  // namespace ooze
