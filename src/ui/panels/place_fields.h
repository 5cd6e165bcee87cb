// Number fields for position, rotation and size of the selected object.
#pragma once

#include "ui/panels/panel.h"
#include "ui/state/placement.h"

namespace ooze::ui {

/// Draws the fields, and the reasons why some values cannot be changed. Each field is an edit of its own.
void drawPlaceFields(PanelContext& context, const Placement& placement);

}  // namespace ooze::ui
