// What the colours of the picture stand for, in a corner of the view.
#pragma once

#include "ui/panels/panel.h"

namespace ooze::ui {

struct ViewRect;

/// A bar of colours with numbers, or the names of the materials; nothing where liquid has its own look.
/// Draws behind the windows of ImGui, over the picture.
void drawLegend(const PanelContext& context, const ViewRect& view);

}  // namespace ooze::ui
