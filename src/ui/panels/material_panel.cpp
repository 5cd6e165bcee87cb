// Which material the liquid is. A ready-made one replaces all its parameters, by commands like any other
// edit.
#include "ui/panels/panel.h"
#include "ui/widgets.h"

#include <algorithm>

namespace ooze::ui {
namespace {

void drawChooser(PanelContext& context) {
  const std::vector<MaterialDefinition>& materials = context.live.materials;
  if (materials.size() < 2) return;
  ImGui::SetNextItemWidth(-1.f);
  if (ImGui::BeginCombo("##which", materials[context.state.material].name.c_str())) {
    for (std::size_t i = 0; i < materials.size(); ++i)
      if (ImGui::Selectable(materials[i].name.c_str(), i == context.state.material))
        context.state.material = i;
    ImGui::EndCombo();
  }
  tooltip(context.theme, "The liquid of this scene that the panels change");
}

}  // namespace

void drawMaterialPanel(PanelContext& context) {
  const std::vector<MaterialDefinition>& materials = context.live.materials;
  if (materials.empty()) return;
  context.state.material = std::min(context.state.material, materials.size() - 1);
  drawChooser(context);

  const std::size_t index = context.state.material;
  const std::string& current =
      index < context.view.originals.size() ? context.view.originals[index].name : materials[index].name;
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float width = (ImGui::GetContentRegionAvail().x - gap) / 2.f;
  int column = 0;
  for (const Listing& listing : context.catalog.materials) {
    if (!listing.error.empty()) continue;
    if (column++ % 2 == 1) ImGui::SameLine(0.f, gap);
    const bool on = listing.name == current;
    if (on) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_Header));
    if (on) ImGui::PushStyleColor(ImGuiCol_Text, context.theme.accent);
    const std::string label = (listing.title.empty() ? listing.name : listing.title) + "##" + listing.name;
    if (ImGui::Button(label.c_str(), {width, 0.f})) context.session.loadMaterial(index, listing.name);
    if (on) ImGui::PopStyleColor(2);
    tooltip(context.theme, listing.description);
  }
}

}  // namespace ooze::ui
