// Microscope panel: the stages within one time step, and the neighbourhood of a particle after each stage.
#include "ooze/base/parameter.h"

#include "ui/overlays/microscope.h"
#include "ui/panels/panel.h"
#include "ui/widgets/formula.h"
#include "ui/widgets/slider_fill.h"
#include "ui/widgets/stage_colours.h"
#include "ui/widgets/widgets.h"
#include "world/history/step_record.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string>

namespace ooze::ui {
namespace {

constexpr float kSide = 250.f;  // width of the part beside the table of stages [design pixels]
constexpr int kTable = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp |
                       ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_PadOuterX;

void number(const std::string& text, bool lit = false) {
  ImGui::TableNextColumn();
  const float width = ImGui::CalcTextSize(text.c_str()).x;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.f, ImGui::GetContentRegionAvail().x - width));
  if (lit)
    ImGui::TextUnformatted(text.c_str());
  else
    ImGui::TextDisabled("%s", text.c_str());
}

/// Formats a number as "0.0123" or "7.123", or as a dot for a negligible value.
std::string small(float value) {
  const std::string text = fmt::format("{:.{}f}", value, std::abs(value) < 1.f ? 4 : 3);
  return text.find_first_not_of("-0.") == std::string::npos ? "·" : text;
}

void heads(std::initializer_list<const char*> titles) {
  for (const char* title : titles) ImGui::TableSetupColumn(title, 0, 1.f);
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  int column = 0;
  for (const char* title : titles) {
    if (column++ == 0) {
      ImGui::TableNextColumn();
      ImGui::TextDisabled("%s", title);
    } else {
      number(title);
    }
  }
}

void drawColourSwatch(ImU32 colour) {
  const float side = 0.62f * ImGui::GetFontSize();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float low = at.y + 0.5f * (ImGui::GetTextLineHeight() - side);
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, low}, {at.x + side, low + side}, colour, 2.f);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 1.6f * side);
}

class StageTable {
 public:
  StageTable(PanelContext& context, const StepRecord& record)
      : context_(context), record_(record), h_(record.interactionRadius) {
    if (const auto& particle = context.state.microscope.particle) place_ = record.placeOf(*particle);
    for (const RecordedStage& stage : record.stages)
      if (stage.details) chooseColumns(stage.details->values);
  }

  void draw() {
    const int columns = place_ ? static_cast<int>(columns_.size()) + 3 : 2;
    if (!ImGui::BeginTable("stages", columns, kTable)) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("stage", 0, 2.5f);
    for (int c = 1; c < columns; ++c)
      ImGui::TableSetupColumn("", 0, place_ && c >= columns - 2 ? 1.25f : 1.f);
    drawHead();
    for (std::size_t s = 0; s < record_.stages.size(); ++s) drawRow(s);
    ImGui::EndTable();
  }

 private:
  void drawHead() {
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    ImGui::TableNextColumn();
    ImGui::TextDisabled("step %llu", static_cast<unsigned long long>(record_.step));
    if (!place_) {
      number("farthest move");
      return tooltip(context_.theme, "Displacement of the fastest particle, as a fraction of the reach h");
    }
    number("|dx| / h");
    tooltip(context_.theme, "Displacement of the particle, as a fraction of the reach h");
    number("|dv|");
    tooltip(context_.theme, "Change of the velocity [m/s]");
    for (const InspectedValue& value : columns_) {
      number(std::string(value.symbol));
      tooltip(context_.theme,
              fmt::format("{}{}", value.label, value.unit == "1" ? "" : fmt::format(" [{}]", value.unit)));
    }
  }

