// Tool buttons in a column at the view's left edge, in the order of their keys.
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

/// Returns why a tool has no use in this world, or "".
std::string whyNot(const PanelContext& context, Action tool) {
  return tool == Action::ControlTool ? whyNoControls(context.view) : "";
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
    const std::string why = whyNot(context, kStripTools[i].action);
    ImGui::BeginDisabled(!why.empty());
    if (squareButton(theme, kStripTools[i].icon, kStripTools[i].word,
                     context.state.tool == kStripTools[i].action, "", {width, height}))
      context.perform(kStripTools[i].action);
    ImGui::EndDisabled();
    tooltip(theme, describe(kStripTools[i].action) + (why.empty() ? "" : "\n" + why));
  }
  ImGui::SetWindowFontScale(1.f);
  ImGui::PopStyleVar();
}

}  // namespace ooze::ui
