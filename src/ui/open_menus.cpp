#include "ui/open_menus.h"

#include <imgui.h>
#include <imgui_internal.h>

namespace ooze::ui {
namespace {

bool isDialog(const ImGuiPopupData& popup) {
  return popup.Window && (popup.Window->Flags & ImGuiWindowFlags_Modal) != 0;
}

/// How many popups are left when the menus are closed.
int below() {
  const ImVector<ImGuiPopupData>& open = ImGui::GetCurrentContext()->OpenPopupStack;
  int count = open.Size;
  while (count > 0 && !isDialog(open[count - 1])) --count;
  return count;
}

}  // namespace

// A popup without a window was asked for in this very frame, as dialogs are: what it is shows with the next.
bool menusAreOpen() {
  const ImVector<ImGuiPopupData>& open = ImGui::GetCurrentContext()->OpenPopupStack;
  return !open.empty() && open.back().Window && !isDialog(open.back());
}

// ImGui closes them by Escape only where the keyboard moves its focus, which here belongs to the shortcuts.
void closeMenus() {
  if (menusAreOpen()) ImGui::ClosePopupToLevel(below(), true);
}

}  // namespace ooze::ui
