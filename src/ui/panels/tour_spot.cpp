// Records where the parts of the window lie that the guided tour points at.
#include "ui/panels/panel.h"

#include <imgui.h>
#include <optional>
#include <string_view>
#include <utility>

namespace ooze::ui {

TourSpotRecorder::TourSpotRecorder(InterfaceState& state)
    : state_(state), top_(ImGui::GetCursorScreenPos().y) {}

void TourSpotRecorder::note(std::string_view name) const {
  const float x = ImGui::GetWindowPos().x, pad = 0.5f * ImGui::GetStyle().WindowPadding.x;
  const float bottom = ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y;
  keep(name, {x + pad, top_ - 3.f, ImGui::GetWindowWidth() - 2.f * pad, bottom - top_ + 6.f});
}

void TourSpotRecorder::noteItem(std::string_view name) const {
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  keep(name, {from.x - 3.f, from.y - 3.f, to.x - from.x + 6.f, to.y - from.y + 6.f});
}

void TourSpotRecorder::keep(std::string_view name, const ViewRect& part) const {
  if (!state_.tourOpen || state_.tourSpot.name != name) return;
  if (std::exchange(state_.tourSpot.scrollTo, false))
    ImGui::SetScrollFromPosY(part.y + 0.5f * part.height - ImGui::GetWindowPos().y, 0.5f);
  state_.tourSpot.part = part;
}

}  // namespace ooze::ui
