// Tests of the file dialog without a window: its listing, the meaning of typed names, its questions, and
// navigation by keys and mouse.
#include "ui/state/file_dialog.h"

#include "base/file.h"
#include "fixtures/temporary_folder.h"
#include "panel_screen.h"

#include <algorithm>
#include <filesystem>
#include <gmock/gmock.h>
#include <imgui_internal.h>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

namespace ooze::ui {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Switches to an unprivileged user while this object exists, because root ignores file permissions.
class NotRoot {
 public:
  NotRoot() {
    if (before_ == 0 && ::seteuid(kNobody) != 0) ADD_FAILURE() << "cannot become another user";
  }
  ~NotRoot() {
    if (before_ == 0 && ::seteuid(before_) != 0) ADD_FAILURE() << "cannot become root again";
  }
  NotRoot(const NotRoot&) = delete;
  NotRoot& operator=(const NotRoot&) = delete;

 private:
  static constexpr ::uid_t kNobody = 65534;
  ::uid_t before_ = ::geteuid();
};

/// A fixture with some files and folders, and a request to choose one of them.
class FilledFolder {
 protected:
  FilledFolder() : folder_(fs::canonical(temporary_.path())) {
    fs::create_directories(folder_ / "Deeper" / "still");
    fs::create_directories(folder_ / "attic");
    fs::create_directories(folder_ / ".secret");
    for (const char* name : {"honey.ooze", "Butter.OOZE", "water.json", ".hidden.ooze", "Deeper/inner.ooze"})
      writeFile(folder_ / name, std::string_view("text"));
    request_.folder = folder_;
    request_.title = "Open a session";
    request_.extensions = {".ooze"};
  }
  ~FilledFolder() {
    std::error_code ignored;
    for (const char* name : {"attic", "Deeper"})
      fs::permissions(folder_ / name, fs::perms::owner_all, ignored);
  }
  FileRequest saving(const std::string& name) const {
    FileRequest request = request_;
    request.kind = FileRequest::RequestKind::Save;
    request.name = name;
    return request;
  }

  TemporaryFolder temporary_;
  fs::path folder_;
  FileRequest request_;
};

class FileDialogTest : public testing::Test, protected FilledFolder {
 protected:
  std::optional<fs::path> type(const std::string& name) {
    dialog_.setName(name);
    return dialog_.accept();
  }
  static std::vector<std::string> names(const FileDialog& dialog) {
    std::vector<std::string> list;
    for (const FolderEntry& entry : dialog.entries()) list.push_back(entry.name);
    return list;
  }

