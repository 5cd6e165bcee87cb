// What the colours of the picture stand for, chosen from what the world's method has.
#pragma once

#include "ui/panels/panel.h"

#include <optional>
#include <string>
#include <vector>

namespace ooze::ui {

/// What the liquid of this world can be coloured by, in the order of its menus and keys.
std::vector<Field> quantitiesOf(const SessionView& view);
/// What is chosen of it; nothing where the view shows what it does by itself, also of a method that does not
/// have what is chosen.
std::optional<Field> chosenColour(const InterfaceState& state, const SessionView& view);
/// What a menu calls the choice: "Colour by pressure".
std::string colourWords(const Field& quantity);

}  // namespace ooze::ui
