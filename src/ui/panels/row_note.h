// What is to be said of a parameter's row for now: what its value costs, what hides it, why an edit was
// refused. It takes no room among the rows, which stay where they are under the mouse.
#pragma once

#include "ui/panels/panel.h"

#include <string>

namespace ooze::ui {

struct RowNote {
  std::string words;
  ImVec4 colour;
};

/// A mark behind the slider of a row that explains itself. @param corner, width  of the row [ImGui's units]
void markRow(const Theme& theme, const ImVec2& corner, float width, const ImVec4& colour);

/// The words, in a window that is being drawn.
void drawNote(const Theme& theme, const RowNote& note);

/// The words beside the panel, level with the item just drawn.
void drawNoteBeside(const Theme& theme, const RowNote& note);

enum class RefusalAnswer { None, Automatic, Keep };

/// The same with the ways out of an edit that needs more substeps than are fixed; it stays until it is
/// answered.
/// @param fixed  the number of substeps that there are
RefusalAnswer drawRefusalBeside(const Theme& theme, const RowNote& note, int fixed);

}  // namespace ooze::ui
