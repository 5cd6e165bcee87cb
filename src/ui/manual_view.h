// Draws a page of the manual: headings, text, lists, tables and code.
#pragma once

#include "manual/manual.h"
#include "ui/state/manual_state.h"
#include "ui/widgets/theme.h"

#include <string>

namespace ooze::ui {

/// Draws a page into the current window, as wide as that is, and scrolls to where the state asks.
/// @return the link that was clicked; null: none
const std::string* drawManualPage(const Theme& theme, const Manual& manual, std::size_t page,
                                  ManualState& state);

}  // namespace ooze::ui
