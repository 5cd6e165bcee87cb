// Strips along the view: the tool buttons in a column at the left edge, in the order of their keys, and below
// the view a single panel at a time, chosen by tabs.
#include "ui/panels/panel.h"
#include "ui/state/control_edits.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace ooze::ui {
namespace {

struct ToolIcon {
  Action action;
  const char* icon;
  const char* word;
};
constexpr std::array kStripTools{
    ToolIcon{Action::CameraTool, icon::kCamera, "Cam"},  ToolIcon{Action::PourTool, icon::kDrop, "Pour"},
    ToolIcon{Action::GrabTool, icon::kHand, "Grab"},     ToolIcon{Action::PushTool, icon::kPush, "Push"},
    ToolIcon{Action::CutTool, icon::kCut, "Cut"},        ToolIcon{Action::FreezeTool, icon::kFreeze, "Frz"},
    ToolIcon{Action::EraseTool, icon::kErase, "Era"},    ToolIcon{Action::DropTool, icon::kCubes, "Drop"},
    ToolIcon{Action::ColliderTool, icon::kCube, "Wall"}, ToolIcon{Action::GizmoTool, icon::kPlace, "Put"},
    ToolIcon{Action::ControlTool, icon::kDirect, "Dir"},
};

bool tab(const Theme& theme, const char* title, bool on) {
  ImGui::PushStyleColor(ImGuiCol_Button, {0.f, 0.f, 0.f, 0.f});
  ImGui::PushStyleColor(ImGuiCol_Text, on ? ImGui::GetStyleColorVec4(ImGuiCol_Text) : theme.dim);
  const bool pressed = ImGui::Button(title);
  ImGui::PopStyleColor(2);
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  if (on)
    ImGui::GetWindowDrawList()->AddRectFilled({from.x, to.y - 2.f * theme.scale}, to,
                                              ImGui::GetColorU32(theme.accent));
  ImGui::SameLine(0.f, 2.f * theme.scale);
  return pressed;
}

// Returns the chosen panel, or the first panel if no panel has the stored title.
const Panel* shownPanel(const InterfaceState& state) {
  const Panel* first = nullptr;
  for (const Panel& panel : panels()) {
    if (panel.side != PanelSide::Bottom) continue;
    if (state.bottomTab == panel.title) return &panel;
    if (!first) first = &panel;
  }
  return first;
}

}  // namespace

void drawToolStrip(PanelContext& context) {
  const Theme& theme = context.theme;
  const float gap = 4.f * theme.scale, pad = 5.f * theme.scale;
  const ImVec2 area = ImGui::GetWindowSize();
  // The buttons fill the width of the column, and shrink in a low view so that all of them fit.
  const auto count = static_cast<float>(kStripTools.size());
  const float width = area.x - 2.f * pad;
  const float height = std::clamp((area.y - 2.f * pad - (count - 1.f) * gap) / count, 8.f, width);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.f, 0.f});
  ImGui::SetWindowFontScale(std::min(1.f, 0.9f * height / ImGui::GetFontSize()));
  for (std::size_t i = 0; i < kStripTools.size(); ++i) {
    ImGui::SetCursorPos({pad, pad + static_cast<float>(i) * (height + gap)});
    const std::string why = whyNoUse(kStripTools[i].action, context.view);
    ImGui::BeginDisabled(!why.empty());
    if (squareButton(theme, kStripTools[i].icon, kStripTools[i].word,
                     context.state.tool == kStripTools[i].action, "", {width, height}))
      context.perform(kStripTools[i].action);
    ImGui::EndDisabled();
    tooltip(theme, describe(kStripTools[i].action, context.state.keyMap) + (why.empty() ? "" : "\n" + why));
  }
  ImGui::SetWindowFontScale(1.f);
  ImGui::PopStyleVar();
}

void drawBottomStrip(PanelContext& context) {
  const Panel* shown = shownPanel(context.state);
  for (const Panel& panel : panels())
    if (panel.side == PanelSide::Bottom && tab(context.theme, panel.title, &panel == shown)) {
      // Leaving the microscope's tab turns the microscope off, because only its panel explains the view of
      // single particles.
      if (context.state.microscopeOn && context.state.bottomTab == kMicroscopeTab &&
          panel.title != shown->title)
        context.perform(Action::Microscope);
      context.state.bottomTab = panel.title;
    }
  const float side = ImGui::GetFrameHeight();
  ImGui::SameLine(ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x - side);
  if (ImGui::Button(context.theme.hasIcons ? icon::kFold : "x", {side, 0.f}))
    context.perform(Action::ToggleBottom);
  tooltip(context.theme, describe(Action::ToggleBottom, context.state.keyMap));
  if (!shown) return;
  ImGui::BeginChild(shown->title);
  shown->draw(context);
  ImGui::EndChild();
}

}  // namespace ooze::ui
