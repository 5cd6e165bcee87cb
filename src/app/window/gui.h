// Dear ImGui on a GLFW window: its context, its backends, and the theme at the scale of the display.
#pragma once

#include "app/window/glfw_window.h"
#include "ui/theme.h"

#include <array>
#include <optional>

namespace ooze {

class Gui {
 public:
  /// The window's OpenGL context must be current.
  explicit Gui(GlfwWindow& window);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  /// What the interface sees of an event in the next frame; InputQueue says what fits into one.
  void take(const WindowEvent& event);
  /// Begins a frame. @param scale  of the interface; fonts are made anew when it changes
  void begin(float scale);
  /// Draws what the frame has collected into the default framebuffer.
  void end();

  [[nodiscard]] const ui::Theme& theme() const { return theme_; }
  /// True where a click belongs to a window of the interface, and everywhere while a menu or list is open.
  /// @param at  [window units]
  [[nodiscard]] bool takesClick(const Vec2& at) const;
  /// True while a menu, a list or a dialog is open.
  [[nodiscard]] bool popupOpen() const { return popupOpen_; }
  /// True while a dialog lies over everything else.
  [[nodiscard]] bool dialogOpen() const { return dialogOpen_; }
  /// True while keys belong to a text field.
  [[nodiscard]] bool typing() const;

 private:
  ui::Theme theme_;
  std::optional<Vec2> pointer_;  ///< none before the first event that tells
  std::array<bool, 5> buttons_{};
  bool popupOpen_ = false, dialogOpen_ = false;
};

}  // namespace ooze
