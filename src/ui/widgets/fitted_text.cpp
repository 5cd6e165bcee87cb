#include "ui/widgets/fitted_text.h"

#include <limits>

namespace ooze::ui {

std::string fitted(const ImFont& font, const std::string& line, float width) {
  constexpr float kAnyWidth = std::numeric_limits<float>::max();
  const auto widthOf = [&](const std::string& text, float most, const char** rest) {
    return font.CalcTextSizeA(font.FontSize, most, 0.f, text.c_str(), nullptr, rest).x;
  };
  if (widthOf(line, kAnyWidth, nullptr) <= width) return line;
  const std::string dots = "...";
  const char* rest = line.c_str();
  (void)widthOf(line, width - widthOf(dots, kAnyWidth, nullptr), &rest);
  std::string begin(line.c_str(), rest);
  while (!begin.empty() && begin.back() == ' ') begin.pop_back();
  return begin + dots;
}

}  // namespace ooze::ui
