#include "ui/slider_fill.h"

#include <algorithm>
#include <cmath>

namespace ooze::ui {
namespace {

constexpr float kHandle = 3.f;         // [design pixels]
constexpr float kImGuisPadding = 2.f;  // of the handle within its frame, at any scale

}  // namespace

SliderFill::SliderFill(const Theme& theme, float part, bool lit) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 to{from.x + ImGui::CalcItemWidth(), from.y + ImGui::GetFrameHeight()};
  const ImGuiStyle& style = ImGui::GetStyle();
  const float handle = std::max(1.f, std::round(kHandle * theme.scale));
  const float end = from.x + kImGuisPadding + part * (to.x - from.x - 2.f * kImGuisPadding - handle);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_FrameBg), style.FrameRounding);
  const ImVec4 accent = theme.accent, plain = ImGui::GetStyleColorVec4(ImGuiCol_ScrollbarGrab);
  if (end > from.x + style.FrameRounding)
    list.AddRectFilled(from, {end, to.y},
                       ImGui::GetColorU32(lit ? ImVec4(accent.x, accent.y, accent.z, 0.32f) : plain),
                       style.FrameRounding, ImDrawFlags_RoundCornersLeft);
  const ImVec4 over{1.f, 1.f, 1.f, 0.05f};
  ImGui::PushStyleColor(ImGuiCol_FrameBg, {0.f, 0.f, 0.f, 0.f});
  ImGui::PushStyleColor(ImGuiCol_FrameBgHovered, over);
  ImGui::PushStyleColor(ImGuiCol_FrameBgActive, over);
  ImGui::PushStyleColor(ImGuiCol_SliderGrab, {accent.x, accent.y, accent.z, 0.9f});
  ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, accent);
  ImGui::PushStyleVar(ImGuiStyleVar_GrabMinSize, handle);
  ImGui::PushStyleVar(ImGuiStyleVar_GrabRounding, 0.5f * handle);
}

SliderFill::~SliderFill() {
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor(5);
}

}  // namespace ooze::ui
