// The strip below the view, which shows a single panel at a time, chosen by tabs.
#include "ui/panels/panel.h"
#include "ui/widgets/widgets.h"

namespace ooze::ui {
namespace {

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
  tooltip(context.theme, describe(Action::ToggleBottom));
  if (!shown) return;
  ImGui::BeginChild(shown->title);
  shown->draw(context);
  ImGui::EndChild();
}

}  // namespace ooze::ui
