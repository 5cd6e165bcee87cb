// Pairs panel: a matrix of pair functions between liquids and between liquids and solids, and a curve editor
// for the open pair. The panel is independent of the method: functions, families and texts come from the
// method's row.
#include "session/comparison.h"
#include "ui/panels/panel.h"
#include "ui/panels/panel_edits.h"
#include "ui/state/parameter_cost.h"
#include "ui/widgets/curve_field.h"
#include "ui/widgets/widgets.h"
#include "world/commands/pair_values.h"
#include "world/commands/target_names.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

namespace ooze::ui {
namespace {

// Sizes of cells and names [design pixels].
constexpr float kCell = 27.f, kNarrowestCell = 46.f, kWidestCell = 96.f, kName = 70.f;
constexpr float kCurve = 196.f;  // height of the curve editor [design pixels]

/// The second member of a pair: a liquid, all solids, or a single solid.
struct Partner {
  std::string name;
  std::optional<std::uint16_t> liquid{};
  std::string solid{};
};

PairEntry pairOf(const PairFunction& function, std::size_t liquid, const Partner& partner) {
  return {std::string(function.key), static_cast<std::uint16_t>(liquid), partner.liquid, partner.solid, {}};
}

std::vector<Partner> partnersOf(const PanelContext& context) {
  std::vector<Partner> partners;
  for (std::size_t m = 0; m < context.live.materials.size(); ++m)
    partners.push_back({context.liquidName(m), static_cast<std::uint16_t>(m)});
  partners.push_back({"solids"});
  for (const BodyValues& body : context.live.bodies) {
    const bool inTable =
        std::any_of(context.live.pairs.begin(), context.live.pairs.end(),
                    [&](const PairEntry& e) { return !e.other && !e.solid.empty() && e.solid == body.name; });
    if (inTable || (!body.name.empty() && body.name == context.state.pairs.solid))
      partners.push_back({body.name, std::nullopt, body.name});
  }
  return partners;
}

bool isOpen(const PanelContext& context, const PairEntry& pair) {
  const std::optional<PairEntry>& open = context.state.pairs.open;
  return open && isSamePair(*open, pair);
}

std::string labelOf(const PanelContext& context, const PairEntry& pair) {
  return describeTarget(pairTarget(pair, context.live.materials), context.view.snapshot->method).label;
}

/// Describes the largest attraction and repulsion: "pulls 60 m/s² at most, pushes 600".
std::string strengthOf(const PairCurve& curve) {
  float pull = 0.f, push = 0.f;
  for (const CurvePoint& p : curve.now()) pull = std::max(pull, p.value), push = std::max(push, -p.value);
  const PairFunction& f = *curve.function;
  std::string words;
  if (pull > 0.f) words = fmt::format("{} {:.3g} {}", f.above, pull, f.valueUnit);
  if (push > 0.f)
    words += fmt::format("{}{} {:.3g} {}", words.empty() ? "" : ", ", f.below, push, f.valueUnit);
  return words.empty() ? "does nothing" : fmt::format("{} at most", words);
}

/// Draws a cell of the matrix: a small curve, highlighted if the pair has a function of its own.
void drawCell(PanelContext& context, const PairEntry& pair, const ImVec2& size) {
  const Theme& theme = context.theme;
  const PairCurve curve = pairCurveOf(context.live, context.view.snapshot->method, pair);
  const ImVec2 corner = ImGui::GetCursorScreenPos(), end{corner.x + size.x, corner.y + size.y};
  const bool open = isOpen(context, pair), own = !curve.own.empty();
  if (ImGui::InvisibleButton("cell", size)) {
    PairChoice& choice = context.state.pairs;
    choice.open = open ? std::nullopt : std::optional(pair);
    choice.curve = {};
    choice.refused = 0;
  }
  tooltip(theme, fmt::format("{}: {}.\n{}. Click to edit.", labelOf(context, pair),
                             own ? "own function" : "automatic, from cohesion and cling",
                             capitalised(strengthOf(curve))));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float rounding = 3.f * theme.scale, inset = 3.f * theme.scale;
  list.AddRectFilled(corner, end,
                     ImGui::GetColorU32(ImGui::IsItemHovered() ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg),
                     rounding);
  if (open) list.AddRect(corner, end, ImGui::GetColorU32(theme.accent), rounding, 0, 1.5f * theme.scale);
  drawSmallCurve(*curve.function, curve.now(), {corner.x + inset, corner.y + inset},
                 {end.x - inset, end.y - inset}, ImGui::GetColorU32(own ? theme.accent : theme.dim),
                 1.5f * theme.scale);
}

/// Draws a name in a column of this width, preceded by the liquid's colour.
void drawName(const PanelContext& context, const Partner& partner, float width) {
  const Theme& theme = context.theme;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float side = theme.small->FontSize, height = ImGui::GetTextLineHeight();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float left = corner.x;
  if (partner.liquid) {
    const float top = corner.y + 0.5f * (height - 0.7f * side);
    list.AddRectFilled({left, top}, {left + 0.7f * side, top + 0.7f * side},
                       context.live.materials[*partner.liquid].colour | 0xff000000u, 0.15f * side);
    list.AddRect({left, top}, {left + 0.7f * side, top + 0.7f * side}, IM_COL32(255, 255, 255, 60),
                 0.15f * side);  // a border keeps dark colours visible on the dark panel
    left += 0.95f * side;
  }
  const ImVec4 clip{corner.x, corner.y, corner.x + width - 2.f * theme.scale, corner.y + height};
  list.AddText(theme.small, side, {left, corner.y + 0.5f * (height - side)},
               ImGui::GetColorU32(ImGuiCol_Text), partner.name.c_str(), nullptr, 0.f, &clip);
  ImGui::Dummy({width, height});
  tooltip(theme, partner.liquid          ? partner.name
                 : partner.solid.empty() ? "Every solid without its own function with a liquid"
                                         : fmt::format("Only the solid \"{}\"", partner.name));
}

void drawMatrix(PanelContext& context, const PairFunction& function) {
  const std::vector<Partner> partners = partnersOf(context);
  const float scale = context.theme.scale, gap = 3.f * scale;
  const std::size_t liquids = context.live.materials.size(), columns = partners.size();
  const float room = ImGui::GetContentRegionAvail().x - kName * scale;
  const float cell = std::floor(
      std::clamp(room / static_cast<float>(columns) - gap, kNarrowestCell * scale, kWidestCell * scale));
  const bool wider = (cell + gap) * static_cast<float>(columns) > room;
  const float line = ImGui::GetTextLineHeight() + gap;
  const float height = line + static_cast<float>(liquids) * (kCell * scale + gap) + gap +
                       (wider ? ImGui::GetStyle().ScrollbarSize : 0.f);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {0.5f * gap, 0.5f * gap});
  const int flags = ImGuiTableFlags_SizingFixedFit | (wider ? ImGuiTableFlags_ScrollX : 0);
  if (ImGui::BeginTable("pairs", static_cast<int>(columns) + 1, flags, {0.f, wider ? height : 0.f})) {
    if (wider) ImGui::TableSetupScrollFreeze(1, 0);
    ImGui::TableNextColumn();
    for (const Partner& partner : partners) {
      ImGui::TableNextColumn();
      drawName(context, partner, cell);
    }
    for (std::size_t m = 0; m < liquids; ++m) {
      ImGui::TableNextColumn();
      ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 0.5f * (kCell * scale - ImGui::GetTextLineHeight()));
      drawName(context, partners[m], (kName - 6.f) * scale);
      for (std::size_t c = 0; c < columns; ++c) {
        ImGui::TableNextColumn();
        ImGui::PushID(static_cast<int>(m * columns + c));
        drawCell(context, pairOf(function, m, partners[c]), {cell, kCell * scale});
        ImGui::PopID();
      }
    }
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
}

/// Draws the combo box that adds a column for a solid of the scene.
void drawSolidChoice(PanelContext& context) {
  std::vector<std::string> solids;
  if (context.view.scene)
    for (const Body& body : context.view.scene->world.bodies)
      if (!body.name.empty()) solids.push_back(body.name);
  if (solids.empty()) return;
  std::string& chosen = context.state.pairs.solid;
  ImGui::SetNextItemWidth(-1.f);
  if (!ImGui::BeginCombo("##solid", chosen.empty() ? "A column for one solid ..."
                                                   : fmt::format("Column for {}", chosen).c_str()))
    return;
  if (ImGui::Selectable("None", chosen.empty())) chosen.clear();
  for (const std::string& name : solids)
    if (ImGui::Selectable(name.c_str(), name == chosen)) chosen = name;
  ImGui::EndCombo();
}

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
  setPair(with.pairs, std::move(entry));
  if (exceedsFixedSubsteps(context.view, now, with)) refused = requiredSubsteps(context.view, with).count;
  return refused == 0;
}