  void drawRow(std::size_t s) {
    const RecordedStage& stage = record_.stages[s];
    MicroscopeState& state = context_.state.microscope;
    const bool shown = shownStage(state, record_) == s;
    ImGui::PushID(static_cast<int>(s));
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const float x = ImGui::GetCursorPosX();
    if (ImGui::Selectable("##stage", shown, ImGuiSelectableFlags_SpanAllColumns)) state.stage = s;
    if (shown && *last_ != static_cast<int>(s)) {  // a key selected the stage, so its row may be out of sight
      ImGui::SetScrollHereY();
      *last_ = static_cast<int>(s);
    }
    ImGui::SameLine();
    ImGui::SetCursorPosX(x);
    drawColourSwatch(stageColour(stage.note));
    const std::string name(stage.note.name);
    if (shown)
      ImGui::TextUnformatted(name.c_str());
    else
      ImGui::TextDisabled("%s", name.c_str());
    if (place_)
      drawParticle(s, shown);
    else
      number(small(stage.farthest / h_), shown);
    if (place_ && !stage.note.sweepValues.empty() && !record_.sweepValues.empty())
      drawTurn(stage.note, shown);
    ImGui::PopID();
  }

  void drawParticle(std::size_t s, bool shown) {
    const RecordedStage& stage = record_.stages[s];
    number(small(glm::length(record_.displacement(s, *place_)) / h_), shown);
    const Vec3 gain =
        s == 0 ? Vec3(0.f) : (*stage.velocities)[*place_] - (*record_.stages[s - 1].velocities)[*place_];
    number(isFinite(gain) ? small(glm::length(gain)) : "·", shown);
    if (!stage.details) return;
    numbers(stage.details->values, shown);
  }

  /// Draws a second row of a stage: values at the moment when the stage processed the particle.
  void drawTurn(const StageDescription& stage, bool shown) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 1.3f * ImGui::GetFontSize());
    ImGui::TextDisabled("%s", "when updated");
    tooltip(context_.theme, std::string(stage.sweepValues));
    number(""), number("");
    numbers(record_.sweepValues, shown);
  }

  /// Chooses the columns. A value that is zero in all stages, such as a wall term far from walls, gets no
  /// column.
  void chooseColumns(const std::vector<InspectedValue>& values) {
    for (const InspectedValue& value : values)
      if (value.value != 0.f && !isColumn(value)) columns_.push_back(value);
  }
  [[nodiscard]] bool isColumn(const InspectedValue& value) const {
    return std::any_of(columns_.begin(), columns_.end(),
                       [&](const InspectedValue& c) { return c.symbol == value.symbol; });
  }
  void numbers(const std::vector<InspectedValue>& values, bool shown) const {
    for (const InspectedValue& column : columns_)
      for (const InspectedValue& value : values)
        if (value.symbol == column.symbol) number(small(value.value), shown);
  }

  PanelContext& context_;
  const StepRecord& record_;
  const float h_;
  std::optional<std::size_t> place_;
  std::vector<InspectedValue> columns_;
  int* last_ =
      ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("last"), -1);  ///< stage shown in the frame before
};

