// Bar above the two views while two worlds are compared side by side.
#pragma once

#include "ui/layout.h"

namespace ooze::ui {

/// Draws the bar along the upper edge of the view while two worlds are compared. @return the rest of the view
ViewRect drawCompareBar(PanelContext& context, const ViewRect& view);

/// Returns the half of a view for a side, with a thin gap between the halves.
ViewRect halfOf(const Theme& theme, const ViewRect& view, std::size_t side);

}  // namespace ooze::ui
