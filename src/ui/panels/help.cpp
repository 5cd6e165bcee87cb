// The help page: every key of the table, and what the mouse does.
#include "ui/panels/panel.h"
#include "ui/widgets.h"

#include <array>
#include <utility>
#include <vector>

namespace ooze::ui {
namespace {

constexpr std::array<std::pair<const char*, const char*>, 15> kMouse{{
    {"Left drag", "Turn the view"},
    {"Right drag, Shift + left drag", "Move the view"},
    {"Wheel", "Zoom at the cursor"},
    {"Double click", "Turn round what is there"},
    {"Drag the nozzle", "Move it level; with Shift up and down"},
    {"Drag a body", "Pull it; let go to throw it"},
    {"... with Shift", "Away and nearer, level"},
    {"... with the wheel", "Farther and nearer"},
    {"Pour tool: left drag", "The nozzle follows the mouse"},
    {"Pour tool: right hold", "Nozzle off while held"},
    {"Pour tool: middle drag", "Turn the view"},
    {"Grab tool: drag the liquid", "Carry a handful"},
    {"Grab tool: drag a body", "Also one that is under the liquid"},
    {"Drop tool: click", "A new body, where the outline is"},
    {"Slider: Ctrl + click", "Type a value"},
}};

void row(const PanelContext& context, const char* what, const char* does) {
  ImGui::TableNextColumn();
  ImGui::TextColored(context.theme.accent, "%s", what);
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(does);
}

}  // namespace

void drawHelp(PanelContext& context) {
  const float scale = context.theme.scale;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * screen.x, 0.5f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowBgAlpha(0.97f);
  constexpr int kFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_AlwaysAutoResize |
                         ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 8.f * scale);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {22.f * scale, 18.f * scale});
  if (ImGui::Begin("Help", nullptr, kFlags)) {
    ImGui::TextUnformatted("Keys and mouse");
    ImGui::SameLine();
    ImGui::TextDisabled("   F1 or Esc closes this page");
    ImGui::Separator();
    ImGui::PushFont(context.theme.small);
    if (ImGui::BeginTable("keys", 6, ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_PadOuterX)) {
      std::vector<const Shortcut*> keys;
      for (const Shortcut& s : shortcuts())
        if (s.key != 0) keys.push_back(&s);
      // Keys in two columns, so that the page fits a low window.
      const std::size_t half = (keys.size() + 1) / 2, rows = std::max(half, kMouse.size());
      for (std::size_t i = 0; i < rows; ++i) {
        ImGui::TableNextRow();
        for (const std::size_t k : {i, i + half})
          i < half&& k < keys.size() ? row(context, std::string(keys[k]->keyName).c_str(),
                                           (std::string(keys[k]->label) + "    ").c_str())
                                     : row(context, "", "");
        if (i < kMouse.size()) row(context, kMouse[i].first, kMouse[i].second);
      }
      ImGui::EndTable();
    }
    ImGui::PopFont();
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace ooze::ui
