// Parameter panel: sliders built from the parameter tables. A slider change is a command. Only the keys of
// the number of substeps and of sleeping are known here, because they are shown as words.
#include "ooze/methods/method.h"
#include "ooze/world/world.h"

#include "session/scene_values.h"
#include "ui/panels/panel.h"
#include "ui/panels/parameter_card.h"
#include "ui/state/parameter_cost.h"
#include "ui/state/parameter_search.h"
#include "ui/widgets/formula.h"
#include "ui/widgets/slider_row.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <imgui_internal.h>
#include <utility>

namespace ooze::ui {
namespace {

/// The rows of a parameter table, with current and loaded values.
struct Rows {
  std::span<const ParameterInfo> infos;
  std::span<const float> values, originals;
  std::string liquid = {};                   ///< name of the material, or ""
  std::optional<std::size_t> material = {};  ///< index of the material; empty: parameters of the world

  [[nodiscard]] SettingName setting(std::size_t row) const {
    return {material ? SettingOwner::Material : SettingOwner::World, liquid, std::string(infos[row].key)};
  }
  /// Returns a label for the menu item "Undo": "Viscosity of honey".
  [[nodiscard]] std::string withOwner(std::string_view words) const {
    return material ? fmt::format("{} of {}", words, liquid) : std::string(words);
  }
  [[nodiscard]] std::size_t count() const {
    return std::min({infos.size(), values.size(), originals.size()});
  }
};

/// A note on a parameter's row: cost of the value, lack of effect, or the reason for a refused edit. A note
/// takes no room among the rows, which stay fixed under the mouse.
struct RowNote {
  std::string words;
  ImVec4 colour;
};

/// Draws a mark behind the slider of a row that has a note.
/// @param corner, width  upper left corner and width of the row [ImGui's units]
void markRow(const Theme& theme, const ImVec2& corner, float width, const ImVec4& colour) {
  const float height = ImGui::GetFrameHeight(), in = 2.f * theme.scale;
  const float middle = corner.x + width - 2.f * height - 0.5f * ImGui::GetStyle().ItemInnerSpacing.x;
  ImGui::GetWindowDrawList()->AddRectFilled({middle - 0.5f * in, corner.y + in},
                                            {middle + 0.5f * in, corner.y + height - in},
                                            ImGui::GetColorU32(colour));
}

/// Draws the note in the current window.
void drawNote(const Theme& theme, const RowNote& note) {
  ImGui::PushFont(theme.small);
  ImGui::PushStyleColor(ImGuiCol_Text, note.colour);
  ImGui::TextUnformatted(note.words.c_str());
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

/// Draws the note beside the panel, level with the item just drawn.
void drawNoteBeside(const Theme& theme, const RowNote& note) {
  beginExplanation(theme);
  drawNote(theme, note);
  endExplanation();
}

enum class RefusalAnswer { None, Automatic, Keep };

/// Draws the note beside the panel, with buttons to resolve an edit that needs more substeps than are fixed.
/// The window stays until the user answers.
/// @param fixed  the fixed number of substeps
RefusalAnswer drawRefusalBeside(const Theme& theme, const RowNote& note, int fixed) {
  constexpr int kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                         ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                         ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;
  const ImVec2 panel = ImGui::GetWindowPos();
  const float below = ImGui::GetItemRectMax().y + ImGui::GetStyle().ItemSpacing.y;
  if (!placeBeside(theme)) ImGui::SetNextWindowPos({panel.x + 12.f * theme.scale, below});
  RefusalAnswer answer = RefusalAnswer::None;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.f);
  ImGui::Begin("Refused", nullptr, kFlags);
  // Without room beside the panel the window lies over the panel, which would come to the front when clicked.
  if (ImGui::IsWindowAppearing()) ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  drawNote(theme, note);
  ImGui::PushFont(theme.small);
  if (ImGui::SmallButton("Automatic substeps")) answer = RefusalAnswer::Automatic;
  ImGui::SameLine(0.f, ImGui::GetStyle().ItemInnerSpacing.x);
  if (ImGui::SmallButton(fmt::format("Keep {}", fixed).c_str())) answer = RefusalAnswer::Keep;
  ImGui::PopFont();
  ImGui::End();
  ImGui::PopStyleVar();
  return answer;
}

void hint(const Theme& theme, const ParameterInfo& info) {
  const auto text = [](std::string_view s) { ImGui::TextUnformatted(s.data(), s.data() + s.size()); };
  ImGui::TextColored(theme.accent, "%s", fmt::format("{}   {}", info.label, info.symbol).c_str());
  text(info.tooltip);
  text(info.more);
  ImGui::PushFont(theme.small);
  if (const std::string unit = unitInWords(info.unit); !unit.empty()) ImGui::TextDisabled("%s", unit.c_str());
  ImGui::TextDisabled("%s", "Acts at once. Ctrl+click or double click to type a value.");
  ImGui::PopFont();
}

std::string numberFormat(const ParameterInfo& info, float value, int substeps) {
  if (info.key == "substeps") return value < 0.5f ? fmt::format("auto ({})", substeps) : "%.0f";
  if (info.key == "sleep") return value < 0.5f ? "off" : "on";
  const bool plain = info.unit == "1" || isPapersUnit(info.unit);
  const std::string digits = digitsFor(value);
  return plain ? digits : fmt::format("{} {}", digits, info.unit);
}

/// Returns the value converted from the paper's units to SI; "" if the method derives no SI value.
std::string inSi(const PanelContext& context, const Rows& rows, std::size_t row) {
  if (!rows.material || !isPapersUnit(rows.infos[row].unit)) return {};
  const std::vector<DerivedQuantity> derivedQuantities =
      findMethod(context.view.snapshot->method)
          .derivedQuantities(context.view.scene->world.methodSettings,
                             glm::length(gravityOf(context.live.worldValues)),
                             context.live.materials[*rows.material], row);
  return derivedQuantities.empty() || derivedQuantities[0].unit == "1"
             ? ""
             : formatQuantityBriefly(derivedQuantities[0].value, derivedQuantities[0].unit);
}

ParameterSet present(const PanelContext& context) {
  return {context.live.materials, context.live.worldValues, context.live.pairs};
}

/// Returns a trial set of parameters with one value changed.
ParameterSet trialWith(const PanelContext& context, const Rows& rows, std::size_t row, float value) {
  ParameterSet trial = present(context);
  if (rows.material)
    trial.materials[*rows.material].values[row] = value;
  else
    trial.worldValues[row] = value;
  return trial;
}

/// Describes the cost in substeps of the current value, relative to the loaded value; "" without extra cost.
std::string costInWords(const PanelContext& context, const Rows& rows, std::size_t row) {
  if (rows.values[row] == rows.originals[row] || fixedSubsteps(present(context)) > 0) return {};
  const std::optional<EditCost> cost =
      editCost(context.view, trialWith(context, rows, row, rows.originals[row]), present(context));
  if (!cost) return {};
  return fmt::format("Needs {} substeps instead of {}: about {:.1f} x the time.", cost->after, cost->before,
                     static_cast<double>(cost->after) / cost->before);
}

/// Returns the reason why a parameter has no visible effect; "" if the parameter has an effect.
std::string hiddenInWords(const PanelContext& context, const Rows& rows, std::size_t row) {
  if (!rows.material) return {};
  const MethodRow& method = findMethod(context.view.snapshot->method);
  if (method.pairOverrideReason)
    if (std::string hidden = method.pairOverrideReason(context.live.pairs, *rows.material, row);
        !hidden.empty())
      return hidden;
  return method.inactiveReason(context.view.scene->world.methodSettings,
                               glm::length(gravityOf(context.live.worldValues)),
                               context.live.materials[*rows.material], row);
}

const RefusedEdit* refusedIn(const PanelContext& context, const SettingName& setting) {
  const std::optional<RefusedEdit>& refused = context.state.refused;
  return refused && refused->command.setting == setting ? &*refused : nullptr;
}

/// Returns the note for a row: refusal, cost, or lack of effect.
std::optional<RowNote> noteOf(const PanelContext& context, const Rows& rows, std::size_t row,
                              const SettingName& setting) {
  if (const RefusedEdit* refused = refusedIn(context, setting))
    return RowNote{fmt::format("{:.6g} needs {} substeps; {} are fixed.", refused->command.value.number(),
                               refused->needed, fixedSubsteps(present(context))),
                   context.theme.error};
  if (std::string cost = costInWords(context, rows, row); !cost.empty())
    return RowNote{std::move(cost), context.theme.accent};
  if (std::string hidden = hiddenInWords(context, rows, row); !hidden.empty())
    return RowNote{std::move(hidden), context.theme.dim};
  return std::nullopt;
}

/// Draws the choices for a refused edit, and carries out the answer.
void answerRefusal(PanelContext& context, const RowNote& note) {
  const RefusedEdit refused = *context.state.refused;
  const RefusalAnswer answer = drawRefusalBeside(context.theme, note, fixedSubsteps(present(context)));
  if (answer == RefusalAnswer::None) return;
  context.state.refused.reset();
  if (answer == RefusalAnswer::Keep) return;
  const SettingName substeps{SettingOwner::World, {}, "substeps"};
  std::vector<Command> commands{SetValue{substeps, 0.f}};
  if (refused.command.setting != substeps) commands.push_back(refused.command);
  submitAs(context.session, refused.label, commands);
}

/// Draws the window beside the panel: choices for a refused edit, else the explanation of the row, else its
/// note.
void drawBeside(PanelContext& context, const ParameterInfo& info, const std::optional<RowNote>& note,
                const SliderEvents& events, bool explained, bool refused) {
  if (refused && note) {
    if (ImGui::IsItemVisible()) answerRefusal(context, *note);
  } else if (events.hovered && !explained) {  // no tooltip while the open card explains the parameter
    beginExplanation(context.theme);
    hint(context.theme, info);
    if (note) drawNote(context.theme, *note);
    endExplanation();
  } else if (events.pointed && note) {
    drawNoteBeside(context.theme, *note);
  }
}

/// Submits the change of a row, unless the world's fixed substeps are too few.
void submitEdit(PanelContext& context, const Rows& rows, std::size_t row, float value, SliderEvents events) {
  const ParameterInfo& info = rows.infos[row];
  if (info.key == "substeps" || info.key == "sleep") value = std::round(value);
  const std::string label = rows.withOwner(info.label);
  const SetValue command{rows.setting(row), value};
  if (events.edit != Edit::None) {
    const ParameterSet with = trialWith(context, rows, row, value);
    context.state.refused.reset();
    if (exceedsFixedSubsteps(context.view, present(context), with)) {
      context.state.refused = RefusedEdit{command, label, requiredSubsteps(context.view, with).count};
      events.edit = Edit::None;
    }
  }
  followSlider(context.session, events, label, command);
}

void drawRow(PanelContext& context, const Rows& rows, std::size_t row) {
  const ParameterInfo& info = rows.infos[row];
  const SettingName setting = rows.setting(row);
  float value = rows.values[row];
  const std::string format = numberFormat(info, value, context.view.snapshot->substeps);
  const std::string symbol = symbolFormula(info.symbol), aside = inSi(context, rows, row);
  std::optional<SettingName>& explained = context.state.explained;
  const bool open = explained == setting;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const SliderRow slider{info.label, info.lower, info.upper, info.scale, rows.originals[row], format,
                         true,       open,       symbol,     aside,      info.marks};
  const TourSpotRecorder mark(context.state);
  const SliderEvents events = drawSliderRow(context.theme, info.key, slider, value);
  mark.note(info.key);
  const std::optional<RowNote> note = noteOf(context, rows, row, setting);
  if (note) markRow(context.theme, corner, width, note->colour);
  drawBeside(context, info, note, events, open, refusedIn(context, setting) != nullptr);
  submitEdit(context, rows, row, value, events);

  if (events.explain) explained = open ? std::nullopt : std::optional(setting);
  if (explained != setting) return;
  const MaterialDefinition* material = rows.material ? &context.live.materials[*rows.material] : nullptr;
  if (!drawParameterCard(context, {info, row, material}, corner.y)) explained.reset();
}

/// Draws the rows, with a heading before the first visible row of each section.
void drawRows(PanelContext& context, const Rows& rows, std::span<const std::size_t> shown) {
  std::size_t next = 0;
  std::string_view title;
  for (const std::size_t row : shown) {
    for (; next <= row; ++next)
      if (!rows.infos[next].heading.empty()) title = rows.infos[next].heading;
    if (!title.empty()) heading(context.theme, std::exchange(title, {}));
    drawRow(context, rows, row);
  }
}

std::vector<float> originalsOfWorld(const PanelContext& context) {
  return scriptedValues(*context.view.scene, context.view.snapshot->time).worldValues;
}

Rows rowsOfWorld(const PanelContext& context, const std::vector<float>& originals) {
  return {worldParameters(), context.live.worldValues, originals};
}

/// Draws the search field above the parameters. Escape clears the field.
void drawSearch(PanelContext& context, std::span<const ParameterInfo> infos) {
  const Theme& theme = context.theme;
  std::string& text = context.state.parameterSearch;
  const float button = ImGui::GetFrameHeight();
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button - ImGui::GetStyle().ItemInnerSpacing.x);
  const std::string hint = fmt::format("Find: {} ...", fmt::join(searchExamples(infos), ", "));
  textField("##find", text, 63, false, hint.c_str());
  if (ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) text.clear();
  ImGui::SameLine(0.f, ImGui::GetStyle().ItemInnerSpacing.x);
  if (text.empty())
    ImGui::Dummy({button, button});
  else if (closeButton(theme, button))
    text.clear();
}

void drawResetAll(PanelContext& context, const Rows& rows) {
  std::vector<Command> changes;
  for (std::size_t i = 0; i < rows.count(); ++i)
    if (rows.values[i] != rows.originals[i]) changes.push_back(SetValue{rows.setting(i), rows.originals[i]});
  if (changes.empty()) return;
  if (ImGui::SmallButton("Reset all")) submitAs(context.session, rows.withOwner("Reset"), changes);
  tooltip(context.theme, "Resets every value to the loaded value");
}

/// Draws search results among the world's parameters, which have a panel of their own.
/// @return true if any were found
bool drawFoundOfWorld(PanelContext& context, const std::string& search) {
  if (searchWords(search).empty()) return false;
  const std::vector<float> originals = originalsOfWorld(context);
  const Rows rows = rowsOfWorld(context, originals);
  const std::vector<std::size_t> found = findParameters(rows.infos.first(rows.count()), search);
  if (found.empty()) return false;
  heading(context.theme, "World");
  ImGui::PushID("found of the world");
  for (const std::size_t row : found) drawRow(context, rows, row);
  ImGui::PopID();
  return true;
}

}  // namespace

