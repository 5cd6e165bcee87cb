#include "ui/layout.h"

#include "ui/state/control_edits.h"
#include "ui/state/scene_search.h"
#include "ui/tools/tool.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <array>
#include <string>

namespace ooze::ui {
namespace {

constexpr int kFixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                       ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                       ImGuiWindowFlags_NoBringToFrontOnFocus;
// Limits of panel width and strip height [design pixels].
constexpr float kNarrowest = 180.f, kWidest = 560.f, kLowest = 72.f, kHighest = 900.f;

// Begins a window that fills its part of the layout. @param pad  padding inside the window [design pixels]
void begin(const PanelContext& context, const char* name, const ViewRect& part, const ImVec2& pad,
           const ImVec4& colour, int flags = ImGuiWindowFlags_NoScrollbar) {
  const float scale = context.theme.scale;
  ImGui::SetNextWindowPos({part.x, part.y});
  ImGui::SetNextWindowSize({std::max(part.width, 1.f), std::max(part.height, 1.f)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {pad.x * scale, pad.y * scale});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1.f, 1.f});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, colour);
  ImGui::Begin(name, nullptr, kFixed | flags);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
}

void drawTop(PanelContext& context, const ViewRect& part) {
  // ImGui derives the height of the menu bar from the padding of the menu items.
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      {8.f * context.theme.scale, 0.5f * (part.height - ImGui::GetFontSize())});
  begin(context, "Top", part, {0.f, 0.f}, context.theme.bar,
        ImGuiWindowFlags_MenuBar | ImGuiWindowFlags_NoScrollbar);
  const bool open = ImGui::BeginMenuBar();
  ImGui::PopStyleVar();
  if (open) {
    drawTopBar(context);
    ImGui::EndMenuBar();
  }
  ImGui::End();
}

void drawStatus(PanelContext& context, const ViewRect& part) {
  begin(context, "Status", part, {12.f, 5.f}, context.theme.bar);
  drawStatusBar(context);
  ImGui::End();
}

void drawPanels(PanelContext& context, PanelSide side) {
  for (const Panel& panel : panels()) {
    if (panel.side != side || (panel.shown && !panel.shown(context))) continue;
    if (!panelTitle(context.theme, panel.title)) continue;
    ImGui::PushID(panel.title);
    panel.draw(context);
    ImGui::PopID();
    ImGui::Dummy({0.f, 6.f * context.theme.scale});
  }
}

// Draws the tabs of a single combined panel. @return the side whose panels are shown
PanelSide drawTabs(PanelContext& context) {
  PanelSide& shown = context.state.stackedSide;
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float width = (ImGui::GetContentRegionAvail().x - gap) / 2.f;
  if (toggleButton(context.theme, "Scene and tool", shown == PanelSide::Left, width)) shown = PanelSide::Left;
  ImGui::SameLine(0.f, gap);
  if (toggleButton(context.theme, "Liquid", shown == PanelSide::Right, width)) shown = PanelSide::Right;
  ImGui::Dummy({0.f, 2.f * context.theme.scale});
  return shown;
}

void drawSides(PanelContext& context, const WindowLayout& areas) {
  const ImVec4 colour = ImGui::GetStyleColorVec4(ImGuiCol_WindowBg);
  const auto side = [&](const char* name, const ViewRect& part) {
    begin(context, name, part, {12.f, 10.f}, colour, 0);
  };
  if (areas.left) {
    side("Left", *areas.left);
    drawPanels(context, PanelSide::Left);
    ImGui::End();
  }
  if (areas.right) {
    side("Right", *areas.right);
    const PanelSide shown = areas.stacked ? drawTabs(context) : PanelSide::Right;
    ImGui::PushID(shown == PanelSide::Left ? "left" : "right");
    drawPanels(context, shown);
    ImGui::PopID();
    ImGui::End();
  }
}

// Draws a splitter. @return the drag since the last frame, to the right or down [design pixels]
float drawEdge(const PanelContext& context, const char* name, const ViewRect& part) {
  const bool upright = part.height > part.width;
  begin(context, name, part, {0.f, 0.f}, context.theme.bar);
  ImGui::InvisibleButton("strip", {part.width, part.height});
  const bool active = ImGui::IsItemActive();
  if (active || ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    ImGui::GetWindowDrawList()->AddRectFilled({part.x, part.y}, {part.right(), part.bottom()},
                                              ImGui::GetColorU32(ImGuiCol_SeparatorHovered));
  }
  ImGui::End();
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  return active ? (upright ? moved.x : moved.y) / context.theme.scale : 0.f;
}

void drawEdges(PanelContext& context, const WindowLayout& areas) {
  InterfaceState& state = context.state;
  if (areas.leftEdge)
    state.leftWidth =
        std::clamp(state.leftWidth + drawEdge(context, "Left edge", *areas.leftEdge), kNarrowest, kWidest);
  if (areas.rightEdge)
    state.rightWidth =
        std::clamp(state.rightWidth - drawEdge(context, "Right edge", *areas.rightEdge), kNarrowest, kWidest);
  if (areas.bottomEdge)
    state.bottomHeight = std::clamp(state.bottomHeight - drawEdge(context, "Bottom edge", *areas.bottomEdge),
                                    kLowest, kHighest);
}

