// Top bar: menus with all shortcuts, transport buttons, speed and view.
#include "ui/panels/panel.h"
#include "ui/state/key_maps.h"
#include "ui/widgets/colour_choice.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace ooze::ui {
namespace {

bool isOn(const PanelContext& context, Action action) {
  if (action == Action::Record) return context.window.recording && !context.window.recording->finishing;
  if (action == Action::ToggleBottom) return context.state.bottomVisible;
  if (action == Action::Compare) return context.state.comparing;
  if (action == Action::Microscope) return context.state.microscopeOn;
  if (!backgroundName(action).empty() || action == Action::BackgroundPicture)
    return action == (context.state.panorama.empty() ? context.state.background : Action::BackgroundPicture);
  if (action == Action::TogglePanels) return context.state.panelsVisible;
  return action == context.state.tool || action == context.state.view || action == context.state.quality;
}

void drawRecordingMenu(PanelContext& context) {
  if (!ImGui::BeginMenu("Record as")) return;
  RecordingFormat& format = context.state.recordingFormat;
  if (ImGui::MenuItem("MP4 film", nullptr, format == RecordingFormat::Mp4)) format = RecordingFormat::Mp4;
  if (ImGui::MenuItem("PNG pictures", nullptr, format == RecordingFormat::Pictures))
    format = RecordingFormat::Pictures;
  ImGui::EndMenu();
}

void drawFilmSizeMenu(PanelContext& context) {
  if (!ImGui::BeginMenu("Film size")) return;
  for (const FilmSizeRow& row : filmSizes())
    if (ImGui::MenuItem(row.words, nullptr, context.state.filmSize == row.size))
      context.state.filmSize = row.size;
  ImGui::EndMenu();
}

void drawKeyMapMenu(PanelContext& context) {
  if (!ImGui::BeginMenu("Keys and mouse as in")) return;
  for (const KeyMapRow& row : keyMaps())
    if (ImGui::MenuItem(row.title, nullptr, context.state.keyMap == row.map)) context.state.keyMap = row.map;
  ImGui::EndMenu();
}

void drawRecentMenu(PanelContext& context) {
  std::vector<std::filesystem::path>& recent = context.state.recentFiles;
  const bool open = ImGui::BeginMenu("Open recent", !recent.empty());
  if (recent.empty()) tooltip(context.theme, "No file was opened yet");
  if (!open) return;
  for (std::size_t i = 0; i < recent.size(); ++i) {
    std::error_code ignored;
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::MenuItem(recent[i].filename().c_str(), nullptr, false,
                        std::filesystem::exists(recent[i], ignored)))
      context.session.load(recent[i].string(), std::nullopt);
    tooltip(context.theme, recent[i].string());
    ImGui::PopID();
  }
  ImGui::Separator();
  if (ImGui::MenuItem("Forget these files")) recent.clear();
  ImGui::EndMenu();
}

void drawMenu(PanelContext& context, Menu menu);

/// Actions that begin a new group in their menu.
constexpr std::array kGroupBegins{Action::SaveSession,     Action::ExportFrames, Action::Quit,
                                  Action::PreviousScene,   Action::Sweep,        Action::LargerTool,
                                  Action::ToggleEmitter,   Action::ViewSurface,  Action::Compare,
                                  Action::LargerInterface, Action::TogglePanels};
/// Actions that open a dialog before they do anything.
constexpr std::array kAsking{Action::OpenFile,         Action::AddMesh, Action::SaveSessionAs,
                             Action::SaveScene,        Action::Sweep,   Action::ExportFrames,
                             Action::BackgroundPicture};

template <class List>
bool isIn(const List& list, Action action) {
  return std::find(list.begin(), list.end(), action) != list.end();
}

