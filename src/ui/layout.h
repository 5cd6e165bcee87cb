// Where everything is: bars above and below, panels round the view with splitters.
#pragma once

#include "ui/areas.h"
#include "ui/message_list.h"
#include "ui/panels/panel.h"

namespace ooze::ui {

/// Draws all that is not the view itself. @return where the view goes
ViewRect drawLayout(PanelContext& context);

}  // namespace ooze::ui
