// Dear ImGui on a GLFW window: portions of input, context, backends, and the theme at the scale of the
// display.
#pragma once

#include "app/window/glfw_window.h"
#include "ui/widgets/theme.h"

#include <array>
#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace ooze {

/// Frames that ImGui needs after input until the layout is stable and a widget that opened accepts text.
inline constexpr int kSettlingFrames = 3;

/// Splits input between two slow frames into portions for Dear ImGui. Within a frame ImGui sees only the
/// final state of keys and buttons, so a click shorter than a frame would be lost.
class InputQueue {
 public:
  void add(const std::vector<WindowEvent>& events);
  [[nodiscard]] bool empty() const { return waiting_.empty(); }

  /// Returns the events for one frame, in order of arrival. Within a portion, no button or control key goes
  /// both down and up, and the pointer does not move after a button has changed. An event does not share a
  /// portion with an event that can change its meaning: a key does not follow a click, and text does not
  /// follow a control key (Enter, Backspace).
  std::vector<WindowEvent> next();

 private:
  [[nodiscard]] bool mustWait(const WindowEvent& event) const;

  std::deque<WindowEvent> waiting_;
  /// Remaining frames until a widget opened by a click, or by a key, accepts input.
  int afterClick_ = 0, afterKey_ = 0;
};

/// Owns the ImGui context and its backends, and feeds ImGui with events.
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
