// The choice of a method, in menus.
#pragma once

#include "ui/theme.h"

#include <string>
#include <string_view>

namespace ooze::ui {

/// An item for each method, within a menu that is open; `own` is marked.
/// @return the key of the one that was chosen, other than `own`; "": none
std::string methodItems(const Theme& theme, std::string_view own);

}  // namespace ooze::ui
