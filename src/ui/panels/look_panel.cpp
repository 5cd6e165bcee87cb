// How the picture looks, and the liquid in it: view, what its colour stands for, surroundings; its own colour
// and its look.
#include "ui/panels/panel.h"
#include "ui/panels/panel_edits.h"
#include "ui/widgets.h"

#include <algorithm>
#include <array>

namespace ooze::ui {
namespace {

/// What the menu calls it, less the name of the group: that stands before the row.
std::string labelOf(Action action) {
  for (const Shortcut& shortcut : shortcuts()) {
    if (shortcut.action != action) continue;
    const std::size_t colon = shortcut.label.find(": ");
    return capitalised(colon == std::string_view::npos ? shortcut.label : shortcut.label.substr(colon + 2));
  }
  return "";
}

/// A row of actions of which one is on.
template <std::size_t N>
void drawChoice(PanelContext& context, const char* name, const std::array<Action, N>& actions, Action on) {
  const float width = ImGui::GetContentRegionAvail().x, label = 0.44f * width;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name);
  ImGui::SameLine(ImGui::GetCursorPosX() + label);
  ImGui::SetNextItemWidth(width - label);
  ImGui::PushID(name);
  if (ImGui::BeginCombo("##choice", labelOf(on).c_str())) {
    for (const Action action : actions)
      if (ImGui::Selectable(labelOf(action).c_str(), action == on)) context.perform(action);
    ImGui::EndCombo();
  }
  ImGui::PopID();
}

Action colourAction(const InterfaceState& state) {
  for (const Action action : {Action::ColourMaterial, Action::ColourSpeed, Action::ColourDensity,
                              Action::ColourPressure, Action::ColourStrain})
    if (state.colour && colourOf(action) == state.colour) return action;
  return Action::ColourLook;
}

void drawLiquidColour(PanelContext& context, const MaterialDefinition& material) {
  const float width = ImGui::GetContentRegionAvail().x, label = 0.44f * width;
  std::array<float, 3> colour{};
  for (std::size_t i = 0; i < 3; ++i)
    colour[i] = static_cast<float>(material.colour >> (8 * i) & 0xff) / 255.f;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Colour");
  tooltip(context.theme, "Of this liquid, also of what is there already");
  ImGui::SameLine(ImGui::GetCursorPosX() + label);
  ImGui::SetNextItemWidth(width - label);
  const bool changed = ImGui::ColorEdit3("##colour", colour.data(), ImGuiColorEditFlags_DisplayHex);
  followItem(context, changed, "colour of " + material.name,
             {"material." + material.name + ".colour", {colour[0], colour[1], colour[2]}});
}

void drawLiquidLook(PanelContext& context, const MaterialDefinition& material) {
  const float width = ImGui::GetContentRegionAvail().x, label = 0.44f * width;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Drawn as");
  tooltip(context.theme,
          "How light goes through it and off it; what it does depends on its parameters alone");
  ImGui::SameLine(ImGui::GetCursorPosX() + label);
  ImGui::SetNextItemWidth(width - label);
  if (!ImGui::BeginCombo("##look", material.look.c_str())) return;
  for (const std::string_view look : kLooks)
    if (ImGui::Selectable(std::string(look).c_str(), look == material.look))
      submitAs(context, "look of " + material.name,
               {{"material." + material.name + ".look", {}, std::string(look)}});
  ImGui::EndCombo();
}

}  // namespace

void drawLookPanel(PanelContext& context) {
  drawChoice(context, "View",
             std::array{Action::ViewSurface, Action::ViewLiquid, Action::ViewSpheres, Action::ViewPoints},
             context.state.view);
  drawChoice(context, "Shows",
             std::array{Action::ColourLook, Action::ColourMaterial, Action::ColourSpeed,
                        Action::ColourDensity, Action::ColourPressure, Action::ColourStrain},
             colourAction(context.state));
  drawChoice(context, "Surroundings",
             std::array{Action::BackgroundStudio, Action::BackgroundSky, Action::BackgroundDark,
                        Action::BackgroundWhite},
             context.state.background);
  if (context.state.material >= context.live.materials.size()) return;
  const MaterialDefinition& material = context.live.materials[context.state.material];
  heading(context.theme, material.name);
  drawLiquidColour(context, material);
  drawLiquidLook(context, material);
}

}  // namespace ooze::ui
