// Tests of the desktop's file dialogs: the choice of a program, its arguments, its answers and its failures.
// Scripts stand in for zenity and kdialog. A small portal on a message bus of the test stands in for the
// desktop's.
#include "app/window/desktop_file_dialog.h"

#include "fixtures/places.h"
#include "fixtures/temporary_folder.h"
#include "image/child_process.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace ooze::desktop_file_dialog_test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using AnswerKind = ui::SystemDialogAnswer::AnswerKind;

/// Sets variables of the environment, and restores them at its end.
class Environment {
 public:
  ~Environment() {
    for (const auto& [name, value] : before_)
      if (value)
        ::setenv(name.c_str(), value->c_str(), 1);
      else
        ::unsetenv(name.c_str());
  }
  void set(const std::string& name, const std::string& value) {
    if (!before_.contains(name)) {
      const char* const old = std::getenv(name.c_str());
      before_[name] = old ? std::optional<std::string>(old) : std::nullopt;
    }
    ::setenv(name.c_str(), value.c_str(), 1);
  }

 private:
  std::map<std::string, std::optional<std::string>> before_;
};

class DesktopDialogTest : public testing::Test {
 protected:
  DesktopDialogTest() {
    fs::create_directories(programs_);
    environment_.set("PATH", programs_.string());
    environment_.set("LC_ALL", "C.UTF-8");
    for (const char* name :
         {"OOZE_FILE_DIALOG", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_CURRENT_DESKTOP"})
      environment_.set(name, "");
    request_.title = "Open a session";
    request_.extensions = {".ooze", ".json"};
    request_.name = "pour.ooze";
  }

  /// Installs a program that runs this script.
  void install(const std::string& name, const std::string& script) const {
    writeFile(programs_ / name, "#!/bin/sh\nPATH=/usr/bin:/bin\n" + script + "\n");
    fs::permissions(programs_ / name, fs::perms::owner_all);
  }
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const DialogProgram& program : dialogPrograms(request_, folder_.path(), 0))
      found.push_back(program.name);
    return found;
  }
  static bool waitUntil(const std::function<bool()>& holds) {
    using Clock = std::chrono::steady_clock;
    for (const auto end = Clock::now() + std::chrono::seconds(20); !holds();) {
      if (Clock::now() > end) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
  }
  ui::SystemDialogAnswer ask() {
    EXPECT_TRUE(dialog_.open(request_, folder_.path()));
    EXPECT_TRUE(waitUntil([this] { return dialog_.follow(); }));
    return dialog_.takeAnswer().value_or(ui::SystemDialogAnswer{});
  }
  /// Starts a message bus with a portal that gives this answer.
  void startPortal(const std::string& response, const std::string& uri) {
    const std::string address = "unix:path=" + (folder_.path() / "bus").string();
    environment_.set("PATH", programs_.string() + ":/usr/bin:/bin");
    environment_.set("OOZE_FILE_DIALOG", "portal");
    environment_.set("DBUS_SESSION_BUS_ADDRESS", address);
    bus_.emplace(std::vector<std::string>{"dbus-daemon", "--session", "--nofork", "--address=" + address});
    ASSERT_TRUE(waitUntil([this] { return fs::exists(folder_.path() / "bus"); }));
    if (response.empty()) return;
    std::vector<std::string> command{"python3", sourceFolder() + "/tests/program/fake_portal.py",
                                     folder_.path() / "ready", log_, response};
    if (!uri.empty()) command.push_back(uri);
    portal_.emplace(command);
    ASSERT_TRUE(waitUntil([this] { return fs::exists(folder_.path() / "ready"); }));
  }

  TemporaryFolder folder_;
  fs::path programs_ = folder_.path() / "programs", log_ = folder_.path() / "log";
  Environment environment_;
  ui::FileRequest request_;
  std::optional<ChildProcess> bus_, portal_;
  std::atomic<int> wakes_ = 0;
  DesktopFileDialog dialog_{[this] { ++wakes_; }, 0};
};

TEST_F(DesktopDialogTest, TakesTheProgramsOfThisMachineAndOfTheDesktop) {
  EXPECT_THAT(names(), IsEmpty());
  EXPECT_FALSE(dialog_.open(request_, folder_.path())) << "the window's own dialog opens at once";
  install("zenity", "");
  EXPECT_THAT(names(), ElementsAre("zenity"));
  install("kdialog", "");
  EXPECT_THAT(names(), ElementsAre("zenity", "kdialog"));
  environment_.set("XDG_CURRENT_DESKTOP", "KDE");
  EXPECT_THAT(names(), ElementsAre("kdialog", "zenity"));
  environment_.set("OOZE_FILE_DIALOG", "zenity");
  EXPECT_THAT(names(), ElementsAre("zenity"));
  environment_.set("OOZE_FILE_DIALOG", "ooze");
  EXPECT_THAT(names(), IsEmpty());
}

TEST_F(DesktopDialogTest, AnUnknownChoiceIsOneLine) {
  EXPECT_THAT(dialog_.takeMessages(), IsEmpty());
  environment_.set("OOZE_FILE_DIALOG", "zentiy");
  DesktopFileDialog dialog([] {}, 0);
  const std::vector<Message> messages = dialog.takeMessages();
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_THAT(messages[0].text, HasSubstr("unknown dialog \"zentiy\"; did you mean \"zenity\"?"));
}

TEST_F(DesktopDialogTest, TheProgramGetsFolderNameTitleAndTypesOfFiles) {
  const std::string list =
      "for word in \"$@\"; do echo \"$word\"; done >'" + log_.string() + "'; echo /tmp/x.ooze";
  install("zenity", list);
  request_.kind = ui::FileRequest::RequestKind::Save;
  EXPECT_EQ(ask().kind, AnswerKind::Chosen);
  EXPECT_EQ(readText(log_),
            fmt::format(
                "--file-selection\n--title=Open a session\n--filename={}/pour.ooze\n--save\n"
                "--confirm-overwrite\n--file-filter=*.ooze, *.json | *.[oO][oO][zZ][eE] *.[jJ][sS][oO][nN]\n"
                "--file-filter=All files | *\n",
                folder_.path().string()));
  environment_.set("OOZE_FILE_DIALOG", "kdialog");
  install("kdialog", list);
  request_.kind = ui::FileRequest::RequestKind::Open;
  EXPECT_EQ(ask().kind, AnswerKind::Chosen);
  EXPECT_EQ(readText(log_), fmt::format("--title\nOpen a session\n--getopenfilename\n{}/\n"
                                        "Known files (*.ooze *.json);;All files (*)\n",
                                        folder_.path().string()));
}

TEST_F(DesktopDialogTest, AnyNameOfAFileComesBackWhole) {
  install("zenity", R"(printf '/tmp/a b\nc \303\274 $x.ooze\n')");
  const ui::SystemDialogAnswer answer = ask();
  EXPECT_EQ(answer.kind, AnswerKind::Chosen);
  EXPECT_EQ(answer.file, "/tmp/a b\nc \303\274 $x.ooze");
  EXPECT_EQ(wakes_, 1);
  EXPECT_FALSE(dialog_.takeAnswer()) << "an answer comes once";
}

TEST_F(DesktopDialogTest, ACancelledDialogOpensNoOther) {
  install("zenity", "exit 1");
  install("kdialog", "echo /tmp/other.ooze");
  EXPECT_EQ(ask().kind, AnswerKind::Cancelled);
}

TEST_F(DesktopDialogTest, AProgramThatDiesGivesWayToTheNextAndThenToTheWindow) {
  install("zenity", "kill -9 $$");
  const ui::SystemDialogAnswer failed = ask();
  EXPECT_EQ(failed.kind, AnswerKind::Failed);
  EXPECT_EQ(failed.problem, "zenity ended without an answer. Choose the file here.");
  install("kdialog", "echo /tmp/other.ooze");
  EXPECT_EQ(ask().file, "/tmp/other.ooze");
}

TEST_F(DesktopDialogTest, ClosingEndsTheProgramAlsoAfterItHasWritten) {
  install("zenity", "echo /tmp/x.ooze; echo $$ >'" + log_.string() + "'; exec sleep 1000");
  ASSERT_TRUE(dialog_.open(request_, folder_.path()));
  ASSERT_TRUE(waitUntil([this] { return fs::exists(log_) && !readText(log_).empty(); }));
  EXPECT_FALSE(dialog_.takeAnswer()) << "the program still runs";
  dialog_.close();
  const int process = std::stoi(readText(log_));
  EXPECT_TRUE(waitUntil([process] { return ::kill(process, 0) != 0; }));
  EXPECT_FALSE(dialog_.takeAnswer());
}

TEST_F(DesktopDialogTest, ThePortalGivesAFile) {
  startPortal("0", "file:///tmp/a%20b%20%C3%BC.ooze");
  const ui::SystemDialogAnswer answer = ask();
  EXPECT_EQ(answer.kind, AnswerKind::Chosen) << answer.problem;
  EXPECT_EQ(answer.file, "/tmp/a b \303\274.ooze");
  request_.kind = ui::FileRequest::RequestKind::Save;
  EXPECT_EQ(ask().kind, AnswerKind::Chosen);
  const std::string types =
      "[('*.ooze, *.json', ['*.[oO][oO][zZ][eE]', '*.[jJ][sS][oO][nN]']), ('All files', ['*'])]";
  EXPECT_EQ(readText(log_), fmt::format("OpenFile Open a session {0}  b''\n"
                                        "SaveFile Open a session {0} pour.ooze b'{1}\\x00'\n",
                                        types, folder_.path().string()));
}

TEST_F(DesktopDialogTest, ThePortalMayBeCancelled) {
  startPortal("1", "");
  EXPECT_EQ(ask().kind, AnswerKind::Cancelled);
}

TEST_F(DesktopDialogTest, ABusWithoutAPortalGivesWayToZenity) {
  startPortal("", "");
  EXPECT_EQ(ask().kind, AnswerKind::Failed);
  environment_.set("OOZE_FILE_DIALOG", "system");
  install("zenity", "echo /tmp/x.ooze");
  EXPECT_EQ(ask().file, "/tmp/x.ooze");
}

}  // namespace
}  // namespace ooze::desktop_file_dialog_test
