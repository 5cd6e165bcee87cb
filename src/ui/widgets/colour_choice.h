// The choice of the colour field: the particle quantity that colours the liquid in the view.
#pragma once

#include "ui/panels/panel.h"

#include <optional>
#include <string>
#include <vector>

namespace ooze::ui {

/// Returns the quantities that can colour this world's liquid, in the order of the menus and keys.
std::vector<Field> quantitiesOf(const SessionView& view);
/// Returns the chosen colour field. Empty if the view uses its default, or if the method lacks the chosen
/// quantity.
std::optional<Field> chosenColour(const InterfaceState& state, const SessionView& view);
/// Returns the menu text of a choice: "Colour by pressure".
std::string colourWords(const Field& quantity);

}  // namespace ooze::ui
