#include "ui/widgets.h"

#include <cmath>

namespace ooze::ui {
namespace {

constexpr float kLabelPart = 0.46f;  // of a row's width

bool differs(float value, float original) {
  return std::abs(value - original) > 1e-5f * std::max(1.f, std::abs(original));
}

}  // namespace

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

void tooltip(const Theme& theme, const std::string& text) {
  if (!ImGui::IsItemHovered()) return;
  beginExplanation(theme);
  ImGui::TextUnformatted(text.c_str());
  endExplanation();
}

bool panelTitle(const Theme& theme, const char* title) {
  ImGui::PushStyleColor(ImGuiCol_Header, {0.f, 0.f, 0.f, 0.f});
  ImGui::PushStyleColor(ImGuiCol_HeaderActive, {0.f, 0.f, 0.f, 0.f});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {2.f * theme.scale, 3.f * theme.scale});
  const bool open =
      ImGui::TreeNodeEx(title, ImGuiTreeNodeFlags_DefaultOpen | ImGuiTreeNodeFlags_NoTreePushOnOpen |
                                   ImGuiTreeNodeFlags_SpanAvailWidth | ImGuiTreeNodeFlags_FramePadding);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(2);
  return open;
}

void heading(const Theme& theme, std::string_view title) {
  ImGui::Dummy({0.f, 3.f * theme.scale});
  ImGui::PushFont(theme.small);
  ImGui::PushStyleColor(ImGuiCol_Text, theme.accent);
  ImGui::TextUnformatted(title.data(), title.data() + title.size());
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

void beginExplanation(const Theme& theme) {
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(330.f * theme.scale);
}

void endExplanation() {
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

Edit drawSliderRow(const Theme& theme, std::string_view id, const SliderRow& row, float& value,
                   bool& hovered) {
  const std::string name(id), format(row.format);
  const bool changed = differs(value, row.original);
  const float width = ImGui::GetContentRegionAvail().x, start = ImGui::GetCursorPosX();
  const float resetWidth = ImGui::GetFrameHeight();
  ImGui::PushID(name.c_str());

  ImGui::AlignTextToFramePadding();
  if (changed) ImGui::PushStyleColor(ImGuiCol_Text, theme.accent);
  ImGui::TextUnformatted(row.label.data(), row.label.data() + row.label.size());
  if (changed) ImGui::PopStyleColor();
  hovered = ImGui::IsItemHovered();

  ImGui::SameLine(start + kLabelPart * width);
  ImGui::SetNextItemWidth((1.f - kLabelPart) * width - resetWidth - ImGui::GetStyle().ItemInnerSpacing.x);
  const int flags =
      ImGuiSliderFlags_AlwaysClamp | (row.scale == Scale::Logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
  Edit edit = ImGui::SliderFloat("##value", &value, row.lower, row.upper, format.c_str(), flags)
                  ? Edit::Changed
                  : Edit::None;
  hovered = hovered || (ImGui::IsItemHovered() && !ImGui::IsItemActive());

  ImGui::SameLine(start + width - resetWidth);
  if (changed) {
    ImGui::PushStyleColor(ImGuiCol_Button, {0.f, 0.f, 0.f, 0.f});
    ImGui::PushStyleColor(ImGuiCol_Text, theme.accent);
    if (ImGui::Button(theme.hasIcons ? icon::kUndo : "x", {resetWidth, 0.f})) {
      value = row.original;
      edit = Edit::Reset;
    }
    ImGui::PopStyleColor(2);
    tooltip(theme, "Back to what it was when it was loaded");
  } else {
    ImGui::Dummy({resetWidth, 0.f});
  }
  ImGui::PopID();
  return edit;
}

}  // namespace ooze::ui