void drawStageText(PanelContext& context, const StepRecord& record) {
  const std::size_t s = shownStage(context.state.microscope, record);
  const StageDescription& note = record.stages[s].note;
  const std::string name(note.name), source(note.source), text(note.explanation);
  drawColourSwatch(stageColour(note));
  ImGui::Text("%zu  %s", s, name.c_str());
  ImGui::PushFont(context.theme.small);
  if (!source.empty()) {
    ImGui::SameLine();
    const float width = ImGui::CalcTextSize(source.c_str()).x;
    if (width > ImGui::GetContentRegionAvail().x) ImGui::NewLine();
    ImGui::TextColored(context.theme.accent, "%s", source.c_str());
  }
  ImGui::PushTextWrapPos(0.f);
  ImGui::TextDisabled("%s", text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

void drawControls(PanelContext& context, const StepRecord& record) {
  const Theme& theme = context.theme;
  MicroscopeState& state = context.state.microscope;
  if (iconButton(theme, icon::kPrevious, "<", false, describe(Action::StageBefore, context.state.keyMap)))
    context.perform(Action::StageBefore);
  ImGui::SameLine();
  if (iconButton(theme, icon::kNext, ">", false, describe(Action::StageAfter, context.state.keyMap)))
    context.perform(Action::StageAfter);
  if (!shownDetails(state, record)) return;
  ImGui::SameLine();
  if (toggleButton(theme, "Close up", state.closeUp, 0.f)) state.closeUp = !state.closeUp;
  tooltip(theme, "Show only the surroundings of the particle, as balls and sticks");
  ImGui::SameLine();
  if (ImGui::Button("Let go")) state.particle.reset();
  tooltip(theme, "Show the whole liquid again");
  float times = exaggerationOf(state, record);
  const bool automatic = state.exaggeration <= 0.f;
  const float button = ImGui::CalcTextSize("auto").x + 2.f * ImGui::GetStyle().FramePadding.x;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button - ImGui::GetStyle().ItemSpacing.x);
  {
    const SliderFill fill(theme, static_cast<float>(sliderFraction(times, 1.f, 1000.f, Scale::Logarithmic)),
                          !automatic, {fmt::format("moves x {:.0f}", times)});
    if (ImGui::SliderFloat("##times", &times, 1.f, 1000.f, "moves x %.0f", ImGuiSliderFlags_Logarithmic))
      state.exaggeration = std::max(times, 1.f);
  }
  tooltip(theme, "Enlargement of the displacements that are drawn");
  ImGui::SameLine();
  if (toggleButton(theme, "auto", automatic, button)) state.exaggeration = automatic ? times : 0.f;
}

/// Returns the method's word for links; "" if the method has no links.
std::string_view linkWord(const PanelContext& context) {
  return context.view.snapshot ? context.view.snapshot->linkWords.many : std::string_view();
}

/// Draws a line of the legend: colour, symbol, label, and magnitude.
void drawLegendLine(const Theme& theme, ImU32 colour, std::string_view symbol, std::string_view label,
                    const std::string& size) {
  ImGui::BeginGroup();
  drawColourSwatch(colour);
  if (!symbol.empty()) {  // draws the formula without making the line higher
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float above = theme.text->FontSize - ImGui::GetFontSize();
    addFormula(theme, {corner.x, corner.y - above}, symbol, ImGui::GetStyleColorVec4(ImGuiCol_Text));
    ImGui::Dummy({formulaWidth(theme, symbol), ImGui::GetTextLineHeight()});
    ImGui::SameLine();
  }
  ImGui::TextDisabled("%s", std::string(label).c_str());
  ImGui::SameLine();
  const float width = ImGui::CalcTextSize(size.c_str()).x;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.f, ImGui::GetContentRegionAvail().x - width));
  ImGui::TextUnformatted(size.c_str());
  ImGui::EndGroup();
}

/// Draws the legend of the arrows, positions and region that the method reports for the particle.
void drawLegend(const PanelContext& context, const ParticleDetails& details, const Vec3& at) {
  const Theme& theme = context.theme;
  const auto parts = [&](const Vec3& v, const char* unit) {
    tooltip(theme, fmt::format("x {:.4g}, y {:.4g}, z {:.4g} {}", v.x, v.y, v.z, unit));
  };
  const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {spacing.x, 0.7f * spacing.y});
  ImGui::PushFont(theme.small);
  for (std::size_t k = 0; k < details.arrows.size(); ++k) {
    const InspectedVelocity& a = details.arrows[k];
    drawLegendLine(theme, arrowColour(k), a.symbol, a.label,
                   fmt::format("{:.4f} m/s", glm::length(a.velocity)));
    parts(a.velocity, "m/s, in a step from this moment");
  }
  for (std::size_t k = 0; k < details.places.size(); ++k) {
    const InspectedTarget& p = details.places[k];
    const Vec3 away = p.position - at;
    drawLegendLine(theme, placeColour(k), p.symbol, p.label,
                   fmt::format("{:.3f} mm away", 1000.f * glm::length(away)));
    parts(1000.f * away, "mm from the particle");
  }
  if (!details.region.ids.empty())
    drawLegendLine(theme, kRegionColour, "", details.region.label,
                   fmt::format("{} particles", grouped(details.region.ids.size())));
  ImGui::PopFont();
  ImGui::PopStyleVar();
}

