// Input between two slow frames, in portions that Dear ImGui can tell apart: within a frame it sees only
// where keys and buttons stand at last, so a click that is over before the frame begins would never have
// been.
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

  /// The events of one frame, in the order of their coming. No button or key of control goes both down and up
  /// in them, the pointer does not move once a button has changed, and nothing follows what can change its
  /// meaning: a key follows no click, a text no key of control (Enter, Backspace).
  std::vector<WindowEvent> next();

 private:
  [[nodiscard]] bool mustSettle(const WindowEvent& event) const;

  std::deque<WindowEvent> waiting_;
  int afterClick_ = 0, afterKey_ = 0;  ///< frames until what it opened listens
};

}  // namespace ooze
