// Sliders made from the parameter tables. Moving one is a command; this file knows no parameter by name, but
// for the number of substeps, whose zero means "auto".
#include "ooze/methods/method.h"
#include "ooze/world/world.h"

#include "ui/panels/panel.h"
#include "ui/widgets.h"

#include <algorithm>
#include <fmt/format.h>

namespace ooze::ui {
namespace {

void explain(const Theme& theme, const ParameterInfo& info) {
  const auto text = [](std::string_view s) { ImGui::TextUnformatted(s.data(), s.data() + s.size()); };
  ImGui::TextColored(theme.accent, "%s", fmt::format("{}   {}", info.label, info.symbol).c_str());
  text(info.tooltip);
  text(info.more);
  ImGui::PushFont(theme.small);
  const std::string facts =
      fmt::format("{}\n{:g} to {:g}{}{}.{} Ctrl+click to type a value.\n{}", info.source, info.lower,
                  info.upper, info.unit == "1" ? "" : " ", info.unit == "1" ? "" : info.unit,
                  info.applies == Applies::AfterReset ? " Takes effect after a reset." : " Acts at once.",
                  fmt::format("--set {}=...", info.key));
  ImGui::TextDisabled("%s", facts.c_str());
  ImGui::PopFont();
}

std::string numberFormat(const ParameterInfo& info, float value, int substeps) {
  if (info.key == "substeps") return value < 0.5f ? fmt::format("auto ({})", substeps) : "%.0f";
  const std::string unit(info.unit);
  return "%.4g" + (unit == "1" ? std::string() : " " + unit);
}

bool anyChanged(std::span<const float> values, std::span<const float> originals) {
  return !std::equal(values.begin(), values.end(), originals.begin(), originals.end());
}

struct Rows {
  std::span<const ParameterInfo> infos;
  std::span<const float> values, originals;
  std::string prefix;  ///< of the command's target
};

void drawRows(PanelContext& context, const Rows& rows) {
  const std::size_t count = std::min({rows.infos.size(), rows.values.size(), rows.originals.size()});
  for (std::size_t i = 0; i < count; ++i) {
    const ParameterInfo& info = rows.infos[i];
    if (!info.heading.empty()) heading(context.theme, info.heading);
    float value = rows.values[i];
    const std::string format = numberFormat(info, value, context.view.snapshot->substeps);
    const SliderRow row{info.label, info.lower, info.upper, info.scale, rows.originals[i], format};
    if (sliderRow(context.theme, info.key, row, value, [&] { explain(context.theme, info); }) == Edit::None)
      continue;
    if (info.key == "substeps") value = std::round(value);
    context.session.submit({rows.prefix + std::string(info.key), {value}});
  }
}

void drawResetAll(PanelContext& context, const Rows& rows) {
  if (!anyChanged(rows.values, rows.originals)) return;
  if (ImGui::SmallButton("Reset all"))
    for (std::size_t i = 0; i < std::min(rows.infos.size(), rows.originals.size()); ++i)
      context.session.submit({rows.prefix + std::string(rows.infos[i].key), {rows.originals[i]}});
  tooltip(context.theme, "Every value back to what it was when it was loaded");
}

}  // namespace

void drawParameterPanel(PanelContext& context) {
  const std::size_t index = context.state.material;
  if (!context.view.snapshot || index >= context.live.materials.size() ||
      index >= context.view.originals.size())
    return;
  const MaterialDefinition& material = context.live.materials[index];
  const Rows rows{findMethod(context.view.snapshot->method).parameters(), material.values,
                  context.view.originals[index].values, "material." + material.name + "."};
  drawRows(context, rows);
  drawResetAll(context, rows);
}

void drawWorldPanel(PanelContext& context) {
  if (!context.view.snapshot || !context.view.scene) return;
  const WorldSettings& settings = context.view.scene->world.settings;
  const std::vector<float> originals{settings.gravityX, settings.gravityY, settings.gravityZ,
                                     settings.substeps};
  const Rows rows{worldParameters(), context.live.worldValues, originals, "world."};
  drawRows(context, rows);
  drawResetAll(context, rows);
}

}  // namespace ooze::ui
