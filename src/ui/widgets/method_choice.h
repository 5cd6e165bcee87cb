// Menu for the choice of a simulation method.
#pragma once

#include "ui/state/library.h"
#include "ui/widgets/theme.h"

#include <string>
#include <string_view>
#include <vector>

namespace ooze {
struct MethodRow;
}

namespace ooze::ui {

/// Returns a description of a method, one line each: its paper, its strengths, its weaknesses.
std::string methodCard(const MethodRow& method);

/// Draws a menu item for each method, inside an open menu. A method without a material for a look in this
/// world is disabled, and the tooltip says why.
/// @param own  the current method, which is marked
/// @return the key of the newly chosen method; "": none
std::string methodItems(const Theme& theme, const Catalog& catalog,
                        const std::vector<MaterialDefinition>& materials, std::string_view own);

}  // namespace ooze::ui
