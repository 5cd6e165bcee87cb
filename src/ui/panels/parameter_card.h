// The card that explains a parameter: its formula, its source, what more and less of it does, in words and in
// figures of this world.
#pragma once

#include "ui/panels/panel.h"

namespace ooze::ui {

/// A value of a material that is explained; of the world's own settings `material` is null.
struct ExplainedValue {
  const ParameterInfo& info;
  std::size_t row;  ///< in the method's table
  const MaterialDefinition* material = nullptr;
};

/// Draws the card below the row, and once it is there brings it into view.
/// @param top  of the row [ImGui's units]; it stays in view itself
/// @return false if it was closed
bool drawParameterCard(const PanelContext& context, const ExplainedValue& value, float top);

/// What Esc closes before it leaves a tool: the card, then the search above the parameters.
/// @return false if nothing was open
bool closeExplanation(InterfaceState& state);

/// What a figure reads like: "1.82 m/s".
std::string figureText(double value, std::string_view unit);

/// The same in no more room than there is beside a number: two digits, "1.2 s" for 1200 ms.
std::string shortFigure(double value, std::string_view unit);

/// How a slider prints this value: to four digits, and never as a power of ten where it is large.
const char* digitsFor(float value);

/// Whether a unit is one of the paper's, in which a number means nothing to whoever does not know them.
bool isPapersUnit(std::string_view unit);

/// What the letters of a parameter's unit stand for: "h: how far a particle reaches; frame: the paper's, 1/30
/// s"; "" where there are none to explain.
std::string unitInWords(std::string_view unit);

}  // namespace ooze::ui
