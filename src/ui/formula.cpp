#include "ui/formula.h"

#include <cctype>

namespace ooze::ui {
namespace {

constexpr float kLowered = 0.32f, kRaised = -0.22f;  // of the line's height

/// The bytes of the UTF-8 character that begins here.
std::size_t characterAt(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  return std::min(length, text.size() - at);
}

bool belongsToWord(std::string_view character) {
  return std::isalnum(static_cast<unsigned char>(character[0])) != 0 || character == "+" || character == "−";
}

}  // namespace

std::vector<FormulaRun> parseFormula(std::string_view text) {
  std::vector<FormulaRun> runs;
  FormulaRun::Level level = FormulaRun::Level::Line;
  bool accented = false;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view character = text.substr(i, characterAt(text, i));
    i += character.size();
    if (level != FormulaRun::Level::Line && !belongsToWord(character)) level = FormulaRun::Level::Line;
    if (character == "*") {
      accented = !accented;
    } else if (character == "_" || character == "^") {
      level = character == "_" ? FormulaRun::Level::Lowered : FormulaRun::Level::Raised;
    } else {
      if (runs.empty() || runs.back().level != level || runs.back().accented != accented)
        runs.push_back({level, accented, ""});
      runs.back().text += character;
    }
  }
  return runs;
}

void drawFormula(const Theme& theme, std::string_view text) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float line = theme.text->FontSize;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float x = 0.f;
  for (const FormulaRun& run : parseFormula(text)) {
    const bool onLine = run.level == FormulaRun::Level::Line;
    const float size = onLine ? line : 0.76f * line;
    const float y = onLine                                    ? 0.f
                    : run.level == FormulaRun::Level::Lowered ? kLowered * line + 0.12f * line
                                                              : kRaised * line;
    const ImU32 colour = run.accented ? ImGui::GetColorU32(theme.accent) : ImGui::GetColorU32(ImGuiCol_Text);
    list.AddText(theme.text, size, {corner.x + x, corner.y + y}, colour, run.text.c_str());
    x += theme.text->CalcTextSizeA(size, 1e9f, 0.f, run.text.c_str()).x;
  }
  ImGui::Dummy({x, line * 1.3f});
}

}  // namespace ooze::ui
