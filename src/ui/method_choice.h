// The choice of a method, in menus.
#pragma once

#include "ui/library.h"
#include "ui/theme.h"

#include <string>
#include <string_view>
#include <vector>

namespace ooze {
struct MethodRow;
}

namespace ooze::ui {

/// Its paper, what it is good at and what it is not, a line each.
std::string methodCard(const MethodRow& method);

/// An item for each method, within a menu that is open. Those that have no material of a look that is in the
/// world cannot be chosen, and say so.
/// @param own  the method that is marked
/// @return the key of the one that was chosen, other than `own`; "": none
std::string methodItems(const Theme& theme, const Catalog& catalog,
                        const std::vector<MaterialDefinition>& materials, std::string_view own);

}  // namespace ooze::ui
