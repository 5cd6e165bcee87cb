#include "ui/panels/profiler_sheet.h"

namespace ooze::ui {
namespace {

constexpr ImU32 kSheetBack = IM_COL32(18, 20, 24, 255), kSheetGrid = IM_COL32(255, 255, 255, 18);

}  // namespace

float labelWidth(const Theme& theme, const std::string& text) {
  return theme.small->CalcTextSizeA(theme.small->FontSize, 1e9f, 0.f, text.c_str()).x;
}

void label(const Theme& theme, const ImVec2& at, const std::string& text, ImU32 colour, float align) {
  ImGui::GetWindowDrawList()->AddText(theme.small, theme.small->FontSize,
                                      {at.x - align * labelWidth(theme, text), at.y}, colour, text.c_str());
}

ImU32 dimColour(const Theme& theme) { return ImGui::GetColorU32(theme.dim); }
ImU32 brightColour() { return ImGui::GetColorU32(ImGuiCol_Text); }

PlotArea beginPlot(const ProfilerSheet& sheet, const ImVec2& lower, const ImVec2& upper) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(lower, upper, kSheetBack, 3.f * sheet.context.theme.scale);
  for (const float part : {0.25f, 0.5f, 0.75f}) {
    const float y = lower.y + part * (upper.y - lower.y);
    list.AddLine({lower.x, y}, {upper.x, y}, kSheetGrid);
  }
  return {lower, upper, sheet.from, sheet.to};
}

void drawCursor(const ProfilerSheet& sheet, const PlotArea& area) {
  if (!sheet.pointed) return;
  const float x = area.x(static_cast<double>(sheet.pointed->frame));
  ImGui::GetWindowDrawList()->AddLine({x, area.lower.y}, {x, area.upper.y}, IM_COL32(255, 255, 255, 110));
}

}  // namespace ooze::ui
