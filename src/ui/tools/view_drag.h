// Drags of the mouse that move the view whatever tool is armed. Each key map has rows of its own.
#pragma once

#include "ui/tools/tool.h"

#include <span>

namespace ooze::ui {

enum class ViewDrag { Orbit, Pan, Zoom };

/// A press that moves the view. The modifiers must be exactly these.
struct ViewDragRow {
  KeyMap map;
  Button button;
  bool shift, control, alt;
  ViewDrag drag;
  const char* words;  ///< the drag in words: "Alt+left drag"
  Vec2 zoomIn{0.f};   ///< direction of the pointer that zooms in, to the right and up; unused by other drags
};

/// Returns the rows of all key maps.
std::span<const ViewDragRow> viewDrags();
/// Returns the row of a press; null if the key map has none.
const ViewDragRow* findViewDrag(KeyMap map, const Pointer& pointer, Button button);
/// Returns in words the drag that turns the view: "Middle drag".
const char* turningDrag(KeyMap map);
/// Returns the effect of a drag in words: "Turn the view".
const char* effectOf(ViewDrag drag);

}  // namespace ooze::ui
