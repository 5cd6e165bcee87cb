#include "ui/panels/dialog_frame.h"

#include "ui/widgets/widgets.h"

#include <algorithm>
#include <imgui.h>
#include <imgui_internal.h>

namespace ooze::ui {
namespace {

// Corner radius, padding and margin of a dialog [design pixels].
constexpr float kRound = 8.f, kPadX = 18.f, kPadY = 14.f, kFrameMargin = 10.f;

void drawTitle(const Theme& theme, const std::string& title, bool* open) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(title.c_str());
  if (open) {
    const float side = ImGui::GetFrameHeight();
    ImGui::SameLine();
    alignRight(side);
    if (closeButton(theme, side)) *open = false;
  }
  ImGui::Dummy({0.f, 2.f * theme.scale});
}

bool isDialog(const ImGuiPopupData& popup) {
  return popup.Window && (popup.Window->Flags & ImGuiWindowFlags_Modal) != 0;
}

/// Returns the number of popups that remain when the menus are closed.
int below() {
  const ImVector<ImGuiPopupData>& open = ImGui::GetCurrentContext()->OpenPopupStack;
  int count = open.Size;
  while (count > 0 && !isDialog(open[count - 1])) --count;
  return count;
}

}  // namespace

bool beginDialog(const Theme& theme, const char* id, const std::string& title, const ImVec2& size,
                 bool* open) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float margin = 2.f * kFrameMargin;
  const ImVec2 most{std::max(screen.x - margin, 1.f), std::max(screen.y - margin, 1.f)};
  ImGui::SetNextWindowPos({0.5f * screen.x, 0.5f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSizeConstraints({1.f, 1.f}, most);
  ImGui::SetNextWindowSize({std::min(size.x, most.x), std::min(size.y, most.y)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, kRound * theme.scale);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {kPadX * theme.scale, kPadY * theme.scale});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.f);
  int flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
              ImGuiWindowFlags_NoSavedSettings;
  if (size.x == 0.f || size.y == 0.f) flags |= ImGuiWindowFlags_AlwaysAutoResize;
  const bool drawn = ImGui::BeginPopupModal(id, nullptr, flags);
  ImGui::PopStyleVar(3);
  if (drawn) drawTitle(theme, title, open);
  return drawn;
}

void endDialog() { ImGui::EndPopup(); }

void alignRight(float width) {
  ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), ImGui::GetWindowContentRegionMax().x - width));
}

// Enter makes a text field inactive in the same frame, but WantTextInput still holds the state of the frame
// before.
bool entered() {
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false); };
  return (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeyPadEnter)) && !ImGui::IsAnyItemActive() &&
         !ImGui::GetIO().WantTextInput;
}

bool mainButton(const Theme& theme, const char* label, const ImVec2& size) {
  const ImVec4& accent = theme.accent;
  ImGui::PushStyleColor(ImGuiCol_Button, {accent.x, accent.y, accent.z, 0.85f});
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, accent);
  ImGui::PushStyleColor(ImGuiCol_Text, theme.bar);
  const bool pressed = ImGui::Button(label, size);
  ImGui::PopStyleColor(3);
  return pressed;
}

// A popup without a window was opened in this frame, as dialogs are. Its kind is known in the next frame.
bool menusAreOpen() {
  const ImVector<ImGuiPopupData>& open = ImGui::GetCurrentContext()->OpenPopupStack;
  return !open.empty() && open.back().Window && !isDialog(open.back());
}

// ImGui closes menus by Escape only with keyboard navigation, which the shortcuts replace here.
void closeMenus() {
  if (menusAreOpen()) ImGui::ClosePopupToLevel(below(), true);
}

}  // namespace ooze::ui