/// Returns the label of a menu item. Undo and redo name the edit: "Undo: viscosity of honey".
std::string labelOf(const PanelContext& context, const Shortcut& shortcut) {
  std::string label(shortcut.label);
  const EditHistory& edits = context.view.edits;
  if (shortcut.action == Action::Undo && !edits.undo.empty()) label += ": " + capitalised(edits.undo);
  if (shortcut.action == Action::Redo && !edits.redo.empty()) label += ": " + capitalised(edits.redo);
  if (isIn(kAsking, shortcut.action)) label += "...";
  return label;
}

bool isPossible(const PanelContext& context, Action action) {
  if (action == Action::Undo) return !context.view.edits.undo.empty();
  if (action == Action::Redo) return !context.view.edits.redo.empty();
  return true;
}

void drawItem(PanelContext& context, const Shortcut& s) {
  // The spaces separate the key from the longest label.
  const std::string key = s.keyName.empty() ? "" : fmt::format("   {}", s.keyName);
  const bool possible = isPossible(context, s.action);
  if (ImGui::MenuItem(labelOf(context, s).c_str(), key.c_str(), isOn(context, s.action), possible))
    context.perform(s.action);
  if (!possible)
    tooltip(context.theme, s.action == Action::Undo ? "Nothing was changed yet" : "Nothing was undone");
}

/// Draws menu items for the quantities of this world's method. Only the first quantities have keys.
void drawColourItems(PanelContext& context) {
  std::size_t place = 0;
  for (const Field& field : quantitiesOf(context.view)) {
    const Shortcut* s = colourShortcut(place++, context.state.keyMap);
    const std::string key = s ? fmt::format("   {}", s->keyName) : "";
    if (ImGui::MenuItem(colourWords(field).c_str(), key.c_str(), field == context.window.colour))
      context.state.colour = field.key;
  }
}

void drawItems(PanelContext& context, Menu menu) {
  if (menu == Menu::Colour) return drawColourItems(context);
  for (const Shortcut& s : shortcuts(context.state.keyMap)) {
    if (s.menu != menu) continue;
    if (isIn(kGroupBegins, s.action)) ImGui::Separator();
    drawItem(context, s);
    if (s.action == Action::OpenFile) drawRecentMenu(context);
    if (s.action == Action::Record) drawRecordingMenu(context), drawFilmSizeMenu(context);
    if (s.action == Action::NormalInterface) drawKeyMapMenu(context);
    if (s.action == Action::ViewPoints)
      for (const Menu part : {Menu::Colour, Menu::Background, Menu::Quality}) drawMenu(context, part);
  }
}

void drawMenu(PanelContext& context, Menu menu) {
  if (!ImGui::BeginMenu(menuTitle(menu).data())) return;
  drawItems(context, menu);
  if (menu == Menu::File) {
    ImGui::Separator();
    ImGui::TextDisabled("Or drop a scene, session or mesh on the window");
  }
  ImGui::EndMenu();
}

void drawMenus(PanelContext& context) {
  for (const Menu menu : {Menu::File, Menu::Edit, Menu::Simulation, Menu::Tools, Menu::View, Menu::Help})
    drawMenu(context, menu);
}

// Draws all menus in a single menu, without room for their names.
void drawFoldedMenus(PanelContext& context) {
  if (!ImGui::BeginMenu(context.theme.hasIcons ? icon::kMenu : "Menu")) return;
  drawMenus(context);
  ImGui::EndMenu();
}

void drawTransport(PanelContext& context) {
  const Theme& theme = context.theme;
  const bool playing = context.view.status.moves();
  const auto button = [&](const char* icon, const char* word, bool on, Action action) {
    if (iconButton(theme, icon, word, on, describe(action, context.state.keyMap))) context.perform(action);
    ImGui::SameLine(0.f, 3.f * theme.scale);
  };
  button(icon::kReset, "Reset", false, Action::Reset);
  button(icon::kStepBack, "Back", false, Action::StepBack);
  button(playing ? icon::kPause : icon::kPlay, playing ? "Pause" : "Play", !playing, Action::PlayPause);
  button(icon::kStep, "Step", false, Action::SingleStep);
}

