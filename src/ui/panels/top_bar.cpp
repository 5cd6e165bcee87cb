// Menus with every shortcut, and the transport, tools and view beside them.
#include "ui/panels/panel.h"
#include "ui/widgets.h"

#include <algorithm>

namespace ooze::ui {
namespace {

bool isOn(const PanelContext& context, Action action) {
  if (action == Action::TogglePanels) return context.state.panelsVisible;
  return action == context.state.tool || action == context.state.view || action == context.state.background;
}

void drawMenus(PanelContext& context) {
  for (const Menu menu : {Menu::File, Menu::Simulation, Menu::Tools, Menu::View, Menu::Help}) {
    if (!ImGui::BeginMenu(menuTitle(menu).data())) continue;
    for (const Shortcut& s : shortcuts())
      if (s.menu == menu && ImGui::MenuItem(std::string(s.label).c_str(), std::string(s.keyName).c_str(),
                                            isOn(context, s.action)))
        context.perform(s.action);
    if (menu == Menu::File) {
      ImGui::Separator();
      ImGui::TextDisabled("Drop a scene file (.json) on the window to open it");
    }
    ImGui::EndMenu();
  }
}

void drawTransport(PanelContext& context) {
  const Theme& theme = context.theme;
  const bool playing = context.view.status.playing;
  const auto button = [&](const char* icon, const char* word, bool on, Action action) {
    if (iconButton(theme, icon, word, on, describe(action))) context.perform(action);
    ImGui::SameLine(0.f, 3.f * theme.scale);
  };
  button(icon::kPrevious, "Previous", false, Action::PreviousScene);
  button(icon::kReset, "Reset", false, Action::Reset);
  button(playing ? icon::kPause : icon::kPlay, playing ? "Pause" : "Play", !playing, Action::PlayPause);
  button(icon::kStep, "Step", false, Action::SingleStep);
  button(icon::kNext, "Next", false, Action::NextScene);
  ImGui::Dummy({12.f * theme.scale, 0.f});
  ImGui::SameLine();
  button(icon::kCamera, "Camera", context.state.tool == Action::CameraTool, Action::CameraTool);
  button(icon::kDrop, "Pour", context.state.tool == Action::PourTool, Action::PourTool);
  button(icon::kHand, "Grab", context.state.tool == Action::GrabTool, Action::GrabTool);
  button(icon::kCubes, "Drop", context.state.tool == Action::DropTool, Action::DropTool);
}

void drawView(PanelContext& context) {
  const float width = 150.f * context.theme.scale;
  ImGui::SameLine(ImGui::GetWindowWidth() - width - 12.f * context.theme.scale);
  std::string current;
  for (const Shortcut& s : shortcuts())
    if (s.action == context.state.view) current = s.label;
  ImGui::SetNextItemWidth(width);
  if (!ImGui::BeginCombo("##view", current.c_str())) {
    tooltip(context.theme, "How the liquid is drawn");
    return;
  }
  for (const Shortcut& s : shortcuts())
    if (!viewName(s.action).empty() &&
        ImGui::Selectable(std::string(s.label).c_str(), s.action == context.state.view))
      context.perform(s.action);
  ImGui::EndCombo();
}

}  // namespace

void drawTopBar(PanelContext& context) {
  const float scale = context.theme.scale;
  drawMenus(context);
  ImGui::SameLine(
      std::max(0.5f * ImGui::GetWindowWidth() - 166.f * scale, ImGui::GetCursorPosX() + 12.f * scale));
  const float lift = 0.5f * (ImGui::GetWindowHeight() - ImGui::GetFrameHeight());
  ImGui::SetCursorPosY(lift);
  drawTransport(context);
  ImGui::SetCursorPosY(lift);
  drawView(context);
}

}  // namespace ooze::ui