void drawNeighbours(const PanelContext& context, const StepRecord& record, const ParticleDetails& details) {
  constexpr float kRows = 6.f;  // least visible rows; the parts above scroll away if needed
  ImGui::PushFont(context.theme.small);
  const float height =
      std::max(ImGui::GetContentRegionAvail().y, kRows * ImGui::GetTextLineHeightWithSpacing());
  const bool links = !linkWord(context).empty();
  if (ImGui::BeginTable("neighbours", links ? 5 : 3, kTable, {0.f, height})) {
    if (links)
      heads({"id", "r mm", "q", "L / h", "strain"});
    else
      heads({"id", "r mm", "q"});
    const auto linkTo = [&](std::uint32_t id) {
      return std::find_if(details.links.begin(), details.links.end(),
                          [id](const InspectedLink& s) { return s.id == id; });
    };
    const auto row = [&](std::uint32_t id, float r, ImU32 colour) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      drawColourSwatch(colour);
      ImGui::Text("%u", id);
      number(fmt::format("{:.2f}", 1000.f * r), true);
      number(fmt::format("{:.3f}", r / record.interactionRadius), true);
      if (!links) return;
      if (const auto s = linkTo(id); s != details.links.end()) {
        number(fmt::format("{:.3f}", s->restLength / record.interactionRadius), true);
        number(fmt::format("{:+.3f}", s->strain()), true);
        ImGui::TableSetBgColor(ImGuiTableBgTarget_CellBg,
                               (strainColour(s->strain()) & 0x00ffffffu) | 0x48000000u);
      } else {
        number("·"), number("·");
      }
    };
    for (const InspectedNeighbour& n : details.neighbours) row(n.id, n.distance, neighbourColour(n.q));
    // Links persist even when their ends are farther apart than h.
    for (const InspectedLink& s : details.links)
      if (s.length >= record.interactionRadius) row(s.id, s.length, strainColour(s.strain()));
    ImGui::EndTable();
  }
  ImGui::PopFont();
}

void drawSide(PanelContext& context, const StepRecord& record) {
  drawControls(context, record);  // first, so that the buttons keep their position
  drawStageText(context, record);
  const MicroscopeState& state = context.state.microscope;
  if (const ParticleDetails* details = shownDetails(state, record)) {
    ImGui::Text("Particle %u", *state.particle);
    ImGui::SameLine();
    std::string counts = fmt::format("{} within h", details->neighbours.size());
    if (const std::string_view word = linkWord(context); !word.empty())
      counts += fmt::format(", {} {}", details->links.size(), word);
    ImGui::TextDisabled("%s", counts.c_str());
    if (const auto at = positionAfter(record, shownStage(state, record), *state.particle))
      drawLegend(context, *details, *at);
    drawNeighbours(context, record, *details);
  } else if (state.particle && record.particle == state.particle)
    ImGui::TextDisabled("Particle %u does not exist after this stage.", *state.particle);
  else
    ImGui::TextDisabled("%s", state.particle ? "Looking ..." : "Click a particle in the view.");
}

void drawEmpty(PanelContext& context) {
  const bool on = context.state.microscopeOn, stands = !context.view.status.playing;
  const char* const text =
      !on      ? "Look inside one step of the method, stage by stage and particle by particle."
      : stands ? "Looking inside the next step ..."
               : "Pause to look inside a step.";
  ImGui::TextDisabled("%s", text);
  if (!on && ImGui::Button(describe(Action::Microscope, context.state.keyMap).c_str()))
    context.perform(Action::Microscope);
  if (!stands && ImGui::Button(describe(Action::PlayPause, context.state.keyMap).c_str()))
    context.perform(Action::PlayPause);
}

}  // namespace

void drawMicroscopePanel(PanelContext& context) {
  const StepRecord* record = shownRecord(context.view, context.state.microscopeOn);
  if (!record) return drawEmpty(context);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float side = std::min(kSide * context.theme.scale, 0.5f * room.x);
  ImGui::PushFont(context.theme.small);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {2.f * context.theme.scale, 2.f * context.theme.scale});
  ImGui::BeginChild("stages", {room.x - side - gap, 0.f});
  StageTable(context, *record).draw();
  ImGui::EndChild();
  ImGui::PopFont();
  ImGui::SameLine();
  ImGui::BeginChild("side");
  drawSide(context, *record);
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace ooze::ui
