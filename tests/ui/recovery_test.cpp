// Tests of the dialog that offers sessions lost in a crash, drawn without a window and clicked.
#include "ui/state/recovery.h"

#include "panel_screen.h"

#include <string>
#include <vector>

namespace ooze::ui {
namespace {

class RememberingRecovery final : public Recovery {
 public:
  [[nodiscard]] const std::vector<LostSession>& lost() const override { return sessions; }
  void restore(std::size_t index) override { done("restore ", index); }
  void discard(std::size_t index) override { done("discard ", index); }
  void postpone() override {
    asked.emplace_back("later");
    sessions.clear();
  }
  void done(const std::string& what, std::size_t index) {
    asked.push_back(what + sessions.at(index).name);
    sessions.erase(sessions.begin() + static_cast<std::ptrdiff_t>(index));
  }

  std::vector<LostSession> sessions{{"Honey", 12.0, 90.0, ""}, {"Torn", 0.0, 4000.0, "the save is damaged"}};
  std::vector<std::string> asked;
};

class RecoveryTest : public PanelScreen {
 protected:
  RecoveryTest() : PanelScreen(800.f, 600.f) { services_.recovery = &recovery_; }

  void drawPanels(PanelContext& context) override { drawRecovery(context); }
  /// Clicks down a column of the dialog until the session receives a request.
  void clickDown(float x) {
    const std::size_t before = recovery_.asked.size();
    PanelScreen::clickDown(
        x, [&] { return recovery_.asked.size() > before; }, 150.f);
  }

  RememberingRecovery recovery_;
};

TEST_F(RecoveryTest, EachLostSessionIsRestoredOrDiscardedAndADamagedOneOnlyDiscarded) {
  frames(2);
  EXPECT_TRUE(popupIsOpen());
  clickDown(220.f);  // the first button of a row
  EXPECT_EQ(recovery_.asked, std::vector<std::string>{"restore Honey"});
  clickDown(220.f);
  ASSERT_EQ(recovery_.asked.size(), 2u);
  EXPECT_EQ(recovery_.asked[1], "discard Torn");
  frames(3);
  EXPECT_FALSE(popupIsOpen());
}

TEST_F(RecoveryTest, EscPutsTheQuestionOff) {
  frames(2);
  key(ImGuiKey_Escape);
  EXPECT_EQ(recovery_.asked, std::vector<std::string>{"later"});
}

TEST_F(RecoveryTest, ReturnRestoresWhatIsUnmistakable) {
  frames(2);
  key(ImGuiKey_Enter);
  EXPECT_TRUE(recovery_.asked.empty()) << "which of the two?";
  recovery_.sessions.pop_back();
  key(ImGuiKey_Enter);
  EXPECT_EQ(recovery_.asked, std::vector<std::string>{"restore Honey"});
}

TEST_F(RecoveryTest, WithoutLostSessionsThereIsNoDialog) {
  recovery_.sessions.clear();
  frames(2);
  EXPECT_FALSE(popupIsOpen());
}

}  // namespace
}  // namespace ooze::ui
