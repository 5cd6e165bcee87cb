// Dear ImGui on a GLFW window: context, backends, and the theme at the scale of the display.
#pragma once

#include "app/window/glfw_window.h"
#include "ui/widgets/theme.h"

#include <array>
#include <optional>

namespace ooze {

class Gui {
 public:
  /// Creates the ImGui context. The window's OpenGL context must be current.
  explicit Gui(GlfwWindow& window);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  /// Passes an event to ImGui for the next frame; InputQueue decides which events fit into one frame.
  void take(const WindowEvent& event);
  /// Begins a frame. @param scale  interface scale; a change rebuilds the fonts
  void begin(float scale);
  /// Draws the interface into the default framebuffer.
  void end();

  [[nodiscard]] const ui::Theme& theme() const { return theme_; }
  /// Returns true if a click at this point belongs to the interface; always true while a menu or list is
  /// open.
  /// @param at  position of the click [window units]
  [[nodiscard]] bool takesClick(const Vec2& at) const;
  /// Returns true while a menu, a list or a dialog is open.
  [[nodiscard]] bool popupOpen() const { return popupOpen_; }
  /// Returns true while a modal dialog is open.
  [[nodiscard]] bool dialogOpen() const { return dialogOpen_; }
  /// Returns true while a text field has the keyboard focus.
  [[nodiscard]] bool typing() const;

 private:
  ui::Theme theme_;
  std::optional<Vec2> pointer_;  ///< unset before the first pointer event
  std::array<bool, 5> buttons_{};
  bool popupOpen_ = false, dialogOpen_ = false;
};

}  // namespace ooze
