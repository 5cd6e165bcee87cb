#include "ui/panels/body_density.h"

#include <algorithm>
#include <fmt/format.h>
#include <imgui.h>

namespace ooze::ui {
namespace {

float ratioToLiquid(const PanelContext& context, float density) {
  const std::vector<MaterialDefinition>& materials = context.live.materials;
  return materials.empty()
             ? 1.f
             : density / materials[std::min(context.state.material, materials.size() - 1)].density;
}

}  // namespace

const char* buoyancyWord(const PanelContext& context, float density) {
  const float ratio = ratioToLiquid(context, density);
  return ratio < 0.97f ? "floats" : ratio > 1.03f ? "sinks" : "hovers";
}

void explainDensity(const PanelContext& context, float density) {
  const float ratio = ratioToLiquid(context, density);
  std::string text =
      fmt::format("Density: {:.2f} x the liquid, so the body {}.", ratio, buoyancyWord(context, density));
  if (ratio < 0.97f) text += fmt::format(" About {:.0f} % of the body is under the surface.", 100.f * ratio);
  ImGui::TextUnformatted(text.c_str());
}

}  // namespace ooze::ui
