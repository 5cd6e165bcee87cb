#include "ui/layout.h"

#include "ui/legend.h"
#include "ui/panels/compare_bar.h"
#include "ui/tools/tool.h"
#include "ui/widgets.h"

#include <algorithm>

namespace ooze::ui {
namespace {

constexpr int kFixed = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus;
constexpr float kStatusHeight = 26.f, kSplitter = 5.f;  // [design pixels]
constexpr float kNarrowest = 180.f, kWidest = 560.f,
                kView = 200.f;  // of panels, and the least left for the view

void place(float x, float y, float width, float height) {
  ImGui::SetNextWindowPos({x, y});
  ImGui::SetNextWindowSize({std::max(width, 1.f), std::max(height, 1.f)});
}

float drawTop(PanelContext& context, float width) {
  const float scale = context.theme.scale;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      {8.f * scale, 10.f * scale});  // the bar's height comes from it
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.f, 0.f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1.f, 1.f});
  const float height = ImGui::GetFrameHeight();
  place(0.f, 0.f, width, height);
  ImGui::Begin("Top", nullptr, kFixed | ImGuiWindowFlags_MenuBar);
  ImGui::PopStyleVar(2);
  const bool open = ImGui::BeginMenuBar();
  ImGui::PopStyleVar();
  if (open) {
    drawTopBar(context);
    ImGui::EndMenuBar();
  }
  ImGui::End();
  return height;
}

void drawBottom(PanelContext& context, float width, float y, float height) {
  ImGui::PushStyleColor(ImGuiCol_WindowBg, context.theme.bar);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {12.f * context.theme.scale, 5.f * context.theme.scale});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1.f, 1.f});
  place(0.f, y, width, height);
  ImGui::Begin("Status", nullptr, kFixed);
  drawStatusBar(context);
  ImGui::End();
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
}

void drawSide(PanelContext& context, Side side, const ViewRect& rect) {
  place(rect.x, rect.y, rect.width, rect.height);
  ImGui::Begin(side == Side::Left ? "Left" : "Right", nullptr, kFixed & ~ImGuiWindowFlags_NoScrollbar);
  for (const Panel& panel : panels()) {
    if (panel.side != side) continue;
    if (!panelTitle(context.theme, panel.title)) continue;
    ImGui::PushID(panel.title);
    panel.draw(context);
    ImGui::PopID();
    ImGui::Dummy({0.f, 6.f * context.theme.scale});
  }
  ImGui::End();
}

// A strip that widens the panel on one of its sides. @param direction  +1 if moving right widens it
void drawSplitter(const PanelContext& context, const char* name, const ViewRect& strip, float& width,
                  float direction) {
  place(strip.x, strip.y, strip.width, strip.height);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.f, 0.f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1.f, 1.f});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, context.theme.bar);
  ImGui::Begin(name, nullptr, kFixed);
  ImGui::InvisibleButton("strip", {strip.width, strip.height});
  if (ImGui::IsItemActive()) width += direction * ImGui::GetIO().MouseDelta.x / context.theme.scale;
  if (ImGui::IsItemActive() || ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    ImGui::GetWindowDrawList()->AddRectFilled({strip.x, strip.y},
                                              {strip.x + strip.width, strip.y + strip.height},
                                              ImGui::GetColorU32(ImGuiCol_SeparatorHovered));
  }
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  width = std::clamp(width, kNarrowest, kWidest);
}

void drawHint(const PanelContext& context, const ViewRect& view) {
  for (const ToolRow& row : toolRows()) {
    if (row.action != context.state.tool || *row.hint == '\0') continue;
    const float pad = 8.f * context.theme.scale;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ImVec2 size = context.theme.small->CalcTextSizeA(context.theme.small->FontSize, 1e9f,
                                                           view.width - 4.f * pad, row.hint);
    const ImVec2 corner{view.x + pad, view.y + pad};
    list.AddRectFilled(corner, {corner.x + size.x + 2.f * pad, corner.y + size.y + pad},
                       IM_COL32(14, 16, 19, 200), pad * 0.6f);
    list.AddText(context.theme.small, context.theme.small->FontSize, {corner.x + pad, corner.y + 0.5f * pad},
                 IM_COL32(225, 228, 233, 255), row.hint, nullptr, view.width - 4.f * pad);
  }
}

}  // namespace

ViewRect drawLayout(PanelContext& context) {
  const float scale = context.theme.scale;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ViewRect view{0.f, 0.f, screen.x, screen.y};
  if (context.state.panelsVisible) {
    const float top = drawTop(context, screen.x), status = kStatusHeight * scale;
    const float height = screen.y - top - status, strip = kSplitter * scale;
    drawBottom(context, screen.x, screen.y - status, status);
    const float room = std::max(screen.x - kView * scale - 2.f * strip, 2.f);
    const float wanted = (context.state.leftWidth + context.state.rightWidth) * scale;
    const float fit = std::min(1.f, room / wanted);  // a small window narrows both panels
    const float left = context.state.leftWidth * scale * fit, right = context.state.rightWidth * scale * fit;
    drawSide(context, Side::Left, {0.f, top, left, height});
    drawSide(context, Side::Right, {screen.x - right, top, right, height});
    drawSplitter(context, "Left edge", {left, top, strip, height}, context.state.leftWidth, 1.f);
    drawSplitter(context, "Right edge", {screen.x - right - strip, top, strip, height},
                 context.state.rightWidth, -1.f);
    view = {left + strip, top, std::max(screen.x - left - right - 2.f * strip, 1.f), std::max(height, 1.f)};
  }
  view = drawCompareBar(context, view);
  drawHint(context, view);
  if (context.window.recording)
    drawRecordingBadge(context.theme, *context.window.recording, view.x + view.width, view.y);
  drawLegend(context, view);
  if (context.state.helpVisible) drawHelp(context);
  for (const Dialog dialog : dialogs()) dialog(context);
  return view;
}

}  // namespace ooze::ui
