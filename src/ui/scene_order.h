// The scenes one after another, as keys leaf through them.
#pragma once

#include "ui/library.h"

#include <string>

namespace ooze::ui {

/// The scene that comes before (-1) or after (1) the present one, round and round; those that do not load are
/// left out. Null if there is none.
/// @param shown    name of the scene that is shown
/// @param loading  what is being loaded now, as SessionStatus has it, or "": whoever presses again means the
///                 scene after that
const Listing* neighbourScene(const Catalog& catalog, const std::string& shown, const std::string& loading,
                              int direction);

}  // namespace ooze::ui
