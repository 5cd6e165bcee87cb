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

void drawSprings(PanelContext& context, float width, float gap) {
  ImGui::Dummy({0.f, 2.f * context.theme.scale});
  if (ImGui::Button("Set firm", {width, 0.f})) context.session.submit({"springs.add", {}});
  tooltip(context.theme,
          "The liquid keeps the shape that it has now, like jelly that has set: springs tie every particle "
          "to those round it, as they lie. Spring stiffness says how hard it holds, plasticity how long. "
          "With a spring stiffness of 0 nothing holds.");
  ImGui::SameLine(0.f, gap);
  if (ImGui::Button("Melt", {width, 0.f})) context.session.submit({"springs.remove", {}});
  tooltip(context.theme,
          "The liquid forgets its shape at once: every spring goes, and what stood up flows. A material that "
          "ties springs as it moves ties new ones.");
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
    const std::string label = (listing.title.empty() ? listing.name : listing.title) + "##" + listing.name;
    if (toggleButton(context.theme, label.c_str(), on, width))
      context.session.loadMaterial(index, listing.name);
    tooltip(context.theme, listing.description);
  }
  drawSprings(context, width, gap);
}

}  // namespace ooze::ui
