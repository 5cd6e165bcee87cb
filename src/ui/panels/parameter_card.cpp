#include "ui/panels/parameter_card.h"

#include "ooze/methods/method.h"

#include "ui/state/parameter_cost.h"
#include "ui/widgets/formula.h"
#include "ui/widgets/widgets.h"
#include "verify/report.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <utility>

namespace ooze::ui {
namespace {

void wrapped(std::string_view text) { ImGui::TextUnformatted(text.data(), text.data() + text.size()); }

void label(const Theme& theme, const char* text) {
  ImGui::PushFont(theme.small);
  ImGui::TextColored(theme.accent, "%s", text);
  ImGui::PopFont();
}

MaterialDefinition withMore(const MaterialDefinition& material, const ExplainedValue& value) {
  MaterialDefinition more = material;
  more.values[value.row] = std::min(1.1f * more.values[value.row], value.info.upper);
  return more;
}

/// Draws derived quantities for the current value and for a value ten percent larger.
void drawDerivedQuantities(const PanelContext& context, const ExplainedValue& value) {
  const MaterialDefinition& material = *value.material;
  const MethodRow& method = findMethod(context.view.snapshot->method);
  const MethodSettings& settings = context.view.scene->world.methodSettings;
  const float gravity = glm::length(gravityOf(context.live.worldValues));
  const std::vector<DerivedQuantity> now = method.derivedQuantities(settings, gravity, material, value.row);
  const MaterialDefinition more = withMore(material, value);
  const std::vector<DerivedQuantity> then = method.derivedQuantities(settings, gravity, more, value.row);
  if (now.empty()) return;
  label(context.theme, "Here, and with 10 % more");
  for (std::size_t i = 0; i < now.size(); ++i) {
    ImGui::PushFont(context.theme.small);
    std::string line = fmt::format("{}: {}", now[i].name, formatQuantity(now[i].value, now[i].unit));
    if (i < then.size() && then[i].value != now[i].value)
      line += fmt::format(" \xe2\x86\x92 {}", formatQuantity(then[i].value, then[i].unit));
    wrapped(line + uncertaintyOf(method.key, now[i]));
    ImGui::PopFont();
  }
}

/// Draws the substeps of the whole world for the current value and for a value ten percent larger.
void drawSteps(const PanelContext& context, const ExplainedValue& value) {
  const ParameterSet now{context.live.materials, context.live.worldValues, context.live.pairs};
  ParameterSet then = now;
  for (MaterialDefinition& material : then.materials)
    if (material.name == value.material->name) material = withMore(material, value);
  const int before = requiredSubsteps(context.view, now).count,
            after = requiredSubsteps(context.view, then).count;
  ImGui::PushFont(context.theme.small);
  wrapped(after == before ? fmt::format("substeps needed: {}, no more with 10 % more", before)
                          : fmt::format("substeps needed: {} \xe2\x86\x92 {}", before, after));
  ImGui::PopFont();
}

void drawSource(const Theme& theme, const ParameterInfo& info) {
  ImGui::PushFont(theme.small);
  std::string source(info.source);
  if (!info.lesson.paper.empty()) source += fmt::format(". The paper's value: {}", info.lesson.paper);
  if (!source.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, theme.dim);
    wrapped(source);
    ImGui::PopStyleColor();
  }
  ImGui::PopFont();
}

void drawFacts(const Theme& theme, const ParameterInfo& info) {
  ImGui::PushFont(theme.small);
  ImGui::PushStyleColor(ImGuiCol_Text, theme.dim);
  wrapped(fmt::format("Acts at once. {:g} to {:g}{}{}. On the command line: --set {}=...", info.lower,
                      info.upper, info.unit == "1" ? "" : " ", info.unit == "1" ? "" : info.unit, info.key));
  if (const std::string unit = unitInWords(info.unit); !unit.empty()) wrapped(unit);
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

/// Returns whether the card was not drawn in the frame before.
bool isNew(ImGuiID card) {
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const int frame = ImGui::GetFrameCount(), last = storage.GetInt(card, -2);
  storage.SetInt(card, frame);
  return last + 1 < frame;
}

/// Names of the values that a window keeps about its cards in ImGui's storage: the frame that drew a card
/// last, the scroll before a card moved it, and the scroll that the card set.
constexpr const char *kCardFrame = "card frame", *kScrollBefore = "scroll before",
                     *kScrollOfCard = "scroll of card";

float storedScroll(const char* name) { return ImGui::GetStateStorage()->GetFloat(ImGui::GetID(name), -1.f); }

void storeScroll(const char* name, float scroll) {
  ImGui::GetStateStorage()->SetFloat(ImGui::GetID(name), scroll);
}

/// Scrolls the window so that the bottom becomes visible, but keeps the top in view.
void bringIntoView(float top, float bottom) {
  const float windowTop = ImGui::GetWindowPos().y, windowBottom = windowTop + ImGui::GetWindowHeight();
  const float below = bottom - windowBottom, room = top - windowTop;
  if (below <= 0.f || room <= 0.f) return;
  const float scroll = ImGui::GetScrollY(), to = scroll + std::min(below, room);
  if (storedScroll(kScrollBefore) < 0.f) storeScroll(kScrollBefore, scroll);
  storeScroll(kScrollOfCard, to);
  ImGui::SetScrollY(to);
}

}  // namespace

std::string uncertaintyOf(std::string_view method, const DerivedQuantity& figure) {
  const verify::CardErrors& errors = verify::shippedCardErrors();
  const auto ratio = errors.ratioOf(method, figure.name);
  std::string text = ratio ? fmt::format(" ({})", ratio->text()) : "";
  const std::optional<double> least = errors.leastViscosity(method);
  if (figure.name == "kinematic viscosity" && least && figure.value < *least)
    text += fmt::format(". Under its weight the liquid flows no thinner than {} (measured at h = {:g} mm).",
                        formatQuantity(*least, figure.unit), 1000.0 * double{verify::kH});
  return text;
}

std::string formatQuantity(double value, std::string_view unit) {
  const std::string number = value != 0.0 && value < 1e-3 ? fmt::format("{:.2e}", value)
                             : value >= 1000.0            ? fmt::format("{:.0f}", value)
                                                          : fmt::format("{:.3g}", value);
  return unit == "1" ? number : fmt::format("{} {}", number, unit);
}

std::string unitInWords(std::string_view unit) {
  const bool reach = unit == "h" || unit.starts_with("h/") || unit.ends_with("/h");
  std::string words = reach ? "h: reach of a particle" : "";
  if (unit == "h_ref") words = "h_ref: reach of a particle at the material's reference size";
  if (unit == "radii") words = "radii: particle radii, each a fifth of the reach h";
  if (unit.find("frame") != std::string_view::npos)
    words += fmt::format("{}frame: 1/30 s, as in the paper", words.empty() ? "" : "; ");
  return words;
}

std::string formatQuantityBriefly(double value, std::string_view unit) {
  if (unit == "ms" && value >= 1000.0) return formatQuantityBriefly(value / 1000.0, "s");
  if (unit == "Pa" && value >= 1000.0) return formatQuantityBriefly(value / 1000.0, "kPa");
  if (value >= 10.0) return fmt::format("{:.0f} {}", value, unit);
  return value < 1e-3 ? fmt::format("{:.0e} {}", value, unit) : fmt::format("{:.2g} {}", value, unit);
}

const char* digitsFor(float value) {
  return std::abs(value) < 9999.5f ? "%.4g" : "%.0f";  // %.4g would print larger values as 1e+04
}

bool isPapersUnit(std::string_view unit) { return unit != "radii" && !unitInWords(unit).empty(); }

bool closeExplanation(InterfaceState& state) {
  return std::exchange(state.explained, std::nullopt) || !std::exchange(state.parameterSearch, {}).empty();
}

void scrollBackFromCard() {
  const float before = storedScroll(kScrollBefore);
  const int drawn = ImGui::GetStateStorage()->GetInt(ImGui::GetID(kCardFrame), -2);
  if (before < 0.f || drawn + 1 >= ImGui::GetFrameCount()) return;
  constexpr float kMoved = 1.f;  // the user has scrolled, in ImGui's units
  if (std::abs(ImGui::GetScrollY() - storedScroll(kScrollOfCard)) < kMoved) ImGui::SetScrollY(before);
  storeScroll(kScrollBefore, -1.f);
}

bool drawParameterCard(const PanelContext& context, const ExplainedValue& value, float top) {
  const Theme& theme = context.theme;
  const float pad = 8.f * theme.scale, width = ImGui::GetContentRegionAvail().x;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  ImGui::PushID("card");
  ImGui::SetCursorScreenPos({corner.x + pad, corner.y + pad});
  ImGui::BeginGroup();
  ImGui::PushItemWidth(width - 2.f * pad);
  // Text wraps at the box's margin instead of the window's edge.
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width - 2.f * pad);
  drawFormula(theme, value.info.lesson.equation.empty() ? value.info.symbol : value.info.lesson.equation);
  drawSource(theme, value.info);
  wrapped(value.info.tooltip);
  wrapped(value.info.more);
  if (!value.info.lesson.tenPercentMore.empty()) {
    label(theme, "Ten percent more");
    wrapped(value.info.lesson.tenPercentMore);
  }
  if (value.material && context.view.scene) {
    drawDerivedQuantities(context, value);
    drawSteps(context, value);
  }
  drawFacts(theme, value.info);
  const bool closed = ImGui::SmallButton("Close");
  ImGui::PopTextWrapPos();
  ImGui::PopItemWidth();
  ImGui::EndGroup();
  ImGui::PopID();
  const float bottom = ImGui::GetItemRectMax().y + pad;
  list.ChannelsSetCurrent(0);
  list.AddRectFilled(corner, {corner.x + width, bottom}, ImGui::GetColorU32(theme.bar), 4.f * theme.scale);
  list.AddRectFilled(corner, {corner.x + 2.f * theme.scale, bottom}, ImGui::GetColorU32(theme.accent));
  list.ChannelsMerge();
  ImGui::SetCursorScreenPos({corner.x, bottom});
  ImGui::Dummy({width, 2.f * theme.scale});
  ImGui::GetStateStorage()->SetInt(ImGui::GetID(kCardFrame), ImGui::GetFrameCount());
  if (isNew(ImGui::GetID(value.info.key.data(), value.info.key.data() + value.info.key.size())))
    bringIntoView(top, bottom + pad);
  return !closed;
}

}  // namespace ooze::ui
