// Draws the window layout: bars above and below, panels around the view, splitters between them, and what
// lies along the edges of the view.
#pragma once

#include "ui/panels/panel.h"
#include "ui/state/message_list.h"
#include "ui/window_layout.h"

namespace ooze::ui {

/// Draws everything but the view itself. @return the rectangle left for the view
ViewRect drawLayout(PanelContext& context);

/// Draws the bar along the upper edge of the view while two worlds are compared. @return the rest of the view
ViewRect drawCompareBar(PanelContext& context, const ViewRect& view);

/// Returns the half of a view for a side, with a thin gap between the halves.
ViewRect halfOf(const Theme& theme, const ViewRect& view, std::size_t side);

/// Draws a colour bar with numbers, or the names of the materials. Draws nothing if the liquid has its own
/// look. The legend lies over the picture and behind the windows of ImGui.
void drawLegend(const PanelContext& context, const ViewRect& view);

}  // namespace ooze::ui
