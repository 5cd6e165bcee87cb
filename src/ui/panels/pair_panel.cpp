// Pairs panel: a matrix of pair functions between liquids and between liquids and solids. A click opens the
// curve editor of a pair (open_pair.cpp). The panel is independent of the method: functions, families and
// texts come from the method's row.
#include "ui/panels/panel.h"
#include "ui/widgets/curve_field.h"
#include "ui/widgets/widgets.h"
#include "world/commands/setting_names.h"
#include "world/commands/world_values.h"

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
  return describeSetting(nameOfPair(pair, context.live.materials), context.view.snapshot->method).label;
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
    smallText(context.theme, context.theme.dim,
              fmt::format("{} of each pair. Click a cell to open it.", function.label));
    drawMatrix(context, function);
    drawSolidChoice(context);
    std::optional<PairEntry>& open = context.state.pairs.open;
    if (open && !isThere(context, *open)) open.reset();
    if (open && open->function == function.key) {
      const PairEntry pair = *open;  // a copy, because the panel may close the pair
      drawOpenPair(context, pair, labelOf(context, pair));
    }
    ImGui::PopID();
  }
}

}  // namespace ooze::ui
