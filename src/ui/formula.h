// Formulas as text, set with lowered and raised words.
#pragma once

#include "ui/theme.h"

#include <string>
#include <string_view>
#include <vector>

namespace ooze::ui {

struct FormulaRun {
  enum class Level { Line, Lowered, Raised } level = Level::Line;
  bool accented = false;
  std::string text;

  bool operator==(const FormulaRun&) const = default;
};

/// `_` and `^` lower and raise the word that follows (letters, digits, signs at its end); what stands between
/// asterisks is accented.
std::vector<FormulaRun> parseFormula(std::string_view text);

/// Draws a formula as an item.
void drawFormula(const Theme& theme, std::string_view text);

/// Draws a formula from this corner on, as no item.
void addFormula(const Theme& theme, const ImVec2& corner, std::string_view text, const ImVec4& colour);
float formulaWidth(const Theme& theme, std::string_view text);

/// A parameter's symbol as a formula: what follows its letter is lowered, "γ-" as "γ_−".
std::string symbolFormula(std::string_view symbol);

}  // namespace ooze::ui