  FileDialog dialog_;
};

TEST_F(FileDialogTest, ListsFoldersThenFilesOfTheKindAndNothingHidden) {
  dialog_.begin(request_);
  EXPECT_THAT(names(dialog_), ElementsAre("attic", "Deeper", "Butter.OOZE", "honey.ooze"));
  dialog_.showAllFiles(true);
  EXPECT_THAT(names(dialog_), ElementsAre("attic", "Deeper", "Butter.OOZE", "honey.ooze", "water.json"));
  dialog_.sortBy(FolderOrder::Name, true);
  EXPECT_THAT(names(dialog_), ElementsAre("Deeper", "attic", "water.json", "honey.ooze", "Butter.OOZE"));
}

TEST_F(FileDialogTest, SortsByTimeAndSize) {
  writeFile(folder_ / "Butter.OOZE", std::string_view("a longer text"));
  fs::last_write_time(folder_ / "honey.ooze",
                      fs::last_write_time(folder_ / "Butter.OOZE") + std::chrono::hours(1));
  dialog_.begin(request_);
  dialog_.sortBy(FolderOrder::Changed, true);
  EXPECT_EQ(names(dialog_)[2], "honey.ooze") << "newest first";
  dialog_.sortBy(FolderOrder::Size, true);
  EXPECT_EQ(names(dialog_)[2], "Butter.OOZE") << "largest first";
  dialog_.sortBy(FolderOrder::Size, false);
  EXPECT_EQ(names(dialog_)[2], "honey.ooze");
}

TEST_F(FileDialogTest, BeginsInTheNearestFolderThatExists) {
  request_.folder = folder_ / "gone" / "further";
  dialog_.begin(request_);
  EXPECT_EQ(dialog_.folder(), folder_);
  request_.folder.clear();
  dialog_.begin(request_);
  EXPECT_EQ(dialog_.folder(), fs::current_path()) << "nothing was chosen yet";
  request_.usual = folder_ / "attic";
  dialog_.begin(request_);
  EXPECT_EQ(dialog_.folder(), folder_ / "attic");
  dialog_.lastFolders[request_.about] = folder_ / "Deeper";
  dialog_.begin(request_);
  EXPECT_EQ(dialog_.folder(), folder_ / "Deeper");
}

TEST_F(FileDialogTest, EachKindOfFileHasALastFolderOfItsOwn) {
  request_.about = "session";
  dialog_.begin(request_);
  EXPECT_EQ(type("Deeper/inner.ooze"), folder_ / "Deeper" / "inner.ooze");
  request_.folder.clear();
  dialog_.begin(request_);
  EXPECT_EQ(dialog_.folder(), folder_ / "Deeper");
  request_.about = "surroundings";
  dialog_.begin(request_);
  EXPECT_EQ(dialog_.folder(), fs::current_path()) << "none was chosen yet";
  for (const FileDialog::FolderShortcut& place : dialog_.places())
    EXPECT_NE(place.folder, folder_ / "Deeper");
}

TEST_F(FileDialogTest, ArrowsSelectAndEnterGoesIntoAFolderThenTakesAFile) {
  dialog_.begin(request_);
  EXPECT_TRUE(dialog_.nothingChosen());
  dialog_.moveSelection(1);
  dialog_.moveSelection(1);
  EXPECT_FALSE(dialog_.nothingChosen());
  EXPECT_EQ(dialog_.accept(), std::nullopt);
  EXPECT_EQ(dialog_.folder(), folder_ / "Deeper");
  dialog_.moveSelection(-1);
  EXPECT_EQ(dialog_.name(), "inner.ooze") << "up from nothing is the last";
  dialog_.moveSelection(99);
  EXPECT_EQ(dialog_.accept(), folder_ / "Deeper" / "inner.ooze");
  EXPECT_EQ(dialog_.lastFolders[request_.about], folder_ / "Deeper");
  dialog_.enterParent();
  EXPECT_EQ(dialog_.folder(), folder_);
  dialog_.enter("/");
  dialog_.enterParent();
  EXPECT_EQ(dialog_.folder(), "/");
}

TEST_F(FileDialogTest, ATypedNameMayBeAPathAFolderOrWrong) {
  dialog_.begin(request_);
  EXPECT_EQ(type("Deeper/inner.ooze"), folder_ / "Deeper" / "inner.ooze");
  EXPECT_EQ(type((folder_ / "water.json").string()), folder_ / "water.json")
      << "a typed name need not be in the list";
  EXPECT_EQ(type("  honey.ooze \t"), folder_ / "honey.ooze");
  EXPECT_EQ(type("nothing.ooze"), std::nullopt);
  EXPECT_THAT(dialog_.problem(), HasSubstr("There is no nothing.ooze"));
  EXPECT_EQ(type(std::string(3000, 'x')), std::nullopt);
  EXPECT_THAT(dialog_.problem(), HasSubstr("too long"));
  EXPECT_EQ(type("/dev/null"), std::nullopt);
  EXPECT_THAT(dialog_.problem(), HasSubstr("not a file"));
  EXPECT_EQ(type("   "), std::nullopt);
  EXPECT_EQ(type("Deeper/"), std::nullopt);
  EXPECT_EQ(dialog_.folder(), folder_ / "Deeper");
  EXPECT_EQ(type("~"), std::nullopt);
  EXPECT_EQ(dialog_.folder(), fs::path(std::getenv("HOME")));
}

TEST_F(FileDialogTest, SavingAddsTheExtensionOnlyWhereThereIsNone) {
  dialog_.begin(saving("pour"));
  EXPECT_EQ(dialog_.accept(), folder_ / "pour.ooze");
  EXPECT_EQ(type("pour.1.5"), folder_ / "pour.1.5.ooze");
  EXPECT_EQ(type("Pour.Ooze"), folder_ / "Pour.Ooze");
  EXPECT_EQ(type(".ooze"), folder_ / ".ooze.ooze");
}

TEST_F(FileDialogTest, SavingAsksBeforeItReplaces) {
  dialog_.begin(saving("honey"));
  EXPECT_EQ(dialog_.accept(), std::nullopt);
  EXPECT_EQ(dialog_.question(), FileDialog::Question::Overwrite);
  EXPECT_EQ(dialog_.asked(), folder_ / "honey.ooze");
  dialog_.decline();
  EXPECT_EQ(dialog_.question(), FileDialog::Question::None);
  EXPECT_EQ(dialog_.confirm(), std::nullopt) << "nothing was asked";
  EXPECT_EQ(dialog_.accept(), std::nullopt);
  dialog_.setName("honey2");
  EXPECT_EQ(dialog_.question(), FileDialog::Question::None) << "the question was about another name";
  dialog_.setName("honey");
  EXPECT_EQ(dialog_.accept(), std::nullopt);
  EXPECT_EQ(dialog_.confirm(), folder_ / "honey.ooze");
}

TEST_F(FileDialogTest, SavingOffersToMakeAFolder) {
  dialog_.begin(saving("new/year/pour"));
  EXPECT_EQ(dialog_.accept(), std::nullopt);
  EXPECT_EQ(dialog_.question(), FileDialog::Question::CreateFolder);
  EXPECT_FALSE(fs::exists(folder_ / "new")) << "not before it is wanted";
  EXPECT_EQ(dialog_.confirm(), folder_ / "new" / "year" / "pour.ooze");
  EXPECT_TRUE(fs::is_directory(folder_ / "new" / "year"));
  EXPECT_EQ(type("honey.ooze/pour"), std::nullopt);
  EXPECT_THAT(dialog_.problem(), HasSubstr("not a folder"));
}

TEST_F(FileDialogTest, AFolderWithoutPermissionIsALine) {
  fs::permissions(folder_ / "attic", fs::perms(0555));
  fs::permissions(folder_ / "Deeper", fs::perms::none);
  const NotRoot user;
  dialog_.begin(saving("attic/pour"));
  EXPECT_EQ(dialog_.accept(), std::nullopt);
  EXPECT_THAT(dialog_.problem(), HasSubstr("no permission to write"));
  dialog_.enter(folder_ / "Deeper");
  EXPECT_THAT(dialog_.folderProblem(), HasSubstr("ermission denied"));
  EXPECT_THAT(dialog_.entries(), IsEmpty());
}

TEST_F(FileDialogTest, AFolderThatIsGoneIsALine) {
  dialog_.begin(request_);
  fs::remove_all(folder_ / "Deeper");
  dialog_.moveSelection(2);
  EXPECT_EQ(dialog_.accept(), std::nullopt);
  EXPECT_THAT(dialog_.folderProblem(), HasSubstr("No such file"));
  dialog_.enterParent();
  EXPECT_EQ(dialog_.folder(), folder_);
}

class FileDialogPanelTest : public PanelScreen, protected FilledFolder {
 protected:
  FileDialogPanelTest() : PanelScreen(1024.f, 640.f) {
    request_.chosen = [this](const fs::path& file) { chosen_.push_back(file); };
  }

