// Help page: all keys of the shortcut table, and the mouse actions.
#include "ui/panels/panel.h"
#include "ui/state/key_maps.h"
#include "ui/tools/view_drag.h"
#include "ui/widgets/colour_choice.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ooze::ui {
namespace {

/// Mouse actions. An entry without a description is a heading.
constexpr std::array<std::pair<const char*, const char*>, 10> kMouse{{
    {"Mouse", ""},
    {"Drag", "Turn the view"},
    {"Right or Shift drag", "Move the view"},
    {"Wheel", "Zoom at the cursor"},
    {"Double click", "Turn about that point"},
    {"Drag the nozzle", "Move it level; Shift: up and down"},
    {"Drag a body", "Pull it; let go to throw it"},
    {"... with Shift", "Away and nearer, level"},
    {"... with the wheel", "Farther and nearer"},
    {"Ctrl + click a slider", "Type a value"},
}};
/// Mouse actions while a tool is armed. {1} is the key of KeyControls.
constexpr std::array<std::pair<const char*, const char*>, 8> kToolMouse{{
    {"Ctrl + wheel", "Larger or smaller"},
    {"Right button", "The opposite of the left one"},
    {"Grab: drag the liquid", "Carry a handful"},
    {"Grab: drag a body", "Also one under the liquid"},
    {"Drop: click", "A new body at the outline"},
    {"Collider: click", "A fixed solid"},
    {"Direct: click, drag", "Control particles"},
    {"Direct: drag one", "Move it; {1} sets keys"},
}};

struct HelpLine {
  std::string key, text;  ///< a line without text is a heading
};

// Lists the shortcuts grouped by menu, and the mouse actions last.
std::vector<HelpLine> allLines(const PanelContext& context) {
  const std::vector<Field> quantities = quantitiesOf(context.view);
  const KeyMap map = context.state.keyMap;
  std::vector<HelpLine> lines;
  Menu menu{};
  bool first = true;
  for (const Menu group : {Menu::File, Menu::Edit, Menu::Simulation, Menu::Tools, Menu::View, Menu::Colour,
                           Menu::Background, Menu::Help})
    for (const Shortcut& s : shortcuts(map)) {
      if (s.menu != group || s.chord.key == 0) continue;
      const std::optional<std::size_t> colour = colourPlace(s.action);
      if (colour && *colour >= quantities.size()) continue;
      if (std::exchange(first, false) || menu != group) lines.push_back({std::string(menuTitle(group)), ""});
      menu = group;
      lines.push_back(
          {std::string(s.keyName), colour ? colourWords(quantities[*colour]) : std::string(s.label)});
    }
  for (const auto& [what, does] : kMouse) lines.push_back({what, does});
  lines.push_back({"Mouse with a tool", ""});
  for (const ViewDragRow& row : viewDrags())
    if (row.map == map) lines.push_back({row.words, effectOf(row.drag)});
  for (const auto& [what, does] : kToolMouse)
    lines.push_back({what, insertKeys(does, std::array{Action::KeyControls}, map)});
  return lines;
}

/// Draws a column of lines. The texts are aligned behind the widest key.
void drawColumn(const PanelContext& context, std::span<const HelpLine> lines) {
  float widest = 0.f;
  for (const HelpLine& line : lines)
    if (!line.text.empty()) widest = std::max(widest, ImGui::CalcTextSize(line.key.c_str()).x);
  for (const HelpLine& line : lines) {
    if (line.text.empty()) {
      ImGui::TextColored(context.theme.accent, "%s", line.key.c_str());
      continue;
    }
    ImGui::TextUnformatted(line.key.c_str());
    ImGui::SameLine(widest + 12.f * context.theme.scale);
    ImGui::TextDisabled("%s", line.text.c_str());
  }
}

}  // namespace

void drawHelp(PanelContext& context) {
  const float scale = context.theme.scale, column = 318.f * scale;
  const ImVec2 screen = ImGui::GetIO().DisplaySize, pad{16.f * scale, 12.f * scale};
  const std::vector<HelpLine> lines = allLines(context);
  const int columns = std::clamp(static_cast<int>((screen.x - 2.f * pad.x) / column), 1, 3);
  const std::size_t rows =
      (lines.size() + static_cast<std::size_t>(columns) - 1) / static_cast<std::size_t>(columns);
  ImGui::SetNextWindowPos({0.5f * screen.x, 0.5f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSizeConstraints({0.f, 0.f}, {0.99f * screen.x, 0.99f * screen.y});
  ImGui::SetNextWindowBgAlpha(0.97f);
  constexpr int kFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_AlwaysAutoResize |
                         ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 8.f * scale);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, pad);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.f);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {6.f * scale, 3.f * scale});
  if (ImGui::Begin("Help", nullptr, kFlags)) {
    const KeyMap map = context.state.keyMap;
    ImGui::TextUnformatted(
        fmt::format("Keys and mouse{}",
                    map == KeyMap::Ooze ? "" : fmt::format(" as in {}", keyMapRow(map).title))
            .c_str());
    ImGui::SameLine();
    ImGui::TextDisabled("%s", insertKeys("   {1} or {2} closes this page. {3} opens the manual.",
                                         std::array{Action::Help, Action::BackToCamera, Action::Manual}, map)
                                  .c_str());
    ImGui::Dummy({0.f, 2.f * scale});
    ImGui::PushFont(context.theme.small);
    for (std::size_t begin = 0; begin < lines.size(); begin += rows) {
      if (begin > 0) ImGui::SameLine(pad.x + column * static_cast<float>(begin / rows));
      ImGui::BeginGroup();
      ImGui::PushID(static_cast<int>(begin));
      drawColumn(context, std::span(lines).subspan(begin, std::min(rows, lines.size() - begin)));
      ImGui::PopID();
      ImGui::EndGroup();
    }
    ImGui::PopFont();
  }
  ImGui::End();
  ImGui::PopStyleVar(4);
}

}  // namespace ooze::ui
