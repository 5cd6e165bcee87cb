// Shortens a line of text to a given width.
#pragma once

#include <imgui.h>
#include <string>

namespace ooze::ui {

/// Returns the line, cut off with three dots ("...") if the line is wider than `width`.
std::string fitted(const ImFont& font, const std::string& line, float width);

}  // namespace ooze::ui
