// Curve editor of the open pair in the pairs panel: curve families, strength, points, and the cost in
// substeps.
#include "session/comparison.h"
#include "ui/panels/panel.h"
#include "ui/state/parameter_cost.h"
#include "ui/widgets/curve_field.h"
#include "ui/widgets/slider_row.h"
#include "ui/widgets/widgets.h"
#include "world/commands/setting_names.h"
#include "world/commands/world_values.h"

#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ooze::ui {
namespace {

constexpr float kCurve = 196.f;  // height of the curve editor [design pixels]

/// The open pair, with its current function.
struct OpenPair {
  PanelContext& context;
  const PairEntry& pair;
  PairCurve curve;
  std::string label;

  [[nodiscard]] Command command(const Curve& to) const {
    return pairCommand(pair, context.live.materials, to);
  }
};

ParameterSet currentParameters(const PanelContext& context) {
  return {context.live.materials, context.live.worldValues, context.live.pairs};
}

/// Returns whether a world with fixed substeps stays stable with this function. Otherwise stores the substeps
/// needed.
bool staysStable(const OpenPair& open, const Curve& to) {
  PanelContext& context = open.context;
  int& refused = context.state.pairs.refused;
  refused = 0;
  if (!context.view.scene) return true;
  const ParameterSet now = currentParameters(context);
  ParameterSet with = now;
  PairEntry entry = open.pair;
  entry.curve = to;
  with.pairs.set(std::move(entry));
  if (exceedsFixedSubsteps(context.view, now, with)) refused = requiredSubsteps(context.view, with).count;
  return refused == 0;
}

void setTo(const OpenPair& open, const Curve& to) {
  if (staysStable(open, to)) submitAs(open.context.session, open.label, {open.command(to)});
}

/// Draws the pair's name and the close button.
void drawTitle(const OpenPair& open) {
  const float side = ImGui::GetFrameHeight();
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(open.context.theme.accent, "%s", open.label.c_str());
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - side);
  if (closeButton(open.context.theme, side)) open.context.state.pairs.open.reset();
}

/// Draws buttons for the curve families, and a button that returns to the automatic function.
void drawFamilies(const OpenPair& open) {
  const PairFunction& f = *open.curve.function;
  const Theme& theme = open.context.theme;
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const auto count = static_cast<float>(f.families.size() + 1);
  const float width = (ImGui::GetContentRegionAvail().x - (count - 1.f) * gap) / count;
  const Curve& now = open.curve.now();
  const bool own = !open.curve.own.empty();
  for (const CurveFamily& family : f.families) {
    const bool on = own && amplitudeOf(family, now).has_value();
    if (toggleButton(theme, capitalised(family.label).c_str(), on, width))
      setTo(open, family.make(amplitudeLike(f, now, open.curve.defaultPoints)));
    tooltip(theme, std::string(family.explanation));
    ImGui::SameLine(0.f, gap);
  }
  if (toggleButton(theme, "Automatic", !own, width) && own) setTo(open, {});
  tooltip(theme, "The function follows the parameters of the materials");
}

/// Draws the strength slider of a curve family. Other functions keep the row's height, so that the curve does
/// not jump during a drag.
void drawStrength(const OpenPair& open) {
  const PairFunction& f = *open.curve.function;
  for (const CurveFamily& family : f.families) {
    const std::optional<float> amplitude = amplitudeOf(family, open.curve.own);
    if (!amplitude) continue;
    float value = *amplitude;
    const std::string format = fmt::format("%.4g {}", f.valueUnit);
    // The slider's range is fixed at ten times the usual value, the range of the materials' sliders. A range
    // that followed the value would move under the mouse. Points can exceed the range.
    const SliderRow row{"Strength", 0.f, 10.f * f.usual, Scale::Logarithmic, value, format};
    SliderEvents events;
    sliderRow(open.context.theme, "strength", row, value,
              "Strength of the function. All points scale with it.", &events);
    if (events.edit != Edit::None && !staysStable(open, family.make(value))) events.edit = Edit::None;
    followSlider(open.context.session, events, open.label, open.command(family.make(value)));
    return;
  }
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", open.curve.own.empty() ? "Follows the materials" : "Set by its points");
}

/// The pair's function in the comparison world, if different.
struct OtherWorld {
  Curve curve;
  std::string words;
};
std::optional<OtherWorld> otherWorld(const OpenPair& open) {
  const Comparison* comparison = open.context.services.comparison;
  if (!comparison || !open.context.state.comparing) return std::nullopt;
  const SettingName setting = nameOfPair(open.pair, open.context.live.materials);
  for (const Difference& d : comparison->differences()) {
    if (d.setting != setting) continue;
    const std::vector<float>& numbers = comparison->focus() == 0 ? d.b.numbers : d.a.numbers;
    OtherWorld other;
    for (std::size_t k = 0; k + 1 < numbers.size(); k += 2)
      other.curve.push_back({numbers[k], numbers[k + 1]});
    other.words = fmt::format("A: {}\nB: {}", d.textA, d.textB);
    return other;
  }
  return std::nullopt;
}

