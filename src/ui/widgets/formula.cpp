#include "ui/widgets/formula.h"

#include <cctype>

namespace ooze::ui {
namespace {

// Vertical offsets of subscripts and superscripts, downwards [line heights].
constexpr float kLowered = 0.32f, kRaised = -0.22f;

/// Returns the number of bytes of the UTF-8 character that begins at `at`.
std::size_t characterAt(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  return std::min(length, text.size() - at);
}

bool belongsToWord(std::string_view character) {
  return std::isalnum(static_cast<unsigned char>(character[0])) != 0 || character == "+" || character == "−";
}

float sizeOf(const FormulaRun& run, float line) {
  return run.level == FormulaRun::TextLevel::Line ? line : 0.76f * line;
}

}  // namespace

std::vector<FormulaRun> parseFormula(std::string_view text) {
  std::vector<FormulaRun> runs;
  FormulaRun::TextLevel level = FormulaRun::TextLevel::Line;
  bool accented = false;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view character = text.substr(i, characterAt(text, i));
    i += character.size();
    if (level != FormulaRun::TextLevel::Line && !belongsToWord(character))
      level = FormulaRun::TextLevel::Line;
    if (character == "*") {
      accented = !accented;
    } else if (character == "_" || character == "^") {
      level = character == "_" ? FormulaRun::TextLevel::Lowered : FormulaRun::TextLevel::Raised;
    } else {
      if (runs.empty() || runs.back().level != level || runs.back().accented != accented)
        runs.push_back({level, accented, ""});
      runs.back().text += character;
    }
  }
  return runs;
}

void addFormula(const Theme& theme, const ImVec2& corner, std::string_view text, const ImVec4& colour) {
  const float line = theme.text->FontSize;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float x = 0.f;
  for (const FormulaRun& run : parseFormula(text)) {
    const float size = sizeOf(run, line);
    const float y = run.level == FormulaRun::TextLevel::Line      ? 0.f
                    : run.level == FormulaRun::TextLevel::Lowered ? kLowered * line + 0.12f * line
                                                                  : kRaised * line;
    list.AddText(theme.text, size, {corner.x + x, corner.y + y},
                 ImGui::GetColorU32(run.accented ? theme.accent : colour), run.text.c_str());
    x += theme.text->CalcTextSizeA(size, 1e9f, 0.f, run.text.c_str()).x;
  }
}

float formulaWidth(const Theme& theme, std::string_view text) {
  float width = 0.f;
  for (const FormulaRun& run : parseFormula(text))
    width += theme.text->CalcTextSizeA(sizeOf(run, theme.text->FontSize), 1e9f, 0.f, run.text.c_str()).x;
  return width;
}

void drawFormula(const Theme& theme, std::string_view text) {
  addFormula(theme, ImGui::GetCursorScreenPos(), text, ImGui::GetStyleColorVec4(ImGuiCol_Text));
  ImGui::Dummy({formulaWidth(theme, text), theme.text->FontSize * 1.3f});
}

std::string symbolFormula(std::string_view symbol) {
  if (symbol.empty()) return {};
  const std::size_t letter = characterAt(symbol, 0);
  std::string rest(symbol.substr(letter));
  if (rest.starts_with('_')) rest.erase(0, 1);
  if (rest == "-") rest = "−";
  return std::string(symbol.substr(0, letter)) + (rest.empty() ? "" : "_" + rest);
}

}  // namespace ooze::ui
