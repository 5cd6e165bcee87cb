// Draws the window layout: bars above and below, panels around the view, and splitters between them.
#pragma once

#include "ui/panels/panel.h"
#include "ui/state/message_list.h"
#include "ui/window_layout.h"

namespace ooze::ui {

/// Draws everything but the view itself. @return the rectangle left for the view
ViewRect drawLayout(PanelContext& context);

}  // namespace ooze::ui