void drawCurve(const OpenPair& open) {
  PanelContext& context = open.context;
  const std::optional<OtherWorld> other = otherWorld(open);
  const ShownCurve shown{*open.curve.function, open.curve.now(), !open.curve.own.empty(),
                         other && !other->curve.empty() ? &other->curve : nullptr};
  const CurveEvents events = drawCurveField(context.theme, shown, context.state.pairs.curve,
                                            {ImGui::GetContentRegionAvail().x, kCurve * context.theme.scale});
  if (events.began) context.session.beginEdit(open.label);
  if (events.changed && staysStable(open, *events.changed))
    context.session.submit(open.command(*events.changed));
  if (events.ended) context.session.endEdit();
  if (other) smallText(context.theme, context.theme.dim, other->words);
}

/// Draws number fields for every point, for the keyboard and for exact values.
void drawPoints(const OpenPair& open) {
  PanelContext& context = open.context;
  const PairFunction& f = *open.curve.function;
  const Curve& now = open.curve.now();
  CurveState& state = context.state.pairs.curve;
  const float side = ImGui::GetFrameHeight(), gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float number = 1.2f * ImGui::GetFontSize(), left = ImGui::GetCursorPosX();
  const float width = 0.5f * (ImGui::GetContentRegionAvail().x - number - side - 2.f * gap);
  const ValueRange range = rangeOf(now, false);
  std::optional<Curve> rest;
  for (std::size_t k = 0; k < now.size(); ++k) {
    ImGui::PushID(static_cast<int>(k));
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(state.point == k ? context.theme.accent : context.theme.dim, "%zu", k + 1);
    ImGui::SameLine(left + number);
    const auto field = [&](const char* id, float speed, std::string_view unit, float CurvePoint::*member) {
      CurvePoint to = now[k];
      ImGui::SetNextItemWidth(width);
      bool changed =
          numberFields(id, {&(to.*member), 1}, speed, 0.f, 0.f, fmt::format("%.4g {}", unit).c_str());
      if (ImGui::IsItemActive()) state.point = k;
      const Curve moved = movePoint(f, now, k, to);
      changed = changed && moved != now && staysStable(open, moved);
      followItem(context.session, id, changed, open.label, open.command(moved));
      ImGui::SameLine(0.f, gap);
    };
    field("##at", 0.01f, f.argumentUnit, &CurvePoint::at);
    tooltip(context.theme, capitalised(f.argument) +
                               ". Drag, or double click to type. A point stays between its neighbours.");
    field("##value", 0.005f * (range.high - range.low), f.valueUnit, &CurvePoint::value);
    ImGui::BeginDisabled(now.size() <= f.fewestPoints);
    if (squareButton(context.theme, icon::kClose, "x", false, "Remove this point", {side, side}))
      rest = removePoint(f, now, k);
    ImGui::EndDisabled();
    ImGui::PopID();
  }
  if (rest) {
    state.point.reset();
    setTo(open, *rest);
  }
}

void drawPointButtons(const OpenPair& open) {
  const PairFunction& f = *open.curve.function;
  const Theme& theme = open.context.theme;
  CurveState& state = open.context.state.pairs.curve;
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float width = 0.5f * (ImGui::GetContentRegionAvail().x - gap);
  const std::optional<AddedPoint> more = addPointInWidestGap(f, open.curve.now());
  ImGui::BeginDisabled(!more);
  if (ImGui::Button("Add a point", {width, 0.f}) && more) {
    state.point = more->point;
    setTo(open, more->curve);
  }
  ImGui::EndDisabled();
  tooltip(theme, more ? "Adds a point in the widest gap. A double click on the curve adds one there."
                      : fmt::format("A function has at most {} points", f.mostPoints));
  if (!cutsOffRepulsion(open.curve.now()) && !state.whole) return;
  ImGui::SameLine(0.f, gap);
  if (toggleButton(theme, "Whole range", state.whole, width)) state.whole = !state.whole;
  tooltip(theme,
          fmt::format("Shows all of the curve that {}; the part that {} then looks flat", f.below, f.above));
}

/// Draws the cost in substeps, relative to the automatic function; or the reason why an edit was refused.
void drawCost(const OpenPair& open) {
  const PanelContext& context = open.context;
  if (const int needed = context.state.pairs.refused; needed > 0)
    return smallText(context.theme, context.theme.error,
                     fmt::format("Refused: this needs {} substeps, but {} are fixed (World).", needed,
                                 fixedSubsteps(currentParameters(context))));
  if (!context.view.scene || open.curve.own.empty() || fixedSubsteps(currentParameters(context)) > 0) return;
  ParameterSet without = currentParameters(context);
  without.pairs.set(open.pair);
  if (const std::optional<EditCost> cost = editCost(context.view, without, currentParameters(context)))
    smallText(context.theme, context.theme.accent,
              fmt::format("Needs {} substeps instead of {}: about {:.1f} x the time.", cost->after,
                          cost->before, static_cast<double>(cost->after) / cost->before));
}

}  // namespace

void drawOpenPair(PanelContext& context, const PairEntry& pair, const std::string& label) {
  const OpenPair open{context, pair, pairCurveOf(context.live, context.view.snapshot->method, pair), label};
  const PairFunction& f = *open.curve.function;
  ImGui::PushID("open");
  drawTitle(open);
  drawFamilies(open);
  drawStrength(open);
  ImGui::Dummy({0.f, 2.f * context.theme.scale});
  drawCurve(open);
  drawPoints(open);
  drawPointButtons(open);
  drawCost(open);
  smallText(context.theme, context.theme.dim,
            std::string(pair.other ? f.momentumOfLiquids : f.momentumAtSolids));
  ImGui::PopID();
}

}  // namespace ooze::ui
