#include "ui/state/open_menus.h"

#include <imgui.h>
#include <imgui_internal.h>

namespace ooze::ui {
namespace {

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
