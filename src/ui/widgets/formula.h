// Formulas as text with subscripts and superscripts.
#pragma once

#include "ui/widgets/theme.h"

#include <string>
#include <string_view>
#include <vector>

namespace ooze::ui {

struct FormulaRun {
  enum class TextLevel { Line, Lowered, Raised } level = TextLevel::Line;
  bool accented = false;
  std::string text;

  bool operator==(const FormulaRun&) const = default;
};

/// Splits a formula into runs of equal style. `_` and `^` make the next word a subscript or superscript (a
/// word is letters, digits, and signs at its end). Text between asterisks is accented.
std::vector<FormulaRun> parseFormula(std::string_view text);

/// Draws a formula as an ImGui item.
void drawFormula(const Theme& theme, std::string_view text);

/// Draws a formula from this corner on, without making an ImGui item.
void addFormula(const Theme& theme, const ImVec2& corner, std::string_view text, const ImVec4& colour);
float formulaWidth(const Theme& theme, std::string_view text);

/// Returns a parameter's symbol as a formula. The part behind the letter becomes a subscript: "γ-" as "γ_−".
std::string symbolFormula(std::string_view symbol);

}  // namespace ooze::ui
