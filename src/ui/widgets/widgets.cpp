#include "ui/widgets/widgets.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <imgui.h>
#include <imgui_internal.h>
#include <limits>
#include <vector>

namespace ooze::ui {
namespace {

constexpr float kTooltipWidth = 330.f;  // width at which tooltips wrap [design pixels]
constexpr float kNarrowPart = 0.45f;    // windows no wider than this fraction of the screen count as panels

/// Draws a number field of the item width. @return true if the number changed
bool numberField(float& number, float speed, float lower, float upper, const char* format) {
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID isTypedKey = ImGui::GetID("isTyped"), typedKey = ImGui::GetID("typed");
  const bool wasTyped = storage.GetBool(isTypedKey);
  float moved = wasTyped ? storage.GetFloat(typedKey) : number;
  ImGui::DragFloat("", &moved, speed, lower, upper, format, ImGuiSliderFlags_AlwaysClamp);
  const bool isTyped = ImGui::TempInputIsActive(ImGui::GetID(""));
  storage.SetBool(isTypedKey, isTyped);
  storage.SetFloat(typedKey, moved);
  // A field that was not drawn for a frame has lost its text.
  const bool isLeft = ImGui::IsItemDeactivated() && !ImGui::IsKeyPressedMap(ImGuiKey_Escape);
  if (isTyped || (wasTyped && !isLeft) || !std::isfinite(moved) || moved == number) return false;
  number = moved;
  return true;
}

}  // namespace

bool numberFields(const char* id, std::span<float> numbers, float speed, float lower, float upper,
                  const char* format) {
  bool changed = false;
  ImGui::BeginGroup();
  ImGui::PushID(id);
  const bool isRow = numbers.size() > 1;
  if (isRow) ImGui::PushMultiItemsWidths(static_cast<int>(numbers.size()), ImGui::CalcItemWidth());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    if (k > 0) ImGui::SameLine(0.f, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::PushID(static_cast<int>(k));
    changed |= numberField(numbers[k], speed, lower, upper, format);
    ImGui::PopID();
    if (isRow) ImGui::PopItemWidth();
  }
  ImGui::PopID();
  ImGui::EndGroup();
  return changed;
}

bool squareButton(const Theme& theme, const char* icon, const char* word, bool on, const std::string& text,
                  const ImVec2& size) {
  if (on) ImGui::PushStyleColor(ImGuiCol_Button, {theme.accent.x, theme.accent.y, theme.accent.z, 0.85f});
  if (on) ImGui::PushStyleColor(ImGuiCol_Text, theme.bar);
  ImGui::PushID(word);
  const bool pressed = ImGui::Button(theme.hasIcons ? icon : word, size);
  ImGui::PopID();
  if (on) ImGui::PopStyleColor(2);
  tooltip(theme, text);
  return pressed;
}

bool iconButton(const Theme& theme, const char* icon, const char* word, bool on, const std::string& text) {
  const float side = ImGui::GetFrameHeight();
  return squareButton(theme, icon, word, on, text, {theme.hasIcons ? side * 1.35f : 0.f, side});
}

bool toggleButton(const Theme& theme, const char* label, bool on, float width) {
  if (on) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_Header));
  if (on) ImGui::PushStyleColor(ImGuiCol_Text, theme.accent);
  const bool pressed = ImGui::Button(label, {width, 0.f});
  if (on) ImGui::PopStyleColor(2);
  return pressed;
}

bool closeButton(const Theme& theme, float side) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.f, 0.f});
  const bool pressed = squareButton(theme, icon::kClose, "x", false, "Close (Esc)", {side, side});
  ImGui::PopStyleVar();
  return pressed;
}

void tooltip(const Theme& theme, const std::string& text) {
  if (text.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  beginExplanation(theme);
  ImGui::TextUnformatted(text.c_str());
  endExplanation();
}

bool panelTitle(const Theme& theme, const char* title) {
  ImGui::PushStyleColor(ImGuiCol_Header, ImGui::GetStyleColorVec4(ImGuiCol_TableHeaderBg));
  ImGui::PushStyleColor(ImGuiCol_HeaderActive, ImGui::GetStyleColorVec4(ImGuiCol_TableHeaderBg));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {4.f * theme.scale, 3.f * theme.scale});
  const bool open =
      ImGui::TreeNodeEx(title, ImGuiTreeNodeFlags_DefaultOpen | ImGuiTreeNodeFlags_NoTreePushOnOpen |
                                   ImGuiTreeNodeFlags_SpanAvailWidth | ImGuiTreeNodeFlags_Framed);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(2);
  return open;
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ' ');
  return digits;
}

std::string capitalised(std::string_view text) {
  std::string words(text);
  if (!words.empty()) words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
  return words;
}

