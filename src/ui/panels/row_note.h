// Notes on a parameter's row: cost of the value, lack of effect, or the reason for a refused edit. A note
// takes no room among the rows, which stay fixed under the mouse.
#pragma once

#include "ui/panels/panel.h"

#include <string>

namespace ooze::ui {

struct RowNote {
  std::string words;
  ImVec4 colour;
};

/// Draws a mark behind the slider of a row that has a note.
/// @param corner, width  upper left corner and width of the row [ImGui's units]
void markRow(const Theme& theme, const ImVec2& corner, float width, const ImVec4& colour);

/// Draws the note in the current window.
void drawNote(const Theme& theme, const RowNote& note);

/// Draws the note beside the panel, level with the item just drawn.
void drawNoteBeside(const Theme& theme, const RowNote& note);

enum class RefusalAnswer { None, Automatic, Keep };

/// Draws the note beside the panel, with buttons to resolve an edit that needs more substeps than are fixed.
/// The window stays until the user answers.
/// @param fixed  the fixed number of substeps
RefusalAnswer drawRefusalBeside(const Theme& theme, const RowNote& note, int fixed);

}  // namespace ooze::ui
