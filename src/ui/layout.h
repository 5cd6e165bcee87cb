// Where everything is: bars above and below, panels left and right with splitters, the view between them.
#pragma once

#include "ui/message_list.h"
#include "ui/panels/panel.h"

namespace ooze::ui {

/// A part of the window, from its top left corner [ImGui's units].
struct ViewRect {
  float x = 0.f, y = 0.f, width = 1.f, height = 1.f;

  [[nodiscard]] bool contains(float px, float py) const {
    return px >= x && py >= y && px < x + width && py < y + height;
  }
};

/// Draws all that is not the view itself. @return where the view goes
ViewRect drawLayout(PanelContext& context);

}  // namespace ooze::ui
