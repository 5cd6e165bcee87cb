// Tests the desktop's file dialog from the window. A script stands in for zenity.
#include "ooze/scene/save_file.h"

#include "window_fixture.h"

#include <cstdlib>

namespace ooze::window_file_dialog_test {
namespace {

class FileDialogWindow : public WindowTest {
 protected:
  FileDialogWindow() {
    const std::filesystem::path programs = folder_.path() / "programs", script = programs / "zenity";
    std::filesystem::create_directories(programs);
    // The dialog answers when the test has written the path.
    writeFile(script, "#!/bin/sh\nwhile [ ! -s '" + answer_.string() + "' ]; do sleep 0.05; done\ncat '" +
                          answer_.string() + "'\n");
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    ::setenv("PATH", (programs.string() + ":" + path_).c_str(), 1);
    ::setenv("OOZE_FILE_DIALOG", "zenity", 1);
  }
  ~FileDialogWindow() override {
    ::setenv("PATH", path_.c_str(), 1);
    ::unsetenv("OOZE_FILE_DIALOG");
  }

  const std::string path_ = std::getenv("PATH");
  const std::filesystem::path answer_ = folder_.path() / "answer", saved_ = folder_.path() / "a b ü.ooze";
};

TEST_F(FileDialogWindow, TheWorldGoesOnUntilTheDesktopsDialogAnswers) {
  start();
  key("ctrl+shift+s");
  const auto isOpen = [](const Json& r) { return r["window"]["dialog_open"] == true; };
  const Json before = waitFor("the window waits for the dialog", isOpen);
  waitFor("the world goes on", [&](const Json& r) {
    return r["frame"].get<int>() >= before["frame"].get<int>() + 5 &&
           r["window"]["frames"].get<int>() >= before["window"]["frames"].get<int>() + 5;
  });
  keepPicture("window_system_file_dialog", server_.screenshot());
  writeFile(answer_, saved_.string() + "\n");
  waitUntil("the session is saved", [&] { return std::filesystem::exists(saved_); });
  waitFor("the note is gone", [](const Json& r) { return r["window"]["dialog_open"] == false; });
  EXPECT_EQ(readSave(saved_).sceneName, "small");

  std::filesystem::remove(answer_);
  key("ctrl+shift+s");
  waitFor("the window waits again", isOpen);
  key("Escape");
  waitFor("Escape cancels", [](const Json& r) { return r["window"]["dialog_open"] == false; });
  close();
}

}  // namespace
}  // namespace ooze::window_file_dialog_test
