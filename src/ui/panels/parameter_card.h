// Card that explains a parameter: formula, source, and the effect of a larger value, with numbers for this
// world.
#pragma once

#include "ui/panels/panel.h"

namespace ooze::ui {

/// The explained parameter. `material` is null for a parameter of the world.
struct ExplainedValue {
  const ParameterInfo& info;
  std::size_t row;  ///< row in the method's parameter table
  const MaterialDefinition* material = nullptr;
};

/// Draws the card below the row. A new card is scrolled into view.
/// @param top  upper edge of the row [ImGui's units], which stays in view
/// @return false if the card was closed
bool drawParameterCard(const PanelContext& context, const ExplainedValue& value, float top);

/// Scrolls the window back to where it was before a card was brought into view, once no card is open. A
/// window that the user has scrolled since stays. Call this after the rows of a panel.
void scrollBackFromCard();

/// Handles Escape: closes the card, else clears the search above the parameters.
/// @return false if nothing was open
bool closeExplanation(InterfaceState& state);

/// Returns the uncertainty of a card's figure in words, from the shipped verification: " (within 12 %)". Adds
/// a sentence if the method's liquid cannot be so thin. "" if no law verifies the figure.
std::string uncertaintyOf(std::string_view method, const DerivedQuantity& figure);

/// Formats a derived quantity: "1.82 m/s".
std::string formatQuantity(double value, std::string_view unit);

/// Formats a derived quantity briefly, for the space beside a number: two digits, "1.2 s" for 1200 ms.
std::string formatQuantityBriefly(double value, std::string_view unit);

/// Returns the printf format of a slider's number: four digits, without an exponent for large values.
const char* digitsFor(float value);

/// Returns whether a unit is defined only by the method's paper, so that users may not know the unit.
bool isPapersUnit(std::string_view unit);

/// Explains the letters of a parameter's unit: "h: reach of a particle; frame: 1/30 s, as in
/// the paper"; "" without letters to explain.
std::string unitInWords(std::string_view unit);

}  // namespace ooze::ui
