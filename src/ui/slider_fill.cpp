#include "ui/slider_fill.h"

#include <algorithm>
#include <cmath>

namespace ooze::ui {
namespace {

constexpr float kHandle = 3.f;         // [design pixels]
constexpr float kImGuisPadding = 2.f;  // of the handle within its frame, at any scale

// ImGui takes for zero what the number's digits cannot show.
float zeroOf(std::string_view format) {
  const std::size_t dot = format.find("%.");
  const bool told = dot != std::string_view::npos && dot + 2 < format.size();
  return std::pow(0.1f, told ? static_cast<float>(format[dot + 2] - '0') : 3.f);
}

}  // namespace

float sliderPart(float value, float lower, float upper, Scale scale, std::string_view format) {
  if (upper <= lower) return 0.f;
  const float v = std::clamp(value, lower, upper);
  if (scale != Scale::Logarithmic) return (v - lower) / (upper - lower);
  const float least = std::max(lower, zeroOf(format));
  return v <= least ? 0.f : std::log(v / least) / std::log(upper / least);
}

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
