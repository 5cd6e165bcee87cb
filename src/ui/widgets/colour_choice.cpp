#include "ui/widgets/colour_choice.h"

#include <algorithm>

namespace ooze::ui {
namespace {

/// Returns the world's method, or the default method before a world is loaded.
const MethodRow& methodOf(const SessionView& view) {
  return findMethod(view.snapshot ? std::string_view(view.snapshot->method) : kDefaultMethod);
}

}  // namespace

std::vector<Field> quantitiesOf(const SessionView& view) { return ooze::quantitiesOf(methodOf(view)); }

std::optional<Field> chosenColour(const InterfaceState& state, const SessionView& view) {
  return findQuantity(state.colour, methodOf(view));
}

std::string colourWords(const Field& quantity) {
  if (quantity.kind == FieldKind::None) return std::string(quantity.label);
  std::string word(quantity.key);
  std::replace(word.begin(), word.end(), '_', ' ');
  return "Colour by " + word;
}

}  // namespace ooze::ui
