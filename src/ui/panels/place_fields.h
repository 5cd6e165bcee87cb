// Position, turn and size of what is chosen, in numbers.
#pragma once

#include "ui/panels/panel.h"
#include "ui/placement.h"

namespace ooze::ui {

/// Draws the fields, each of them an edit of its own, and says what cannot be changed and why.
void drawPlaceFields(PanelContext& context, const Placement& placement);

}  // namespace ooze::ui
