// Tests that open menus are distinguished from dialogs, and that closing menus leaves dialogs open.
#include "panel_driver.h"
#include "ui/panels/dialog_frame.h"

namespace ooze::ui {
namespace {

class OpenMenusTest : public PanelDriver {
 protected:
  /// Clicks the first item on the screen.
  void clickFirst() { click(20.f, 18.f); }
};

TEST_F(OpenMenusTest, AMenuAndItsSubmenuAreClosedTogether) {
  panel_ = [](PanelContext&) {
    if (ImGui::Button("open")) ImGui::OpenPopup("menu");
    if (!ImGui::BeginPopup("menu")) return;
    if (ImGui::IsWindowAppearing()) ImGui::OpenPopup("submenu");
    if (ImGui::BeginPopup("submenu")) ImGui::EndPopup();
    ImGui::EndPopup();
  };
  frames(2);
  EXPECT_FALSE(menusAreOpen());
  clickFirst();
  EXPECT_TRUE(menusAreOpen());
  closeMenus();
  EXPECT_FALSE(menusAreOpen());
  frames(2);
  EXPECT_FALSE(popupIsOpen());
}

TEST_F(OpenMenusTest, ADialogIsNoneAndStaysWhenItsListIsClosed) {
  dialogs_ = {[](PanelContext& context) {
    if (!ImGui::IsPopupOpen("dialog")) ImGui::OpenPopup("dialog");
    if (!beginDialog(context.theme, "dialog", "Dialog", {200.f, 200.f})) return;
    static bool asked = false;
    if (!std::exchange(asked, true)) ImGui::OpenPopup("list");
    if (ImGui::BeginPopup("list")) ImGui::EndPopup();
    endDialog();
  }};
  frames(3);
  EXPECT_TRUE(menusAreOpen()) << "the list";
  closeMenus();
  frames(2);
  EXPECT_FALSE(menusAreOpen());
  EXPECT_TRUE(popupIsOpen()) << "the dialog";
  closeMenus();
  frames(2);
  EXPECT_TRUE(popupIsOpen());
}

}  // namespace
}  // namespace ooze::ui
