#include "ui/slider_row.h"

#include "ui/formula.h"
#include "ui/slider_fill.h"
#include "ui/widgets.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>

namespace ooze::ui {
namespace {

constexpr float kLabelPart = 0.44f, kSymbolPart = 0.5f;  // of a row's width; of one with a symbol

/// What a row remembers from frame to frame.
struct Memory {
  explicit Memory(ImGuiStorage& storage) : storage_(storage), id_(ImGui::GetID("memory")) {
    const int bits = storage.GetInt(id_);
    typing = bits & 1, focusWanted = bits & 2, editing = bits & 4, quiet = bits & 8;
    refusal = static_cast<Refusal>(bits >> 4);
    before = storage.GetFloat(ImGui::GetID("before"));
  }
  void keep() const {
    const int bits = (typing ? 1 : 0) | (focusWanted ? 2 : 0) | (editing ? 4 : 0) | (quiet ? 8 : 0);
    storage_.SetInt(id_, bits | static_cast<int>(refusal) << 4);
    storage_.SetFloat(ImGui::GetID("before"), before);
  }

  bool typing, focusWanted, editing;
  bool quiet;  ///< no explanation until the mouse has left the row
  Refusal refusal;
  float before;  ///< the value when the slider was pressed

 private:
  ImGuiStorage& storage_;
  ImGuiID id_;
};

bool differs(float value, float original) {
  return std::abs(value - original) > 1e-5f * std::max(1.f, std::abs(original));
}

/// What stands in a format behind the number.
std::string_view unitOf(std::string_view format) {
  const std::size_t space = format.find(' ');
  return space == std::string_view::npos ? std::string_view() : format.substr(space + 1);
}

/// The number alone, as someone would type it.
std::string shortest(float value) { return fmt::format("{:.6g}", value); }

bool quietButton(const Theme& theme, const char* label, const ImVec4& colour, const char* text) {
  ImGui::PushStyleColor(ImGuiCol_Button, {0.f, 0.f, 0.f, 0.f});
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  const bool pressed = ImGui::Button(label, {ImGui::GetFrameHeight(), 0.f});
  ImGui::PopStyleColor(2);
  if (*text != '\0') tooltip(theme, text);
  return pressed;
}

/// What a row is called, and the paper's symbol at the end of the column; a label that is too long ends
/// there.
void drawLabel(const Theme& theme, const SliderRow& row, float column, bool changed) {
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float symbol = row.symbol.empty() ? 0.f : formulaWidth(theme, row.symbol);
  const float width = std::max(column - symbol - (symbol > 0.f ? 2.f : 1.f) * gap, 1.f);
  ImGui::PushClipRect(corner, {corner.x + width, corner.y + 2.f * ImGui::GetFrameHeight()}, true);
  ImGui::AlignTextToFramePadding();
  if (changed) ImGui::PushStyleColor(ImGuiCol_Text, theme.accent);
  ImGui::TextUnformatted(row.label.data(), row.label.data() + row.label.size());
  if (changed) ImGui::PopStyleColor();
  ImGui::PopClipRect();
  if (symbol <= 0.f) return;
  addFormula(theme, {corner.x + column - gap - symbol, corner.y + ImGui::GetStyle().FramePadding.y},
             row.symbol, theme.dim);
}

/// A text field in place of the slider. @return true if it gave another value
bool typeNumber(const SliderRow& row, float& value, Memory& memory) {
  std::array<char, 64> text{};
  const std::string shown = shortest(value);
  shown.copy(text.data(), text.size() - 1);
  if (memory.focusWanted) ImGui::SetKeyboardFocusHere();
  const bool entered =
      ImGui::InputText("##typed", text.data(), text.size(),
                       ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue);
  const bool left = ImGui::IsItemDeactivated();
  if (ImGui::IsItemActive()) memory.focusWanted = false;
  if (!entered && !left) return false;
  memory.typing = false;
  if (shown == text.data()) return false;
  const TypedNumber typed = readNumber(text.data(), row);
  memory.refusal = typed.refusal;
  if (typed.value) value = *typed.value;
  return typed.value.has_value();
}

/// A number as this format shows it.
std::string printed(const std::string& format, float value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), format.c_str(), static_cast<double>(value));
  return text.data();
}

/// A slider that starts at 0 and is logarithmic above: ImGui moves the handle, the way is sliderValue()'s.
/// @return true if it gave another value
bool slideFromZero(const SliderRow& row, const std::string& format, float& value, int flags) {
  std::string text = printed(format, value);
  for (std::size_t at = 0; (at = text.find('%', at)) != std::string::npos; at += 2) text.insert(at, 1, '%');
  auto part = static_cast<float>(sliderPart(value, row.lower, row.upper, row.scale));
  if (!ImGui::SliderFloat("##value", &part, 0.f, 1.f, text.c_str(), flags)) return false;
  value = sliderValue(part, row.lower, row.upper, row.scale);
  // In the digits that it is shown in, as ImGui's own sliders.
  if (const std::string digits = printed(format, value); !digits.empty() && std::isdigit(digits[0]))
    value = std::clamp(std::strtof(digits.c_str(), nullptr), row.lower, row.upper);
  return true;
}

