#include "ui/widgets/slider_row.h"

#include "ui/widgets/formula.h"
#include "ui/widgets/slider_fill.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>

namespace ooze::ui {
namespace {

// Label width without and with a symbol [row widths].
constexpr float kLabelPart = 0.44f, kSymbolPart = 0.5f;
constexpr float kLarge = 1.4f;  // height of a large slider, in usual heights

/// State of a row that persists between frames, in ImGui's storage.
struct SliderMemory {
  explicit SliderMemory(ImGuiStorage& storage) : storage_(storage), id_(ImGui::GetID("memory")) {
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
  bool quiet;  ///< shows no explanation until the mouse leaves the row
  Refusal refusal;
  float before;  ///< value when the slider was pressed

 private:
  ImGuiStorage& storage_;
  ImGuiID id_;
};

bool differs(float value, float original) {
  return std::abs(value - original) > 1e-5f * std::max(1.f, std::abs(original));
}

/// Returns the part of a format behind the number: the unit.
std::string_view unitOf(std::string_view format) {
  const std::size_t space = format.find(' ');
  return space == std::string_view::npos ? std::string_view() : format.substr(space + 1);
}

/// Formats the number without its unit, as a user would type the number.
std::string shortest(float value) { return fmt::format("{:.6g}", value); }

bool quietButton(const Theme& theme, const char* label, const ImVec4& colour, const char* text) {
  ImGui::PushStyleColor(ImGuiCol_Button, {0.f, 0.f, 0.f, 0.f});
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  const bool pressed = ImGui::Button(label, {ImGui::GetFrameHeight(), 0.f});
  ImGui::PopStyleColor(2);
  if (*text != '\0') tooltip(theme, text);
  return pressed;
}

/// Draws the label, and the paper's symbol at the right end of the label's column. A long label is clipped
/// before the symbol.
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

/// Draws a text field in place of the slider. @return true if the value changed
bool typeNumber(const SliderRow& row, float& value, SliderMemory& memory) {
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

/// Prints a number with a printf format.
std::string printed(const std::string& format, float value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), format.c_str(), static_cast<double>(value));
  return text.data();
}

/// Draws a slider that starts at 0 and is logarithmic above. ImGui moves the handle from 0 to 1, and
/// sliderValue() maps the position to the value.
/// @return true if the value changed
bool slideFromZero(const SliderRow& row, const std::string& format, float& value, int flags) {
  std::string text = printed(format, value);
  for (std::size_t at = 0; (at = text.find('%', at)) != std::string::npos; at += 2) text.insert(at, 1, '%');
  auto part = static_cast<float>(sliderFraction(value, row.lower, row.upper, row.scale));
  if (!ImGui::SliderFloat("##value", &part, 0.f, 1.f, text.c_str(), flags)) return false;
  value = sliderValue(part, row.lower, row.upper, row.scale);
  // Rounds the value to the digits shown, as ImGui's own sliders do.
  if (const std::string digits = printed(format, value); !digits.empty() && std::isdigit(digits[0]))
    value = std::clamp(std::strtof(digits.c_str(), nullptr), row.lower, row.upper);
  return true;
}

float partOf(const SliderRow& row, float value) {
  return static_cast<float>(sliderFraction(value, row.lower, row.upper, row.scale));
}

bool slide(const Theme& theme, const SliderRow& row, float& value, SliderMemory& memory) {
  const std::string format(row.format);
  const bool logarithmic = row.scale == Scale::Logarithmic;
  const int flags = ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput;
  const float shown = value;
  float moved = value;
  const bool lit = differs(value, row.original);
  const SliderText text = row.marks.empty()
                              ? SliderText{printed(format, value), std::string(row.aside), row.explains}
                              : SliderText{};  // drawNumber() has written the value above the slider
  const SliderFill fill(theme, partOf(row, value), lit, text);
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
    value = memory.before;  // the first click of the double click has moved the value
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
          ? "This is not a number. The value is unchanged."
          : fmt::format("Enter a number from {:g} to {:g}. The value is unchanged.", row.lower, row.upper);
  ImGui::PushStyleColor(ImGuiCol_Text, theme.error);
  ImGui::PushFont(theme.small);
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopFont();
  ImGui::PopStyleColor();
}

/// Draws the number above a large slider, and the converted value dimmed before the number.
void drawNumber(const Theme& theme, const SliderRow& row, float value, float right) {
  const std::string number = printed(std::string(row.format), value), aside(row.aside);
  const float width = ImGui::CalcTextSize(number.c_str()).x;
  ImGui::SameLine(right - width);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(number.c_str());
  if (aside.empty()) return;
  const ImVec2 corner = ImGui::GetItemRectMin();
  const ImVec2 size = theme.small->CalcTextSizeA(theme.small->FontSize, 1e9f, 0.f, aside.c_str());
  ImGui::GetWindowDrawList()->AddText(
      theme.small, theme.small->FontSize,
      {corner.x - size.x - 6.f * theme.scale, corner.y + ImGui::GetTextLineHeight() - size.y},
      ImGui::GetColorU32(theme.dim), aside.c_str());
}

/// Draws a row and collects its events.
class DrawnRow {
 public:
  DrawnRow(const Theme& theme, const SliderRow& row, float& value)
      : theme_(theme), row_(row), value_(value), changed_(differs(value, row.original)) {}