/// Draws a line of text at the upper left of the view. @return y for the next line
float drawLine(const PanelContext& context, const ViewRect& view, float y, const char* text, ImU32 colour) {
  const float pad = 8.f * context.theme.scale, wrap = view.width - 4.f * pad;
  ImFont* font = context.theme.small;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImVec2 size = font->CalcTextSizeA(font->FontSize, 1e9f, wrap, text);
  const ImVec2 corner{view.x + pad, y};
  list.AddRectFilled(corner, {corner.x + size.x + 2.f * pad, corner.y + size.y + pad},
                     IM_COL32(14, 16, 19, 200), pad * 0.6f);
  list.AddText(font, font->FontSize, {corner.x + pad, corner.y + 0.5f * pad}, colour, text, nullptr, wrap);
  return y + size.y + 1.5f * pad;
}

// Draws why a new scene does not move yet, the hint of the armed tool, and the reason why the tool has no
// effect.
void drawHints(const PanelContext& context, const ViewRect& view) {
  float y = view.y + 8.f * context.theme.scale;
  const auto add = [&](const std::string& text, ImU32 colour) {
    y = drawLine(context, view, y, text.c_str(), colour);
  };
  constexpr ImU32 kPlain = IM_COL32(225, 228, 233, 255);
  if (context.window.waitsForPictures && context.view.status.playing)
    add("Preparing the pictures of this liquid. The simulation waits for them.", kPlain);
  for (const ToolRow& row : toolRows()) {
    if (row.action != context.state.tool || *row.hint == '\0') continue;
    const KeyMap map = context.state.keyMap;
    const ImU32 accent = ImGui::GetColorU32(context.theme.accent);
    if (const std::string why = whyNoUse(row.action, context.view); !why.empty()) {
      add(insertKeys("{0} {1}: camera", std::array{Action::BackToCamera}, map, why), accent);
      continue;
    }
    add(toolHint(row, map), kPlain);
    if (row.action == Action::PourTool && context.view.snapshot && !context.view.status.playing)
      add(insertKeys("Paused: nothing flows. Hold the button and press {1} to pour along the outline.",
                     std::array{Action::PlayPause}, map),
          accent);
    if (const std::string& wall = context.state.gizmo.stoppedBy;
        row.action == Action::GizmoTool && !wall.empty())
      add("Stopped by " + wall + ": a solid does not go into another one.", accent);
    if (context.state.missedTool == row.action) add(row.miss, accent);
  }
}

// Draws a message in place of the view until the first picture is rendered.
void drawWaiting(const PanelContext& context, const ViewRect& view) {
  if (context.window.pictureShown && context.view.snapshot) return;
  const std::string& loading = context.view.status.loading;
  const std::string text = context.view.snapshot ? "Drawing the first picture ..."
                           : !loading.empty()
                               ? "Opening " + sceneTitle(context.catalog, loading) + " ..."
                               : insertKeys("No scene is open. Press {1} for the scene gallery.",
                                            std::array{Action::Gallery}, context.state.keyMap);
  const float wrap = std::max(view.width - 24.f * context.theme.scale, 1.f);
  const ImVec2 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, wrap);
  ImGui::GetBackgroundDrawList()->AddText(
      nullptr, 0.f,
      {view.x + 0.5f * (view.width - size.x), view.y + std::max(0.f, 0.5f * (view.height - size.y))},
      ImGui::GetColorU32(context.theme.dim), text.c_str(), nullptr, wrap);
}

}  // namespace

ViewRect drawLayout(PanelContext& context) {
  const WindowLayout areas = arrangeWindow(ImGui::GetIO().DisplaySize, context.state, context.theme.scale);
  if (areas.top) drawTop(context, *areas.top);
  if (areas.status) drawStatus(context, *areas.status);
  drawSides(context, areas);
  if (areas.tools) {
    begin(context, "Tools", *areas.tools, {0.f, 0.f}, context.theme.bar);
    drawToolStrip(context);
    ImGui::End();
  }
  if (areas.bottom) {
    begin(context, "Bottom", *areas.bottom, {10.f, 6.f}, ImGui::GetStyleColorVec4(ImGuiCol_WindowBg));
    drawBottomStrip(context);
    ImGui::End();
  }
  drawEdges(context, areas);
  const ViewRect view = drawCompareBar(context, areas.view);
  drawWaiting(context, view);
  drawHints(context, view);
  if (context.window.recording)
    drawRecordingBadge(context.theme, *context.window.recording, view.x + view.width, view.y);
  drawLegend(context, view);
  if (context.state.helpVisible) drawHelp(context);
  drawManual(context);
  for (const Dialog dialog : dialogs()) dialog(context);
  return view;
}

}  // namespace ooze::ui
