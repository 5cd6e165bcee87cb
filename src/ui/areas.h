// Which part of the window belongs to what: numbers only, so that every size and scale can be tested.
#pragma once

#include "ui/theme.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ooze::ui {

struct InterfaceState;

/// A part of the window, from its top left corner [ImGui's units].
struct ViewRect {
  float x = 0.f, y = 0.f, width = 1.f, height = 1.f;

  [[nodiscard]] bool contains(float px, float py) const {
    return px >= x && py >= y && px < x + width && py < y + height;
  }
  [[nodiscard]] float right() const { return x + width; }
  [[nodiscard]] float bottom() const { return y + height; }
};

/// The parts of the window. Those that are hidden, or for which there is no room, are absent; none overlaps
/// another.
struct Areas {
  ViewRect view;
  std::optional<ViewRect> top, status, left, right, bottom, tools;
  std::optional<ViewRect> leftEdge, rightEdge, bottomEdge;  ///< strips that one drags
  bool stacked =
      false;  ///< too narrow for two panels: the right one shows what belongs to the left one, too, by tabs

  /// All that are there, the view too, with names.
  [[nodiscard]] std::vector<std::pair<const char*, ViewRect>> all() const;
};

/// @param size   of the window [ImGui's units]
/// @param scale  units per design pixel
Areas arrange(const ImVec2& size, const InterfaceState& state, float scale);

}  // namespace ooze::ui
