// Messages over the view. Errors stay longer than information, and long texts longer than
// short ones; a click closes either.
#pragma once

#include "session/session.h"
#include "ui/widgets/theme.h"

#include <vector>

namespace ooze::ui {

class MessageList {
 public:
  /// Adds a message, and removes older messages of equal text or of the same topic. A message without
  /// text is not shown.
  /// @param now  wall clock [s]
  void add(Message message, double now);
  /// Draws the messages above the point `bottomCentre`.
  void draw(const Theme& theme, const ImVec2& bottomCentre, float width, double now);
  /// Returns whether a message covers this point.
  [[nodiscard]] bool covers(float x, float y) const;

 private:
  struct Shown {
    Message message;
    double until;         ///< wall clock at which the message goes [s]
    bool isOpen = false;  ///< the detail is shown
    ImVec2 from{}, to{};  ///< corners of the message on the screen
  };
  std::vector<Shown> shown_;
};

}  // namespace ooze::ui
