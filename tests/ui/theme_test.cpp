// Tests of the legibility of text: contrast ratios after WCAG 2.1, level AA.
#include "panel_driver.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ooze::ui {
namespace {

constexpr float kReadable = 4.5f;  // least contrast ratio of WCAG 2.1, success criterion 1.4.3

float luminance(const ImVec4& colour) {
  const auto linear = [](float c) {
    return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
  };
  return 0.2126f * linear(colour.x) + 0.7152f * linear(colour.y) + 0.0722f * linear(colour.z);
}

float contrast(const ImVec4& a, const ImVec4& b) {
  const float one = luminance(a), other = luminance(b);
  return (std::max(one, other) + 0.05f) / (std::min(one, other) + 0.05f);
}

class ThemeTest : public PanelDriver {};

TEST_F(ThemeTest, TextIsReadableOnEveryBackground) {
  const auto style = [](ImGuiCol index) { return ImGui::GetStyleColorVec4(index); };
  const std::vector<std::pair<const char*, ImVec4>> letters{{"text", style(ImGuiCol_Text)},
                                                            {"dim", theme_.dim},
                                                            {"accent", theme_.accent},
                                                            {"error", theme_.error}};
  const std::vector<std::pair<const char*, ImVec4>> surfaces{{"panel", style(ImGuiCol_WindowBg)},
                                                             {"dialog", style(ImGuiCol_PopupBg)},
                                                             {"card", style(ImGuiCol_FrameBg)},
                                                             {"table's head", style(ImGuiCol_TableHeaderBg)},
                                                             {"bar", theme_.bar}};
  for (const auto& [letter, ink] : letters)
    for (const auto& [surface, paper] : surfaces)
      EXPECT_GE(contrast(ink, paper), kReadable) << letter << " on a " << surface;
  EXPECT_GE(contrast(theme_.bar, theme_.accent), kReadable) << "a button that is lit";
  EXPECT_GE(contrast(style(ImGuiCol_Text), style(ImGuiCol_ScrollbarGrab)), kReadable) << "a filled slider";
}

}  // namespace
}  // namespace ooze::ui
