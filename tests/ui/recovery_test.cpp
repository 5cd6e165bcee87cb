// The offer of what a crash has left, drawn without a window and clicked as a hand would.
#include "ui/recovery.h"

#include "fixtures/recording_session.h"
#include "ui/panels/panel.h"

#include <gtest/gtest.h>
#include <imgui.h>
#include <string>
#include <vector>

namespace ooze::ui {
namespace {

class RememberingRecovery final : public Recovery {
 public:
  [[nodiscard]] const std::vector<LostSession>& lost() const override { return sessions; }
  void restore(std::size_t index) override { done("restore ", index); }
  void discard(std::size_t index) override { done("discard ", index); }
  void later() override {
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

class RecoveryTest : public testing::Test {
 protected:
  RecoveryTest() : imgui_(ImGui::CreateContext()) {
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().DisplaySize = {800.f, 600.f};
    theme_ = applyTheme(1.f);
    unsigned char* pixels = nullptr;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, nullptr, nullptr);
  }
  ~RecoveryTest() override { ImGui::DestroyContext(imgui_); }

  void frame() {
    PanelContext context{view_, live_, catalog_, window_, theme_, state_, session_, [](Action) {}};
    context.services.recovery = &recovery_;
    ImGui::NewFrame();
    drawRecovery(context);
    ImGui::Render();
  }
  /// Clicks down a column of the dialog until something has been asked for.
  void clickDown(float x) {
    const std::size_t before = recovery_.asked.size();
    for (float y = 150.f; y < 500.f && recovery_.asked.size() == before; y += 6.f) {
      ImGui::GetIO().MousePos = {x, y};
      for (const bool down : {false, true, false, false}) {
        ImGui::GetIO().MouseDown[0] = down;
        frame();
      }
    }
  }

  ImGuiContext* imgui_;
  Theme theme_;
  SessionView view_;
  LiveValues live_;
  Catalog catalog_;
  WindowStatus window_;
  InterfaceState state_;
  RecordingSession session_;
  RememberingRecovery recovery_;
};

TEST_F(RecoveryTest, EachLostSessionIsRestoredOrDiscardedAndADamagedOneOnlyDiscarded) {
  frame();
  frame();
  EXPECT_TRUE(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
  clickDown(220.f);  // the first button of a row
  EXPECT_EQ(recovery_.asked, std::vector<std::string>{"restore Honey"});
  clickDown(220.f);
  ASSERT_EQ(recovery_.asked.size(), 2u);
  EXPECT_EQ(recovery_.asked[1], "discard Torn");
  for (int i = 0; i < 3; ++i) frame();
  EXPECT_FALSE(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
}

TEST_F(RecoveryTest, WithoutLostSessionsThereIsNoDialog) {
  recovery_.sessions.clear();
  frame();
  frame();
  EXPECT_FALSE(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
}

}  // namespace
}  // namespace ooze::ui
