// Dialog for parameter sweeps: choice of one or two parameters and ranges on the left, the contact sheet on
// the right.
#include "base/file_name.h"
#include "ui/panels/dialog_frame.h"
#include "ui/panels/panel.h"
#include "ui/widgets/slider_fill.h"
#include "ui/widgets/widgets.h"
#include "world/commands/setting_names.h"
#include "world/commands/world_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace ooze::ui {
namespace {

constexpr float kControls = 236.f;  // width of the left part [design pixels]
constexpr float kVast = 100.f;      // a bounded range this many times wider than the value is ignored
// Numbers of values in a range; with an odd number the current value is in the middle.
constexpr int kValues = 5, kMostValues = 12;

struct Size {
  const char* name;
  int width, height;
};
constexpr std::array kSizes{Size{"Small", 240, 180}, Size{"Medium", 320, 240}, Size{"Large", 640, 480}};

/// A parameter that can be varied, with its current value.
struct SweepParameter {
  SettingName setting;
  std::string label;
  float value;
};

std::vector<SweepParameter> choicesOf(const PanelContext& context) {
  std::vector<SweepParameter> list;
  const std::string& method = context.view.snapshot->method;
  for (const SweepableSetting& s : sweepableSettings(context.live, method))
    list.push_back({s.setting, describeSetting(s.setting, method).label, s.value});
  return list;
}

/// Proposes a range around the value, within the allowed limits, in rounded numbers.
SweepRange rangeAround(const SweepParameter& choice, const std::string& method) {
  const SettingWords words = describeSetting(choice.setting, method);
  SweepRange range{choice.setting, 0.f, 0.f, kValues, words.scale == Scale::Logarithmic};
  const bool bounded = words.upper > words.lower;
  if (range.logarithmic) {
    range.from = choice.value > 0.f ? choice.value / 4.f : words.upper / 1000.f;
    range.to = choice.value > 0.f ? choice.value * 4.f : words.upper / 10.f;
  } else {
    const float quarter = 0.25f * (words.upper - words.lower), size = std::abs(choice.value);
    // The limits of a curve point are far wider than its value, so they say nothing about a useful range.
    const bool vast = bounded && size > 0.f && quarter > kVast * size;
    const float reach = vast ? size : bounded ? quarter : 0.5f * size;
    range.from = choice.value - reach;
    range.to = choice.value + reach;
  }
  const auto rounded = [](float v) { return std::stof(fmt::format("{:.2g}", v)); };
  range.from = rounded(range.from);
  range.to = rounded(range.to);
  if (!bounded) return range;
  range.from = std::clamp(range.from, words.lower, words.upper);
  range.to = std::clamp(range.to, words.lower, words.upper);
  return range;
}

void drawRange(PanelContext& context, const std::vector<SweepParameter>& choices, const char* title,
               SweepRange& range, bool optional) {
  const Theme& theme = context.theme;
  ImGui::PushID(title);
  heading(theme, title);
  const auto present = std::find_if(choices.begin(), choices.end(),
                                    [&](const SweepParameter& c) { return c.setting == range.setting; });
  ImGui::SetNextItemWidth(-1.f);
  if (ImGui::BeginCombo("##what", present == choices.end() ? "Nothing" : present->label.c_str(),
                        ImGuiComboFlags_HeightLarge)) {
    if (optional && ImGui::Selectable("Nothing", !range.setting)) range.setting.reset();
    for (const SweepParameter& choice : choices)
      if (ImGui::Selectable((choice.label + "##" + choice.setting.text()).c_str(),
                            choice.setting == range.setting))
        range = rangeAround(choice, context.view.snapshot->method);
    ImGui::EndCombo();
  }
  if (present != choices.end()) {
    const SettingWords words = describeSetting(present->setting, context.view.snapshot->method);
    const float half = 0.5f * (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::SetNextItemWidth(half);
    ImGui::InputFloat("##from", &range.from, 0.f, 0.f, "from %.4g");
    ImGui::SameLine(0.f, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::SetNextItemWidth(half);
    ImGui::InputFloat("##to", &range.to, 0.f, 0.f, "to %.4g");
    ImGui::SetNextItemWidth(half);
    {
      auto count =
          static_cast<float>(range.count);  // a float, because an integer slider would draw a wider handle
      const SliderFill fill(theme, static_cast<float>(sliderFraction(count, 2.f, kMostValues, Scale::Linear)),
                            false, {fmt::format("{} values", range.count)});
      ImGui::SliderFloat("##count", &count, 2.f, kMostValues, "%.0f values");
      range.count = static_cast<int>(std::lround(count));
    }
    range.count = std::clamp(range.count, 2, kMostValues);
    ImGui::SameLine(0.f, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::Checkbox("by factors", &range.logarithmic);
    tooltip(theme, "Values grow by equal factors instead of equal steps");
    ImGui::PushFont(theme.small);
    ImGui::TextDisabled("%s", fmt::format("now {:.4g} {}", present->value, words.unit).c_str());
    ImGui::PopFont();
  }
  ImGui::PopID();
}

void drawFrame(PanelContext& context, SweepChoice& choice) {
  const Snapshot& snapshot = *context.view.snapshot;
  heading(context.theme, "Pictures");
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x * 0.62f);
  ImGui::InputInt("frame", &choice.frame, 10, 100);
  choice.frame = std::clamp(choice.frame, 0, 1'000'000);
  tooltip(context.theme, fmt::format("The pictures show {:.2f} s after the start",
                                     static_cast<double>(choice.frame) / snapshot.framesPerSecond));
  const float width = (ImGui::GetContentRegionAvail().x - 2.f * ImGui::GetStyle().ItemInnerSpacing.x) / 3.f;
  for (const Size& size : kSizes) {
    if (&size != kSizes.data()) ImGui::SameLine(0.f, ImGui::GetStyle().ItemInnerSpacing.x);
    if (toggleButton(context.theme, size.name, choice.width == size.width, width))
      choice.width = size.width, choice.height = size.height;
  }
}

/// Describes the cost: "12 worlds of 150 frames, about 2 min at the present speed".
std::string describeSweepCost(const PanelContext& context, const SweepChoice& choice) {
  int worlds = 1;
  for (const SweepRange& range : choice.ranges)
    if (range.setting) worlds *= range.count;
  const SessionStatus& status = context.view.status;
  const double seconds =
      1e-3 * status.millisecondsPerStep * context.view.snapshot->substeps * choice.frame * worlds;
  if (choice.frame == 0) return fmt::format("{} worlds at their start", worlds);
  std::string text = fmt::format("{} worlds of {} frames", worlds, choice.frame);
  if (seconds >= 90.0) text += fmt::format(",\nabout {:.0f} min", seconds / 60.0);
  if (seconds > 1.0 && seconds < 90.0) text += fmt::format(",\nabout {:.0f} s", seconds);
  return text;
}

void drawControls(PanelContext& context, Sweeps& sweeps) {
  SweepChoice& choice = context.state.sweep;
  const std::vector<SweepParameter> choices = choicesOf(context);
  drawRange(context, choices, "Across", choice.ranges[0], false);
  drawRange(context, choices, "Down", choice.ranges[1], true);
  drawFrame(context, choice);
  ImGui::Dummy({0.f, 4.f * context.theme.scale});
  ImGui::PushFont(context.theme.small);
  ImGui::TextDisabled("%s", describeSweepCost(context, choice).c_str());
  ImGui::PopFont();
  const SweepSheet* sheet = sweeps.sheet();
  if (sheet && sheet->running) {
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, ImGui::GetStyleColorVec4(ImGuiCol_SliderGrab));
    ImGui::ProgressBar(sheet->done, {-1.f, 0.f});
    ImGui::PopStyleColor();
    if (ImGui::Button("Cancel", {-1.f, 0.f})) sweeps.cancel();
    return;
  }
  if (mainButton(context.theme, "Start", {-1.f, 0.f})) sweeps.start(choice);
  const bool any = sheet && std::any_of(sheet->cells.begin(), sheet->cells.end(),
                                        [](const auto& c) { return c.texture != nullptr; });
  ImGui::BeginDisabled(!any);
  if (ImGui::Button("Save the sheet...", {-1.f, 0.f})) {
    FileRequest request;
    request.kind = FileRequest::RequestKind::Save;
    request.title = "Save the sheet";
    request.about = "sheet";
    request.name = fileNameOf(context.view.scene->name) + "-sweep.png";
    request.extensions = {".png"};
    request.chosen = [&sweeps](const std::filesystem::path& file) { sweeps.save(file); };
    context.state.fileRequest = std::move(request);
  }
  ImGui::EndDisabled();
  if (!any) tooltip(context.theme, "There are no pictures yet");
}

bool arePresent(const std::vector<SweepParameter>& choices, const std::vector<SetValue>& values) {
  return std::all_of(values.begin(), values.end(), [&](const SetValue& c) {
    return std::any_of(choices.begin(), choices.end(), [&](const SweepParameter& now) {
      return now.setting == c.setting && now.value == c.value.number();
    });
  });
}

std::string inWords(const PanelContext& context, const std::vector<SetValue>& values) {
  std::string text;
  for (const SetValue& c : values) {
    const SettingWords words = describeSetting(c.setting, context.view.snapshot->method);
    text += fmt::format("{}{} {:g} {}", text.empty() ? "" : ", ", words.label, c.value.number(), words.unit);
    if (words.unit.empty()) text.pop_back();
  }
  return text;
}

void takeOver(PanelContext& context, const std::vector<SetValue>& values) {
  context.session.beginEdit(inWords(context, values));
  for (const SetValue& command : values) context.session.submit(command);
  context.session.endEdit();
}

void drawCell(PanelContext& context, const SweepSheet::SweepTile& cell, const ImVec2& size, bool present,
              bool running) {
  const Theme& theme = context.theme;
  const ImVec2 from = ImGui::GetCursorScreenPos(), to{from.x + size.x, from.y + size.y};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool pressed = ImGui::InvisibleButton("cell", size);
  list.AddRectFilled(from, to, IM_COL32(30, 33, 38, 255));
  if (cell.texture) list.AddImage(cell.texture, from, to);
  const float pad = 6.f * theme.scale;
  if (!cell.texture && !cell.words.empty())
    list.AddText(theme.small, theme.small->FontSize, {from.x + pad, from.y + pad},
                 ImGui::GetColorU32(theme.error), cell.words.c_str(), nullptr, size.x - 2.f * pad);
  if (!cell.texture && cell.words.empty() && running)
    list.AddText(theme.small, theme.small->FontSize, {from.x + pad, from.y + pad},
                 ImGui::GetColorU32(theme.dim), "...");
  if (present || ImGui::IsItemHovered())
    list.AddRect(from, to, ImGui::GetColorU32(theme.accent), 0.f, 0, (present ? 2.f : 1.f) * theme.scale);
  if (ImGui::IsItemHovered())
    tooltip(theme, inWords(context, cell.values) + (cell.words.empty() ? "" : "\n" + cell.words) +
                       (present ? "\nThe world has these values" : "\nClick to give the world these values"));
  if (pressed && !present) takeOver(context, cell.values);
}

void centred(const Theme& theme, const std::string& text, const ImVec2& middle, const ImVec4& colour) {
  const ImVec2 size = theme.small->CalcTextSizeA(theme.small->FontSize, 1e9f, 0.f, text.c_str());
  ImGui::GetWindowDrawList()->AddText(theme.small, theme.small->FontSize,
                                      {middle.x - 0.5f * size.x, middle.y - 0.5f * size.y},
                                      ImGui::GetColorU32(colour), text.c_str());
}

void drawGrid(PanelContext& context, const SweepSheet& sheet) {
  const Theme& theme = context.theme;
  const float line = 1.5f * theme.small->FontSize, gap = 3.f * theme.scale;
  const std::size_t columns = sheet.across.values.size(), rows = sheet.down.values.size();
  float left = 0.f;
  for (const std::string& v : sheet.down.values)
    left = std::max(left, theme.small->CalcTextSizeA(theme.small->FontSize, 1e9f, 0.f, v.c_str()).x);
  if (left > 0.f) left += 8.f * theme.scale;
  const ImVec2 room = ImGui::GetContentRegionAvail(), origin = ImGui::GetCursorScreenPos();
  const float top = line * (sheet.down.title.empty() ? 2.f : 3.f);
  ImVec2 cell{(room.x - left) / static_cast<float>(columns) - gap,
              (room.y - top) / static_cast<float>(rows) - gap};
  cell = {std::max(16.f, std::min(cell.x, cell.y * sheet.aspect)),
          std::max(12.f, std::min(cell.y, cell.x / sheet.aspect))};
  const float wide = (cell.x + gap) * static_cast<float>(columns);
  centred(theme, sheet.across.title, {origin.x + left + 0.5f * wide, origin.y + 0.5f * line}, theme.accent);
  if (!sheet.down.title.empty())
    centred(theme, "down: " + sheet.down.title, {origin.x + left + 0.5f * wide, origin.y + 1.5f * line},
            theme.accent);
  const ImVec4 text = ImGui::GetStyleColorVec4(ImGuiCol_Text);
  const std::vector<SweepParameter> choices = choicesOf(context);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column) {
      const ImVec2 at{origin.x + left + static_cast<float>(column) * (cell.x + gap),
                      origin.y + top + static_cast<float>(row) * (cell.y + gap)};
      if (row == 0)
        centred(theme, sheet.across.values[column], {at.x + 0.5f * cell.x, at.y - 0.5f * line}, text);
      if (column == 0)
        centred(theme, sheet.down.values[row], {origin.x + 0.5f * left, at.y + 0.5f * cell.y}, text);
      const SweepSheet::SweepTile& shown = sheet.cells[row * columns + column];
      ImGui::SetCursorScreenPos(at);
      ImGui::PushID(static_cast<int>(row * columns + column));
      drawCell(context, shown, cell, arePresent(choices, shown.values), sheet.running);
      ImGui::PopID();
    }
}

// Draws the placeholder of the contact sheet.
void drawEmptySheet(const PanelContext& context) {
  const ImVec2 from = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(from, {from.x + room.x, from.y + room.y}, ImGui::GetColorU32(ImGuiCol_FrameBg, 0.35f),
                     6.f * context.theme.scale);
  constexpr const char* kText =
      "The scene runs once for each value, from its start and with your edits. You can go on working. The "
      "pictures appear here one by one. Click a picture to use its values.";
  const float wrap = std::max(std::min(0.8f * room.x, 420.f * context.theme.scale), 1.f);
  const ImVec2 size = ImGui::CalcTextSize(kText, nullptr, false, wrap);
  list.AddText(nullptr, 0.f,
               {from.x + 0.5f * (room.x - size.x), from.y + std::max(0.f, 0.5f * (room.y - size.y))},
               ImGui::GetColorU32(context.theme.dim), kText, nullptr, wrap);
}

void drawSheet(PanelContext& context, const SweepSheet* sheet) {
  if (!sheet) return drawEmptySheet(context);
  ImGui::PushTextWrapPos(0.f);
  if (!sheet->error.empty()) ImGui::TextColored(context.theme.error, "%s", sheet->error.c_str());
  ImGui::PopTextWrapPos();
  if (!sheet->cells.empty()) drawGrid(context, *sheet);
}

/// Proposes the settings when the dialog opens for the first time in a scene.
void propose(PanelContext& context) {
  SweepChoice& choice = context.state.sweep;
  const std::vector<SweepParameter> choices = choicesOf(context);
  for (SweepRange& range : choice.ranges)
    if (std::none_of(choices.begin(), choices.end(),
                     [&](const SweepParameter& c) { return c.setting == range.setting; }))
      range = {};
  if (choice.frame == 0) choice.frame = static_cast<int>(context.view.snapshot->frame);
  if (choice.ranges[0].setting || choices.empty()) return;
  const auto viscosity = std::find_if(choices.begin(), choices.end(), [](const SweepParameter& c) {
    return c.setting.key == "viscosity_linear";
  });
  choice.ranges[0] =
      rangeAround(viscosity == choices.end() ? choices.front() : *viscosity, context.view.snapshot->method);
}

/// Returns whether the key was pressed while no text field or other item is active.
bool isPressedOnce(ImGuiKey key) {
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false) && !ImGui::IsAnyItemActive();
}