void setTo(const OpenPair& open, const Curve& to) {
  if (staysStable(open, to)) submitAs(open.context, open.label, {open.command(to)});
}

void small(const Theme& theme, const ImVec4& colour, const std::string& words) {
  ImGui::PushFont(theme.small);
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::PushTextWrapPos(0.f);
  ImGui::TextUnformatted(words.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  ImGui::PopFont();
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
    sliderRow(
        open.context.theme, "strength", row, value,
        [&] { ImGui::TextUnformatted("Strength of the function. All points scale with it."); }, &events);
    if (events.edit != Edit::None && !staysStable(open, family.make(value))) events.edit = Edit::None;
    followSlider(open.context, events, open.label, open.command(family.make(value)));
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
  const std::string target = pairTarget(open.pair, open.context.live.materials);
  for (const Difference& d : comparison->differences()) {
    if (d.target != target) continue;
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
  if (other) small(context.theme, context.theme.dim, other->words);
}

/// Draws a field for a coordinate of a point. @return true if the number changed
bool numberField(const char* id, float width, float speed, const std::string& format, float& value) {
  ImGui::SetNextItemWidth(width);
  const float before = value;
  return ImGui::DragFloat(id, &value, speed, 0.f, 0.f, format.c_str()) && std::isfinite(value) &&
         value != before;
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
      bool changed = numberField(id, width, speed, fmt::format("%.4g {}", unit), to.*member);
      if (ImGui::IsItemActive()) state.point = k;
      const Curve moved = movePoint(f, now, k, to);
      changed = changed && moved != now && staysStable(open, moved);
      followItem(context, changed, open.label, open.command(moved));
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
    return small(context.theme, context.theme.error,
                 fmt::format("Refused: this needs {} substeps, but {} are fixed (World).", needed,
                             fixedSubsteps(currentParameters(context))));
  if (!context.view.scene || open.curve.own.empty() || fixedSubsteps(currentParameters(context)) > 0) return;
  ParameterSet without = currentParameters(context);
  setPair(without.pairs, open.pair);
  if (const std::optional<EditCost> cost = editCost(context.view, without, currentParameters(context)))
    small(context.theme, context.theme.accent,
          fmt::format("Needs {} substeps instead of {}: about {:.1f} x the time.", cost->after, cost->before,
                      static_cast<double>(cost->after) / cost->before));
}

void drawOpen(PanelContext& context, const PairEntry& pair) {
  const OpenPair open{context, pair, pairCurveOf(context.live, context.view.snapshot->method, pair),
                      labelOf(context, pair)};
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
  small(context.theme, context.theme.dim, std::string(pair.other ? f.momentumOfLiquids : f.momentumAtSolids));
  ImGui::PopID();
}

/// Returns whether the liquids, the solid and the function of the pair still exist.
bool isThere(const PanelContext& context, const PairEntry& pair) {
  const std::vector<MaterialDefinition>& liquids = context.live.materials;
  const bool solid =
      pair.solid.empty() || std::any_of(context.live.bodies.begin(), context.live.bodies.end(),
                                        [&](const BodyValues& b) { return b.name == pair.solid; });
  return pair.material < liquids.size() && (!pair.other || *pair.other < liquids.size()) && solid &&
         findPairFunction(findMethod(context.view.snapshot->method), pair.function);
}

}  // namespace

bool hasPairs(const PanelContext& context) {
  return context.view.snapshot && !context.live.materials.empty() &&
         findMethod(context.view.snapshot->method).pairFunctions;
}

void drawPairPanel(PanelContext& context) {
  if (!hasPairs(context)) return;
  for (const PairFunction& function : findMethod(context.view.snapshot->method).pairFunctions()) {
    ImGui::PushID(function.key.data(), function.key.data() + function.key.size());
    small(context.theme, context.theme.dim,
          fmt::format("{} of each pair. Click a cell to open it.", function.label));
    drawMatrix(context, function);
    drawSolidChoice(context);
    std::optional<PairEntry>& open = context.state.pairs.open;
    if (open && !isThere(context, *open)) open.reset();
    if (open && open->function == function.key) {
      const PairEntry pair = *open;  // a copy, because the panel may close the pair
      drawOpen(context, pair);
    }
    ImGui::PopID();
  }
}

}  // namespace ooze::ui
