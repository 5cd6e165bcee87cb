// What all dialogs have in common: where they stand, their frame, their title, and the buttons at their end.
#pragma once

#include "ui/theme.h"

#include <string>

namespace ooze::ui {

/// Begins a modal window in the middle of the screen, with a title and, if `open` is given, a cross that sets
/// it to false. endDialog() follows if it is drawn. The caller opens and closes the popup `id`.
/// @param size  [ImGui's units], never larger than the screen; 0 in a direction: as large as the contents
/// @return whether it is drawn
bool beginDialog(const Theme& theme, const char* id, const std::string& title, const ImVec2& size,
                 bool* open = nullptr);
void endDialog();

/// Puts the next item at the right end of the line, with room for `width` [ImGui's units].
void alignRight(float width);

/// Enter, as the press of that button: not the one that ends typing in a field.
bool entered();

/// The button that a dialog is there for.
bool mainButton(const Theme& theme, const char* label, const ImVec2& size = {0.f, 0.f});

}  // namespace ooze::ui
