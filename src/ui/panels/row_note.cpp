#include "ui/panels/row_note.h"

#include "ui/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui_internal.h>

namespace ooze::ui {

void markRow(const Theme& theme, const ImVec2& corner, float width, const ImVec4& colour) {
  const float height = ImGui::GetFrameHeight(), in = 2.f * theme.scale;
  const float middle = corner.x + width - 2.f * height - 0.5f * ImGui::GetStyle().ItemInnerSpacing.x;
  ImGui::GetWindowDrawList()->AddRectFilled({middle - 0.5f * in, corner.y + in},
                                            {middle + 0.5f * in, corner.y + height - in},
                                            ImGui::GetColorU32(colour));
}

void drawNote(const Theme& theme, const RowNote& note) {
  ImGui::PushFont(theme.small);
  ImGui::PushStyleColor(ImGuiCol_Text, note.colour);
  ImGui::TextUnformatted(note.words.c_str());
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

void drawNoteBeside(const Theme& theme, const RowNote& note) {
  beginExplanation(theme);
  drawNote(theme, note);
  endExplanation();
}

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

}  // namespace ooze::ui
