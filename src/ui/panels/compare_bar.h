// What is said and chosen of two worlds side by side, above their views.
#pragma once

#include "ui/layout.h"

namespace ooze::ui {

/// Draws the bar along the upper edge of the view while two worlds are compared. @return what is left of the
/// view
ViewRect drawCompareBar(PanelContext& context, const ViewRect& view);

/// The half of a view that belongs to a side, with a thin gap between the two.
ViewRect halfOf(const Theme& theme, const ViewRect& view, std::size_t side);

}  // namespace ooze::ui
