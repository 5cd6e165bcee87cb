// Menus with every shortcut, and the transport, tools and view beside them.
#include "ui/panels/panel.h"
#include "ui/widgets.h"

#include <algorithm>

namespace ooze::ui {
namespace {

bool isOn(const PanelContext& context, Action action) {
  if (action == Action::Record) return context.window.recording && !context.window.recording->finishing;
  if (action == Action::ToggleBottom) return context.state.bottomVisible;
  if (action == Action::Compare) return context.state.comparing;
  if (action == Action::Microscope) return context.state.microscopeOn;
  if (action == Action::TogglePanels) return context.state.panelsVisible;
  return action == context.state.tool || action == context.state.view || action == context.state.background ||
         action == context.state.quality || colourOf(action) == context.window.colour;
}

void drawRecordingMenu(PanelContext& context) {
  if (!ImGui::BeginMenu("Record as")) return;
  RecordingFormat& format = context.state.recordingFormat;
  if (ImGui::MenuItem("MP4 film", nullptr, format == RecordingFormat::Mp4)) format = RecordingFormat::Mp4;
  if (ImGui::MenuItem("PNG pictures", nullptr, format == RecordingFormat::Pictures))
    format = RecordingFormat::Pictures;
  ImGui::EndMenu();
}

void drawItems(PanelContext& context, Menu menu) {
  for (const Shortcut& s : shortcuts())
    if (s.menu == menu && ImGui::MenuItem(std::string(s.label).c_str(), std::string(s.keyName).c_str(),
                                          isOn(context, s.action)))
      context.perform(s.action);
}

void drawMenus(PanelContext& context) {
  for (const Menu menu : {Menu::File, Menu::Edit, Menu::Simulation, Menu::Tools, Menu::View, Menu::Help}) {
    if (!ImGui::BeginMenu(menuTitle(menu).data())) continue;
    drawItems(context, menu);
    if (menu == Menu::View)
      for (const Menu part : {Menu::Colour, Menu::Background, Menu::Quality})
        if (ImGui::BeginMenu(menuTitle(part).data())) {
          drawItems(context, part);
          ImGui::EndMenu();
        }
    if (menu == Menu::File) {
      drawRecordingMenu(context);
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
  button(icon::kStepBack, "Back", false, Action::StepBack);
  button(playing ? icon::kPause : icon::kPlay, playing ? "Pause" : "Play", !playing, Action::PlayPause);
  button(icon::kStep, "Step", false, Action::SingleStep);
  button(icon::kNext, "Next", false, Action::NextScene);
}

/// A menu of the actions that belong to it, with the one that is on.
template <class Accepts>
void drawChoice(PanelContext& context, const char* id, const char* explanation, float width,
                Accepts accepts) {
  std::string current;
  for (const Shortcut& s : shortcuts())
    if (accepts(s.action) && isOn(context, s.action)) current = s.label;
  ImGui::SetNextItemWidth(width);
  if (!ImGui::BeginCombo(id, current.c_str())) {
    tooltip(context.theme, explanation);
    return;
  }
  for (const Shortcut& s : shortcuts())
    if (accepts(s.action) && ImGui::Selectable(std::string(s.label).c_str(), isOn(context, s.action)))
      context.perform(s.action);
  ImGui::EndCombo();
}

void drawView(PanelContext& context) {
  const float scale = context.theme.scale, view = 92.f * scale, colour = 168.f * scale, gap = 6.f * scale;
  ImGui::SameLine(ImGui::GetWindowWidth() - view - colour - gap - 12.f * scale);
  drawChoice(context, "##view", "How the liquid is drawn", view,
             [](Action a) { return !viewName(a).empty(); });
  ImGui::SameLine(0.f, gap);
  drawChoice(context, "##colour", "What its colour stands for", colour,
             [](Action a) { return colourOf(a).has_value(); });
}

}  // namespace

void drawTopBar(PanelContext& context) {
  const float scale = context.theme.scale;
  drawMenus(context);
  ImGui::SameLine(
      std::max(0.5f * ImGui::GetWindowWidth() - 110.f * scale, ImGui::GetCursorPosX() + 12.f * scale));
  const float lift = 0.5f * (ImGui::GetWindowHeight() - ImGui::GetFrameHeight());
  ImGui::SetCursorPosY(lift);
  drawTransport(context);
  ImGui::SetCursorPosY(lift);
  drawView(context);
}

}  // namespace ooze::ui
