// Common frame of all dialogs: position, border, title, and the buttons at the end. Open menus, combo boxes
// and small popups, which hold the keyboard focus until closed; dialogs do not count as menus.
#pragma once

#include "ui/widgets/theme.h"

#include <string>

namespace ooze::ui {

/// Begins a modal window with a title in the middle of the screen. If `open` is given, a close button sets
/// `open` to false. Call endDialog() if the window is drawn. The caller opens and closes the popup `id`.
/// @param size  [ImGui's units], never larger than the screen; 0 in a direction: as large as the contents
/// @return true if the window is drawn
bool beginDialog(const Theme& theme, const char* id, const std::string& title, const ImVec2& size,
                 bool* open = nullptr);
void endDialog();

/// Moves the next item to the right end of the line, with room for `width` [ImGui's units].
void alignRight(float width);

/// Returns whether Enter was pressed to activate the main button. An Enter that ends text entry does not
/// count.
bool entered();

/// Draws the dialog's default button.
bool mainButton(const Theme& theme, const char* label, const ImVec2& size = {0.f, 0.f});

/// Returns whether a menu is open on top of everything else.
bool menusAreOpen();

/// Closes all menus and submenus; a dialog below stays open. Call between two frames.
void closeMenus();

}  // namespace ooze::ui
