// Note about the pouring of a liquid whose properties a nozzle cannot reproduce.
#pragma once

#include "ui/panels/panel.h"

#include <cstddef>

namespace ooze::ui {

/// Describes what a nozzle leaves out for the liquid of this index, and the remedy. Draws nothing if nothing
/// is left out.
void drawPouringNote(const PanelContext& context, std::size_t liquid);

}  // namespace ooze::ui
