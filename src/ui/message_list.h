// Messages over the view: errors stay longer than news, and both can be clicked away.
#pragma once

#include "session/session.h"
#include "ui/theme.h"

#include <vector>

namespace ooze::ui {

class MessageList {
 public:
  /// @param now  wall clock [s]
  void add(Message message, double now);
  /// Draws above the point (centre, bottom).
  void draw(const Theme& theme, const ImVec2& bottomCentre, float width, double now);
  /// True if a message lies over this point.
  [[nodiscard]] bool covers(float x, float y) const;

 private:
  struct Shown {
    Message message;
    double until;
    ImVec2 from{}, to{};  ///< corners on the screen
  };
  std::vector<Shown> shown_;
};

}  // namespace ooze::ui