  SliderEvents draw() {
    if (row_.marks.empty())
      drawInLine();
    else
      drawLarge();
    if (events_.edit == Edit::Reset) memory_.refusal = Refusal::None;
    drawRefusal(theme_, row_, memory_.refusal);

    events_.pointed = pointed_ || held_;
    // Shows no explanation right after a drag: the user watches the effect of the slider.
    memory_.quiet = held_ || (memory_.quiet && pointed_);
    events_.hovered &= !memory_.quiet;

    // A drag is one edit from its first change to its release. Every other change is an edit of its own.
    events_.began = events_.edit != Edit::None && !memory_.editing;
    memory_.editing |= events_.began;
    events_.ended = memory_.editing && !held_;
    memory_.editing &= held_;
    memory_.keep();
    return events_;
  }

 private:
  void drawInLine() {
    const float column = (row_.symbol.empty() ? kLabelPart : kSymbolPart) * width_;
    drawLabel(theme_, row_, column, changed_);
    follow();
    ImGui::SameLine(start_ + column);
    ImGui::SetNextItemWidth(width_ - column - buttons_ - ImGui::GetStyle().ItemInnerSpacing.x);
    drawSlider();
    drawButtons();
  }
  /// Draws label and number above the slider, and tick labels below. The group counts as a single ImGui item.
  void drawLarge() {
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    ImGui::BeginGroup();
    start_ = 0.f;  // lines inside a group begin at x = 0
    const float label = ImGui::CalcTextSize(row_.label.data(), row_.label.data() + row_.label.size()).x;
    const float symbol = row_.symbol.empty() ? 0.f : formulaWidth(theme_, row_.symbol);
    drawLabel(theme_, row_, std::min(label + symbol + 3.f * gap, kSymbolPart * width_), changed_);
    follow();
    drawNumber(theme_, row_, value_, start_ + width_ - buttons_ - 2.f * gap);
    follow();
    drawButtons();
    ImVec2 padding = ImGui::GetStyle().FramePadding;
    padding.y += 0.5f * (kLarge - 1.f) * ImGui::GetFrameHeight();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, padding);
    ImGui::SetNextItemWidth(width_);
    drawSlider();
    ImGui::PopStyleVar();
    const TickLabelEvents words = drawTickLabels(
        theme_, row_.marks, nearestTickLabel(row_.marks, value_, row_.lower, row_.upper, row_.scale),
        [this](float value) { return partOf(row_, value); }, [this] { follow(); });
    held_ |= words.held;
    if (words.chosen && *words.chosen != value_) {
      value_ = *words.chosen;
      events_.edit = Edit::Changed;
      memory_.refusal = Refusal::None;
    }
    ImGui::EndGroup();
  }

  void drawSlider() {
    if (memory_.typing ? typeNumber(row_, value_, memory_) : slide(theme_, row_, value_, memory_))
      events_.edit = Edit::Changed;
    held_ |= ImGui::IsItemActive() && !memory_.typing;
    follow();
  }
  /// Draws the buttons behind the slider, or above a large slider.
  void drawButtons() {
    const float button = ImGui::GetFrameHeight();
    if (row_.explains) {
      ImGui::SameLine(start_ + width_ - 2.f * button);
      if (quietButton(theme_, theme_.hasIcons ? icon::kQuestion : "?", theme_.dim,
                      row_.explained ? "" : "Explain: formula and effect"))
        events_.explain = true;
    }
    ImGui::SameLine(start_ + width_ - button);
    if (!differs(value_, row_.original)) {
      ImGui::Dummy({button, 0.f});
    } else if (quietButton(theme_, theme_.hasIcons ? icon::kUndo : "x", theme_.accent,
                           "Reset to the loaded value")) {
      value_ = row_.original;
      events_.edit = Edit::Reset;
    }
  }
  /// Adds the state of the item just drawn to the row's events.
  void follow() {
    pointed_ |= ImGui::IsItemHovered();
    events_.hovered |= ImGui::IsItemHovered() && !ImGui::IsItemActive() && !memory_.typing;
    events_.explain |= row_.explains && ImGui::IsItemClicked(ImGuiMouseButton_Right);
  }

  const Theme& theme_;
  const SliderRow& row_;
  float& value_;
  const bool changed_;
  const float width_ = ImGui::GetContentRegionAvail().x;
  float start_ = ImGui::GetCursorPosX();  ///< x position where lines begin
  const float buttons_ = (row_.explains ? 2.f : 1.f) * ImGui::GetFrameHeight();
  SliderMemory memory_{*ImGui::GetStateStorage()};
  SliderEvents events_;
  bool pointed_ = false, held_ = false;
};

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
  ImGui::PushID(name.c_str());
  const SliderEvents events = DrawnRow(theme, row, value).draw();
  ImGui::PopID();
  return events;
}

void submitAs(Session& session, const std::string& label, const std::vector<Command>& commands) {
  session.beginEdit(label);
  for (const Command& command : commands) session.submit(command);
  session.endEdit();
}

void followSlider(Session& session, const SliderEvents& events, const std::string& label,
                  const Command& command) {
  if (events.began) session.beginEdit(label);
  if (events.edit != Edit::None) session.submit(command);
  if (events.ended) session.endEdit();
}

void drawSettingSlider(Session& session, const Theme& theme, const SettingSlider& slider) {
  float value = slider.shown;
  SliderEvents events;
  sliderRow(theme, slider.setting.key, slider.row, value, slider.explanation, &events);
  followSlider(session, events, slider.label,
               SetValue{slider.setting, slider.toSetting ? slider.toSetting(value) : value});
}

void followItem(Session& session, const char* id, bool changed, const std::string& label,
                const Command& command) {
  ImGui::PushID(id);
  bool& editing = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("editing"));
  ImGui::PopID();
  SliderEvents events;
  events.edit = changed ? Edit::Changed : Edit::None;
  events.began = changed && !editing;
  editing |= changed;
  events.ended = editing && !ImGui::IsItemActive();
  editing &= !events.ended;
  followSlider(session, events, label, command);
}

}  // namespace ooze::ui
