// Legend of the colour field, in a corner of the view.
#pragma once

#include "ui/panels/panel.h"

namespace ooze::ui {

struct ViewRect;

/// Draws a colour bar with numbers, or the names of the materials. Draws nothing if the liquid has its own
/// look. The legend lies over the picture and behind the windows of ImGui.
void drawLegend(const PanelContext& context, const ViewRect& view);

}  // namespace ooze::ui
