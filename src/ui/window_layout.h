// Window layout: the rectangles of the panels, bars and the 3D view. Holds numbers only, so tests cover every
// window size and UI scale.
#pragma once

#include "ui/widgets/theme.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ooze::ui {

struct InterfaceState;

/// A rectangle in the window, measured from the window's top left corner [ImGui's units].
struct ViewRect {
  float x = 0.f, y = 0.f, width = 1.f, height = 1.f;

  [[nodiscard]] bool contains(float px, float py) const {
    return px >= x && py >= y && px < x + width && py < y + height;
  }
  [[nodiscard]] float right() const { return x + width; }
  [[nodiscard]] float bottom() const { return y + height; }
};

/// The rectangles of all parts of the window. A hidden part, or a part without room, is empty. No two
/// rectangles overlap.
struct WindowLayout {
  ViewRect view;
  std::optional<ViewRect> top, status, left, right, bottom, tools;
  std::optional<ViewRect> leftEdge, rightEdge, bottomEdge;  ///< splitters: strips that the user drags
  bool stacked = false;  ///< the window is too narrow for two panels: the right panel shows the left panel's
                         ///< contents too, in tabs

  /// Lists every part that is present, the view included, with its name.
  [[nodiscard]] std::vector<std::pair<const char*, ViewRect>> all() const;
};

/// Computes the layout of the window.
/// @param size   size of the window [ImGui's units]
/// @param scale  ImGui's units per design pixel
WindowLayout arrangeWindow(const ImVec2& size, const InterfaceState& state, float scale);

/// Hides the bottom strip, or shows it. While the panels are hidden, the strip is hidden too, so both appear.
void toggleBottomStrip(InterfaceState& state);

}  // namespace ooze::ui
