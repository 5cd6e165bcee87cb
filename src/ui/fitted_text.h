// Text in a place of a given width.
#pragma once

#include <imgui.h>
#include <string>

namespace ooze::ui {

/// The line as far as it fits, and three dots in place of what does not.
std::string fitted(const ImFont& font, const std::string& line, float width);

}  // namespace ooze::ui