void drawViewChoice(PanelContext& context, float width) {
  std::string current;
  for (const Shortcut& s : shortcuts(context.state.keyMap))
    if (!viewName(s.action).empty() && isOn(context, s.action)) current = s.label;
  ImGui::SetNextItemWidth(width);
  if (!ImGui::BeginCombo("##view", current.c_str())) return tooltip(context.theme, "How the liquid is drawn");
  for (const Shortcut& s : shortcuts(context.state.keyMap))
    if (!viewName(s.action).empty() &&
        ImGui::Selectable(std::string(s.label).c_str(), isOn(context, s.action)))
      context.perform(s.action);
  ImGui::EndCombo();
}

void drawColourChoice(PanelContext& context, float width) {
  const Field& now = context.window.colour;
  ImGui::SetNextItemWidth(width);
  if (!ImGui::BeginCombo("##colour", colourWords(now).c_str()))
    return tooltip(context.theme, "What the colour shows");
  for (const Field& field : quantitiesOf(context.view))
    if (ImGui::Selectable(colourWords(field).c_str(), field == now)) context.state.colour = field.key;
  ImGui::EndCombo();
}

void drawSpeed(PanelContext& context, float width) {
  constexpr std::array kSpeeds{0.1f, 0.25f, 0.5f, 1.f, 2.f, 4.f};
  const float now = context.view.status.speed;
  ImGui::SetNextItemWidth(width);
  const bool open = ImGui::BeginCombo("##speed", fmt::format("{:.2g} x", now).c_str());
  if (!open) return tooltip(context.theme, "Highest speed, as a multiple of real time");
  for (const float speed : kSpeeds)
    if (ImGui::Selectable(fmt::format("{:g} x", speed).c_str(), std::abs(speed - now) < 1e-3f))
      context.session.setSpeed(speed);
  ImGui::EndCombo();
}

// Selection of the parts that fit into the bar. Menus and transport are always shown.
struct TopBarFit {
  bool folded, speed, view, colour;
};

}  // namespace

// Draws the bar. Parts without room are available elsewhere: view choices in the menu, speed in the scene
// panel.
void drawTopBar(PanelContext& context) {
  const float scale = context.theme.scale, gap = 6.f * scale, pad = 12.f * scale;
  const float view = 124.f * scale, colour = 168.f * scale, speed = 72.f * scale, transport = 132.f * scale;
  const float bar = ImGui::GetWindowWidth(), menus = 320.f * scale;
  TopBarFit fit{bar < menus + transport + 2.f * pad, true, true, true};
  float right = speed + view + colour + 3.f * gap;
  const float room = bar - (fit.folded ? 50.f * scale : menus) - transport - 2.f * pad;
  if (right > room) fit.colour = false, right -= colour + gap;
  if (right > room) fit.view = false, right -= view + gap;
  if (right > room) fit.speed = false, right = 0.f;

  if (fit.folded)
    drawFoldedMenus(context);
  else
    drawMenus(context);
  const float lift = 0.5f * (ImGui::GetWindowHeight() - ImGui::GetFrameHeight());
  const float begin = ImGui::GetCursorPosX() + pad, last = bar - right - transport - pad;
  ImGui::SameLine(std::max(std::min(0.5f * (bar - transport), last), std::min(begin, last)));
  ImGui::SetCursorPosY(lift);
  const TourSpotRecorder mark(context.state);
  ImGui::BeginGroup();
  drawTransport(context);
  ImGui::EndGroup();
  mark.noteItem("transport");
  if (!fit.speed) return;
  ImGui::SameLine(bar - right - pad + gap);
  ImGui::SetCursorPosY(lift);
  drawSpeed(context, speed);
  if (fit.view) ImGui::SameLine(0.f, gap);
  if (fit.view) drawViewChoice(context, view);
  if (fit.view) mark.noteItem("view");
  if (fit.colour) ImGui::SameLine(0.f, gap);
  if (fit.colour) drawColourChoice(context, colour);
}

}  // namespace ooze::ui
