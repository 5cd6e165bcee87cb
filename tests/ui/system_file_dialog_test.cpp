// Tests of the file panel while the desktop's own dialog is open.
#include "ui/state/system_file_dialog.h"

#include "base/file.h"
#include "fixtures/temporary_folder.h"
#include "panel_screen.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <imgui_internal.h>
#include <optional>
#include <string>
#include <vector>

namespace ooze::ui::system_file_dialog_test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using AnswerKind = SystemDialogAnswer::AnswerKind;
using Question = FileDialog::Question;

/// A dialog of the desktop that gives the answer which the test sets.
class ScriptedDialog : public SystemFileDialog {
 public:
  bool open(const FileRequest&, const fs::path& folder) override {
    folders.push_back(folder);
    return exists;
  }
  std::optional<SystemDialogAnswer> takeAnswer() override { return std::exchange(answer, std::nullopt); }
  void close() override { ++closed; }

  bool exists = true;
  int closed = 0;
  std::vector<fs::path> folders;
  std::optional<SystemDialogAnswer> answer;
};

class SystemDialogPanelTest : public PanelScreen {
 protected:
  SystemDialogPanelTest() : PanelScreen(1024.f, 640.f), folder_(fs::canonical(temporary_.path())) {
    services_.systemFiles = &system_;
    writeFile(folder_ / "honey.ooze", std::string_view("text"));
  }
  void drawPanels(PanelContext& context) override { drawFileDialog(context); }
  void ask(FileRequest::RequestKind kind) {
    FileRequest request;
    request.kind = kind;
    request.title = "A session";
    request.folder = folder_;
    request.name = "pour.ooze";
    request.extensions = {".ooze"};
    request.chosen = [this](const fs::path& file) { chosen_.push_back(file); };
    state_.fileRequest = std::move(request);
    frames(3);
  }
  void answer(AnswerKind kind, const fs::path& file = {}, const std::string& problem = "") {
    system_.answer = SystemDialogAnswer{kind, file, problem};
    frames(3);
  }
  FileDialog& dialog() { return state_.fileDialog; }

  TemporaryFolder temporary_;
  fs::path folder_;
  ScriptedDialog system_;
  std::vector<fs::path> chosen_;
};

TEST_F(SystemDialogPanelTest, TheChosenFileIsTakenAndThePanelsWaitMeanwhile) {
  ask(FileRequest::RequestKind::Open);
  EXPECT_THAT(system_.folders, ElementsAre(folder_)) << "asked once, with the folder of the request";
  EXPECT_NE(ImGui::GetTopMostPopupModal(), nullptr) << "the view gets no click";
  EXPECT_THAT(words(), HasSubstr("Choosethefileinthedialogofyourdesktop"));
  answer(AnswerKind::Chosen, folder_ / "honey.ooze");
  EXPECT_THAT(chosen_, ElementsAre(folder_ / "honey.ooze"));
  EXPECT_FALSE(state_.fileRequest);
  EXPECT_EQ(ImGui::GetTopMostPopupModal(), nullptr);
}

TEST_F(SystemDialogPanelTest, CancellingThereOrHereChoosesNothing) {
  ask(FileRequest::RequestKind::Open);
  answer(AnswerKind::Cancelled);
  EXPECT_FALSE(state_.fileRequest);
  ask(FileRequest::RequestKind::Open);
  key(ImGuiKey_Escape);
  EXPECT_FALSE(state_.fileRequest);
  EXPECT_GT(system_.closed, 0) << "the desktop's dialog ends too";
  EXPECT_THAT(chosen_, IsEmpty());
}

TEST_F(SystemDialogPanelTest, AFailureShowsOozesOwnDialogWithTheReason) {
  ask(FileRequest::RequestKind::Open);
  answer(AnswerKind::Failed, {}, "zenity ended without an answer.");
  ASSERT_TRUE(state_.fileRequest);
  EXPECT_FALSE(dialog().isWithSystem());
  EXPECT_EQ(dialog().problem(), "zenity ended without an answer.");
  type("honey.ooze");
  key(ImGuiKey_Enter);
  EXPECT_THAT(chosen_, ElementsAre(folder_ / "honey.ooze"));
}

TEST_F(SystemDialogPanelTest, WithoutADialogOfTheDesktopOozesOwnOpensAtOnce) {
  system_.exists = false;
  ask(FileRequest::RequestKind::Open);
  EXPECT_FALSE(dialog().isWithSystem());
  EXPECT_THAT(words(), HasSubstr("Places"));
}

TEST_F(SystemDialogPanelTest, AFileThatCannotBeOpenedIsSaidInOozesOwnDialog) {
  ask(FileRequest::RequestKind::Open);
  answer(AnswerKind::Chosen, folder_ / "gone.ooze");
  ASSERT_TRUE(state_.fileRequest);
  EXPECT_THAT(dialog().problem(), HasSubstr("There is no gone.ooze"));
  EXPECT_EQ(dialog().folder(), folder_);
}

TEST_F(SystemDialogPanelTest, TheDesktopAsksBeforeItReplacesButNotAboutAnExtensionThatIsAdded) {
  ask(FileRequest::RequestKind::Save);
  answer(AnswerKind::Chosen, folder_ / "honey.ooze");
  EXPECT_THAT(chosen_, ElementsAre(folder_ / "honey.ooze"));
  ask(FileRequest::RequestKind::Save);
  answer(AnswerKind::Chosen, folder_ / "honey");
  ASSERT_TRUE(state_.fileRequest) << "nobody has asked about honey.ooze";
  EXPECT_EQ(dialog().question(), Question::Overwrite);
  EXPECT_EQ(dialog().asked(), folder_ / "honey.ooze");
  key(ImGuiKey_Enter);
  EXPECT_EQ(chosen_.size(), 2u);
}

TEST_F(SystemDialogPanelTest, NamesKeepTheirSpacesAndLineBreaks) {
  const fs::path file = folder_ / " two\nlines .ooze";
  ask(FileRequest::RequestKind::Save);
  answer(AnswerKind::Chosen, file);
  EXPECT_THAT(chosen_, ElementsAre(file));
}

}  // namespace
}  // namespace ooze::ui::system_file_dialog_test