void drawParameterPanel(PanelContext& context) {
  const std::size_t index = context.state.material;
  if (!context.view.snapshot || !context.view.scene || index >= context.live.materials.size()) return;
  const MaterialDefinition& material = context.live.materials[index];
  // A liquid that was added by a command has no loaded values.
  const std::vector<float>& originals =
      index < context.view.originals.size() ? context.view.originals[index].values : material.values;
  const Rows rows{findMethod(context.view.snapshot->method).parameters(), material.values, originals,
                  material.name, index};
  drawSearch(context, rows.infos);
  const std::vector<std::size_t> found =
      findParameters(rows.infos.first(rows.count()), context.state.parameterSearch);
  drawRows(context, rows, found);
  if (!drawFoundOfWorld(context, context.state.parameterSearch) && found.empty())
    ImGui::TextWrapped("No parameter matches \"%s\".", context.state.parameterSearch.c_str());
  drawResetAll(context, rows);
  scrollBackFromCard();
}

void drawWorldPanel(PanelContext& context) {
  if (!context.view.snapshot || !context.view.scene) return;
  const std::vector<float> originals = originalsOfWorld(context);
  const Rows rows = rowsOfWorld(context, originals);
  drawRows(context, rows, findParameters(rows.infos.first(rows.count()), ""));
  drawResetAll(context, rows);
  scrollBackFromCard();
}

}  // namespace ooze::ui