bool slide(const Theme& theme, const SliderRow& row, float& value, Memory& memory) {
  const std::string format(row.format);
  const bool logarithmic = row.scale == Scale::Logarithmic;
  const int flags = ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput;
  const float shown = value;
  float moved = value;
  const bool lit = differs(value, row.original);
  const SliderFill fill(theme, static_cast<float>(sliderPart(value, row.lower, row.upper, row.scale)), lit,
                        {printed(format, value), std::string(row.aside), row.explains});
  const bool changed = logarithmic && row.lower <= 0.f
                           ? slideFromZero(row, format, moved, flags)
                           : ImGui::SliderFloat("##value", &moved, row.lower, row.upper, format.c_str(),
                                                flags | (logarithmic ? ImGuiSliderFlags_Logarithmic : 0));
  if (ImGui::IsItemActivated() && !ImGui::IsMouseDoubleClicked(0)) memory.before = shown;
  const bool twice = ImGui::IsMouseDoubleClicked(0);
  if (ImGui::IsItemHovered() && (twice || (ImGui::IsMouseClicked(0) && ImGui::GetIO().KeyCtrl))) {
    memory.typing = memory.focusWanted = true;
    memory.refusal = Refusal::None;
    if (!twice || memory.before == shown) return false;
    value = memory.before;  // the first click of the two has moved it
    return true;
  }
  if (memory.typing || !changed || !std::isfinite(moved)) return false;
  value = moved;
  memory.refusal = Refusal::None;
  return true;
}

void drawRefusal(const Theme& theme, const SliderRow& row, Refusal refusal) {
  if (refusal == Refusal::None) return;
  const std::string text =
      refusal == Refusal::NoNumber
          ? "That is not a number; the value stays."
          : fmt::format("It must be from {:g} to {:g}; the value stays.", row.lower, row.upper);
  ImGui::PushStyleColor(ImGuiCol_Text, theme.error);
  ImGui::PushFont(theme.small);
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopFont();
  ImGui::PopStyleColor();
}

/// The buttons behind the slider. @param start, width  of the row
void drawButtons(const Theme& theme, const SliderRow& row, float start, float width, float& value,
                 SliderEvents& events) {
  const float button = ImGui::GetFrameHeight();
  if (row.explains) {
    ImGui::SameLine(start + width - 2.f * button);
    if (quietButton(theme, theme.hasIcons ? icon::kQuestion : "?", theme.dim,
                    row.explained ? "" : "Explain: the formula, and what it does"))
      events.explain = true;
  }
  ImGui::SameLine(start + width - button);
  if (!differs(value, row.original)) {
    ImGui::Dummy({button, 0.f});
  } else if (quietButton(theme, theme.hasIcons ? icon::kUndo : "x", theme.accent,
                         "Back to what it was when it was loaded")) {
    value = row.original;
    events.edit = Edit::Reset;
  }
}

}  // namespace

TypedNumber readNumber(std::string_view text, const SliderRow& row) {
  std::string number(text);
  const auto trim = [&number] {
    const auto first = number.find_first_not_of(" \t\r\n"), last = number.find_last_not_of(" \t\r\n");
    number = first == std::string::npos ? "" : number.substr(first, last - first + 1);
  };
  trim();
  if (const std::string_view unit = unitOf(row.format); !unit.empty() && number.ends_with(unit)) {
    number.resize(number.size() - unit.size());
    trim();
  }
  if (std::count(number.begin(), number.end(), ',') == 1 && number.find('.') == std::string::npos)
    std::replace(number.begin(), number.end(), ',', '.');
  char* end = nullptr;
  const double value = std::strtod(number.c_str(), &end);
  if (number.empty() || end != number.c_str() + number.size() || !std::isfinite(value))
    return {std::nullopt, Refusal::NoNumber};
  const auto v = static_cast<float>(value);
  if (v < row.lower || v > row.upper) return {std::nullopt, Refusal::OutOfRange};
  return {v};
}

SliderEvents drawSliderRow(const Theme& theme, std::string_view id, const SliderRow& row, float& value) {
  const std::string name(id);
  const bool changed = differs(value, row.original);
  const float width = ImGui::GetContentRegionAvail().x, start = ImGui::GetCursorPosX();
  const float buttons = (row.explains ? 2.f : 1.f) * ImGui::GetFrameHeight();
  SliderEvents events;
  bool pointed = false;
  ImGui::PushID(name.c_str());
  Memory memory(*ImGui::GetStateStorage());
  const auto follow = [&] {  // the item just drawn
    pointed |= ImGui::IsItemHovered();
    events.hovered |= ImGui::IsItemHovered() && !ImGui::IsItemActive() && !memory.typing;
    events.explain |= row.explains && ImGui::IsItemClicked(ImGuiMouseButton_Right);
  };

  const float column = (row.symbol.empty() ? kLabelPart : kSymbolPart) * width;
  drawLabel(theme, row, column, changed);
  follow();

  ImGui::SameLine(start + column);
  ImGui::SetNextItemWidth(width - column - buttons - ImGui::GetStyle().ItemInnerSpacing.x);
  if (memory.typing ? typeNumber(row, value, memory) : slide(theme, row, value, memory))
    events.edit = Edit::Changed;
  const bool held = ImGui::IsItemActive() && !memory.typing;
  follow();
  drawButtons(theme, row, start, width, value, events);
  if (events.edit == Edit::Reset) memory.refusal = Refusal::None;
  drawRefusal(theme, row, memory.refusal);

  events.pointed = pointed || held;
  // Whoever has just moved a slider looks at what it does.
  memory.quiet = held || (memory.quiet && pointed);
  events.hovered &= !memory.quiet;

  // A drag is one edit from its first change until it is let go, everything else one of its own.
  events.began = events.edit != Edit::None && !memory.editing;
  memory.editing |= events.began;
  events.ended = memory.editing && !held;
  memory.editing &= held;
  memory.keep();
  ImGui::PopID();
  return events;
}

}  // namespace ooze::ui
