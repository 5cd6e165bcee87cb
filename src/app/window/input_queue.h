// Splits input between two slow frames into portions for Dear ImGui. Within a frame ImGui sees only the final
// state of keys and buttons, so a click shorter than a frame would be lost.
#pragma once

#include "app/window/glfw_window.h"

#include <cstddef>
#include <deque>
#include <vector>

namespace ooze {

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

}  // namespace ooze
