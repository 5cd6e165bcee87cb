// Open menus, combo boxes and small popups, which hold the keyboard focus until closed. Dialogs do not count.
#pragma once

namespace ooze::ui {

/// Returns whether a menu is open on top of everything else.
bool menusAreOpen();

/// Closes all menus and submenus; a dialog below stays open. Call between two frames.
void closeMenus();

}  // namespace ooze::ui