void drawContents(PanelContext& context, Sweeps& sweeps) {
  const float scale = context.theme.scale;
  ImGui::BeginChild("controls", {kControls * scale, 0.f});
  drawControls(context, sweeps);
  ImGui::EndChild();
  ImGui::SameLine(0.f, 14.f * scale);
  ImGui::BeginChild("sheet", {0.f, 0.f});
  drawSheet(context, sweeps.sheet());
  ImGui::EndChild();
  const SweepSheet* sheet = sweeps.sheet();
  if (entered() && !(sheet && sheet->running)) sweeps.start(context.state.sweep);
  if (isPressedOnce(ImGuiKey_Escape)) context.state.sweepOpen = false;
}

}  // namespace

void drawSweepDialog(PanelContext& context) {
  constexpr const char* kTitle = "Sweep parameters";
  // An open file dialog takes precedence, because two modal popups on one level close each other.
  const bool wanted = context.state.sweepOpen && context.services.sweeps && context.view.snapshot &&
                      context.view.scene && !context.state.fileRequest;
  const bool open = ImGui::IsPopupOpen(kTitle);
  if (!wanted && !open) return;
  if (!open) {
    ImGui::OpenPopup(kTitle);
    propose(context);
  }
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float scale = context.theme.scale;
  const ImVec2 size{std::min(0.94f * screen.x, 1200.f * scale), std::min(0.9f * screen.y, 780.f * scale)};
  bool stays = true;
  if (!beginDialog(context.theme, kTitle, kTitle, size, &stays)) return;
  if (!stays) context.state.sweepOpen = false;
  if (wanted && stays) drawContents(context, *context.services.sweeps);
  if (!wanted || !context.state.sweepOpen || context.state.fileRequest) ImGui::CloseCurrentPopup();
  endDialog();
}

}  // namespace ooze::ui
