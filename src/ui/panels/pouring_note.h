// What is to be known of a liquid before it is poured.
#pragma once

#include "ui/panels/panel.h"

#include <cstddef>

namespace ooze::ui {

/// Says what a nozzle leaves out that pours the liquid of this number, and what to do; draws nothing for one
/// that comes out as it is.
void drawPouringNote(const PanelContext& context, std::size_t liquid);

}  // namespace ooze::ui