void heading(const Theme& theme, std::string_view title) {
  ImGui::Dummy({0.f, 3.f * theme.scale});
  ImGui::PushFont(theme.small);
  ImGui::PushStyleColor(ImGuiCol_Text, theme.accent);
  ImGui::TextUnformatted(title.data(), title.data() + title.size());
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

void smallText(const Theme& theme, const ImVec4& colour, const std::string& words) {
  ImGui::PushFont(theme.small);
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::PushTextWrapPos(0.f);
  ImGui::TextUnformatted(words.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

bool placeBeside(const Theme& theme) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize, from = ImGui::GetWindowPos();
  const float to = from.x + ImGui::GetWindowWidth(), gap = 4.f * theme.scale;
  const float room = (kTooltipWidth + 24.f) * theme.scale;
  const bool narrow = ImGui::GetWindowWidth() < kNarrowPart * screen.x;
  // In the lower half of the screen the window grows upwards, because its text would not fit below.
  const float y = ImGui::GetItemRectMin().y, below = y > 0.5f * screen.y ? 1.f : 0.f;
  const float edge = below > 0.f ? ImGui::GetItemRectMax().y : y;
  if (narrow && from.x >= room && from.x > screen.x - to)
    ImGui::SetNextWindowPos({from.x - gap, edge}, ImGuiCond_Always, {1.f, below});
  else if (narrow && screen.x - to >= room)
    ImGui::SetNextWindowPos({to + gap, edge}, ImGuiCond_Always, {0.f, below});
  else
    return false;
  return true;
}

/// Places the next window below the item just drawn, or above it in the lower half of the screen, so that the
/// window covers no neighbour in the item's row. Items higher than a few lines of text keep the default.
void placeBelow(const Theme& theme) {
  constexpr float kHighestItem = 3.f;  // [text heights]
  const ImVec2 screen = ImGui::GetIO().DisplaySize, from = ImGui::GetItemRectMin(),
               to = ImGui::GetItemRectMax();
  if (to.y - from.y > kHighestItem * ImGui::GetFontSize()) return;
  const float gap = 4.f * theme.scale, room = (kTooltipWidth + 24.f) * theme.scale;
  const float x = std::max(std::min(from.x, screen.x - room), 0.f);
  const bool above = from.y > 0.5f * screen.y;
  ImGui::SetNextWindowPos({x, above ? from.y - gap : to.y + gap}, ImGuiCond_Always, {0.f, above ? 1.f : 0.f});
}

void beginExplanation(const Theme& theme) {
  if (!placeBeside(theme)) placeBelow(theme);
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(kTooltipWidth * theme.scale);
}

void endExplanation() {
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

bool textField(const char* label, std::string& text, std::size_t most, bool byEnter, const char* hint) {
  std::vector<char> buffer(most + 1, '\0');
  text.copy(buffer.data(), most);
  const bool changed = ImGui::InputTextWithHint(label, hint, buffer.data(), buffer.size(),
                                                byEnter ? ImGuiInputTextFlags_EnterReturnsTrue : 0);
  text = buffer.data();
  return changed;
}

bool beginCombo(const Theme& theme, const char* id, const std::string& preview, int flags) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), pad = ImGui::GetStyle().FramePadding;
  const float height = ImGui::GetFrameHeight(), room = ImGui::CalcItemWidth() - height - 2.f * pad.x;
  const bool fits = ImGui::CalcTextSize(preview.c_str()).x <= room;
  ImDrawList& list = *ImGui::GetWindowDrawList();  // an open list has another one
  const bool open = ImGui::BeginCombo(id, fits ? preview.c_str() : "", flags);
  const float size = theme.small->FontSize;
  if (!fits)
    list.AddText(theme.small, size, {at.x + pad.x, at.y + 0.5f * (height - size)},
                 ImGui::GetColorU32(ImGuiCol_Text), fitted(*theme.small, preview, room).c_str());
  return open;
}

std::string fitted(const ImFont& font, const std::string& line, float width) {
  constexpr float kAnyWidth = std::numeric_limits<float>::max();
  const auto widthOf = [&](const std::string& text, float most, const char** rest) {
    return font.CalcTextSizeA(font.FontSize, most, 0.f, text.c_str(), nullptr, rest).x;
  };
  if (widthOf(line, kAnyWidth, nullptr) <= width) return line;
  const std::string dots = "...";
  const char* rest = line.c_str();
  (void)widthOf(line, width - widthOf(dots, kAnyWidth, nullptr), &rest);
  std::string begin(line.c_str(), rest);
  while (!begin.empty() && begin.back() == ' ') begin.pop_back();
  return begin + dots;
}

}  // namespace ooze::ui