  void drawPanels(PanelContext& context) override { drawFileDialog(context); }
  void open(FileRequest request) {
    request.chosen = request_.chosen;
    state_.fileRequest = std::move(request);
    frames(3);
  }
  FileDialog& dialog() { return state_.fileDialog; }

  std::vector<fs::path> chosen_;
};

TEST_F(FileDialogPanelTest, IsModalAndEscapeClosesItWithoutAFile) {
  frame();
  EXPECT_EQ(ImGui::GetTopMostPopupModal(), nullptr);
  open(request_);
  EXPECT_NE(ImGui::GetTopMostPopupModal(), nullptr) << "so that the view gets no click";
  key(ImGuiKey_Escape);
  EXPECT_FALSE(state_.fileRequest);
  EXPECT_FALSE(dialog().isOpen());
  frame();
  EXPECT_EQ(ImGui::GetTopMostPopupModal(), nullptr);
  EXPECT_THAT(chosen_, IsEmpty());
}

TEST_F(FileDialogPanelTest, ArrowsAndEnterOpenAFileAlthoughTheNameHasTheKeyboard) {
  open(request_);
  EXPECT_TRUE(ImGui::GetIO().WantTextInput) << "the name field has the keyboard focus";
  for (int i = 0; i < 3; ++i) key(ImGuiKey_DownArrow);
  EXPECT_EQ(dialog().name(), "Butter.OOZE");
  key(ImGuiKey_DownArrow);
  EXPECT_EQ(dialog().name(), "honey.ooze") << "the field did not write its old text back";
  key(ImGuiKey_Enter);
  EXPECT_THAT(chosen_, ElementsAre(folder_ / "honey.ooze"));
  EXPECT_FALSE(state_.fileRequest);
}

TEST_F(FileDialogPanelTest, TypingReplacesTheProposedNameAndEnterAnswersTheQuestion) {
  open(saving("pour.ooze"));
  type("honey");
  EXPECT_EQ(dialog().name(), "honey");
  key(ImGuiKey_Enter);
  EXPECT_EQ(dialog().question(), FileDialog::Question::Overwrite);
  EXPECT_THAT(chosen_, IsEmpty());
  key(ImGuiKey_Escape);
  ASSERT_TRUE(state_.fileRequest) << "Escape says no to the question only";
  key(ImGuiKey_Enter);
  key(ImGuiKey_Enter);
  EXPECT_THAT(chosen_, ElementsAre(folder_ / "honey.ooze"));
}

TEST_F(FileDialogPanelTest, AFileIsOpenedByADoubleClickAndAFolderEntered) {
  open(request_);
  const auto doubleClickUntil = [this](const auto& done) {
    for (float y = 90.f; y < 560.f && !done(); y += 8.f) doubleClick(420.f, y);
    return done();
  };
  ASSERT_TRUE(doubleClickUntil([this] { return dialog().folder() == folder_ / "attic"; }));
  dialog().enter(folder_ / "Deeper");
  dialog().enterParent();
  fs::remove(folder_ / "Butter.OOZE");
  fs::remove_all(folder_ / "attic");
  fs::remove_all(folder_ / "Deeper");
  dialog().refresh();
  ASSERT_TRUE(doubleClickUntil([this] { return !state_.fileRequest; }));
  EXPECT_THAT(chosen_, ElementsAre(folder_ / "honey.ooze"));
}

TEST_F(FileDialogPanelTest, ATypedFolderIsEnteredAndTheProposedNameComesBack) {
  open(saving("pour.ooze"));
  type("Deeper");
  key(ImGuiKey_Enter);
  frames(3);
  EXPECT_EQ(dialog().folder(), folder_ / "Deeper");
  EXPECT_EQ(dialog().name(), "pour.ooze");
  EXPECT_TRUE(ImGui::GetIO().WantTextInput) << "and the name can be typed at once";
  key(ImGuiKey_Enter);
  EXPECT_THAT(chosen_, ElementsAre(folder_ / "Deeper" / "pour.ooze"));
}

TEST_F(FileDialogPanelTest, AFileActionMayAskForAnotherFile) {
  FileRequest request = request_;
  state_.fileRequest = request;
  state_.fileRequest->chosen = [this, request](const fs::path&) {
    state_.fileRequest = request;
    state_.fileRequest->folder = folder_ / "Deeper";
  };
  frames(3);
  type("honey.ooze");
  key(ImGuiKey_Enter);
  frames(3);
  EXPECT_EQ(dialog().folder(), folder_ / "Deeper");
  EXPECT_NE(ImGui::GetTopMostPopupModal(), nullptr);
}

TEST_F(FileDialogPanelTest, StaysInsideAnySizeOfWindow) {
  open(request_);
  for (const ImVec2 size :
       {ImVec2(1024.f, 640.f), ImVec2(3840.f, 2160.f), ImVec2(300.f, 200.f), ImVec2(1.f, 1.f)}) {
    ImGui::GetIO().DisplaySize = size;
    frames(3);
    const ImGuiWindow* window = ImGui::GetTopMostPopupModal();
    ASSERT_NE(window, nullptr);
    if (size.x < 100.f) continue;  // a tiny screen only has to draw without a crash
    EXPECT_GE(window->Pos.x, 0.f);
    EXPECT_GE(window->Pos.y, 0.f);
    EXPECT_LE(window->Pos.x + window->Size.x, size.x);
    EXPECT_LE(window->Pos.y + window->Size.y, size.y);
  }
}

}  // namespace
}  // namespace ooze::ui
