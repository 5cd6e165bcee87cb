// Menus, lists and small popups that are open: they have the keyboard until they are closed. Dialogs are none
// of them.
#pragma once

namespace ooze::ui {

/// Whether one is open over whatever else is.
bool menusAreOpen();

/// Closes them, submenus too; a dialog below stays. Between two frames.
void closeMenus();

}  // namespace ooze::ui
