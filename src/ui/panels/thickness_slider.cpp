#include "ui/panels/thickness_slider.h"

#include "ooze/methods/method.h"

#include "ui/state/parameter_cost.h"
#include "ui/widgets/slider_row.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <span>
#include <string>
#include <vector>

namespace ooze::ui {
namespace {

constexpr float kRunniest = 0.01f;  // smallest factor

/// Returns the indices of the parameters that the slider multiplies.
std::vector<std::size_t> thicknessRows(const MethodRow& method, std::span<const float> originals) {
  const std::vector<ParameterInfo>& infos = method.parameters();
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < std::min(infos.size(), originals.size()); ++row)
    if (originals[row] > 0.f &&
        std::ranges::find(method.thicknessParameters, infos[row].key) != method.thicknessParameters.end())
      rows.push_back(row);
  return rows;
}

/// Returns the loaded values of a material. A liquid that was added by a command has none; its present values
/// take their place.
const std::vector<float>& loadedValues(const PanelContext& context, std::size_t material) {
  return material < context.view.originals.size() ? context.view.originals[material].values
                                                  : context.live.materials[material].values;
}

/// Returns the factor by which the values differ from the loaded ones: the geometric mean over the rows.
float factorOf(const std::vector<std::size_t>& rows, const std::vector<float>& present,
               const std::vector<float>& originals) {
  float logarithms = 0.f;
  for (const std::size_t row : rows)
    logarithms += std::log(std::max(present[row] / originals[row], kRunniest * kRunniest));
  return std::exp(logarithms / static_cast<float>(rows.size()));
}

/// Submits the values as one edit, unless the world's fixed substeps are too few.
void submitValues(PanelContext& context, std::size_t material, const std::vector<std::size_t>& rows,
                  const std::vector<float>& values, SliderEvents events) {
  const std::vector<ParameterInfo>& infos = findMethod(context.view.snapshot->method).parameters();
  const std::string& liquid = context.live.materials[material].name;
  const std::string label = fmt::format("Thickness of {}", liquid);
  const auto commandOf = [&](std::size_t k) {
    return SetValue{{SettingOwner::Material, liquid, std::string(infos[rows[k]].key)}, values[k]};
  };
  if (events.edit != Edit::None) {
    const ParameterSet before{context.live.materials, context.live.worldValues, context.live.pairs};
    ParameterSet after = before;
    for (std::size_t k = 0; k < rows.size(); ++k) after.materials[material].values[rows[k]] = values[k];
    context.state.refused.reset();
    if (exceedsFixedSubsteps(context.view, before, after)) {
      context.state.refused = RefusedEdit{commandOf(0), label, requiredSubsteps(context.view, after).count};
      events.edit = Edit::None;
    }
  }
  if (events.began) context.session.beginEdit(label);
  if (events.edit != Edit::None)
    for (std::size_t k = 0; k < rows.size(); ++k) context.session.submit(commandOf(k));
  if (events.ended) context.session.endEdit();
}

}  // namespace

bool hasThicknessSlider(const PanelContext& context, std::size_t material) {
  return context.view.snapshot && material < context.live.materials.size() &&
         !thicknessRows(findMethod(context.view.snapshot->method), loadedValues(context, material)).empty();
}

void drawThicknessSlider(PanelContext& context, std::size_t material) {
  const MethodRow& method = findMethod(context.view.snapshot->method);
  const std::vector<float>& originals = loadedValues(context, material);
  const std::vector<std::size_t> rows = thicknessRows(method, originals);
  if (rows.empty()) return;
  const std::vector<ParameterInfo>& infos = method.parameters();
  const std::vector<float>& present = context.live.materials[material].values;
  // The parameter nearest to its upper limit limits the factor.
  const auto share = [&](std::size_t row) { return originals[row] / infos[row].upper; };
  const std::size_t lead = *std::ranges::max_element(rows, {}, share);
  const float most = std::max(1.f / share(lead), 1.f), now = factorOf(rows, present, originals);
  const std::array marks{ParameterTickLabel{kRunniest, "runny"}, ParameterTickLabel{1.f, "as loaded"},
                         ParameterTickLabel{most, "thick"}};
  float factor = std::clamp(now, kRunniest, most);
  const SliderRow slider{.label = "Runny to thick",
                         .lower = kRunniest,
                         .upper = most,
                         .scale = Scale::Logarithmic,
                         .original = 1.f,
                         .format = "x %.2f",
                         .marks = marks};
  const TourSpotRecorder mark(context.state);
  const SliderEvents events = drawSliderRow(context.theme, "thickness", slider, factor);
  mark.note("thickness");
  if (events.hovered) {
    std::string names;
    for (const std::size_t row : rows)
      names += fmt::format("{}{}", names.empty() ? "" : " and ", infos[row].label);
    tooltip(context.theme,
            fmt::format("How thick the liquid is. Multiplies {} of the loaded liquid.", names));
  }
  std::vector<float> values;
  for (const std::size_t row : rows) {
    // Values that were edited on their own keep their ratio.
    const bool keepsRatio = events.edit != Edit::Reset && present[row] > 0.f;
    const float value = keepsRatio ? present[row] * (factor / now) : originals[row] * factor;
    values.push_back(std::clamp(value, infos[row].lower, infos[row].upper));
  }
  submitValues(context, material, rows, values, events);
}

}  // namespace ooze::ui
