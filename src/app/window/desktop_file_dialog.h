// The file dialog of the user's desktop: the portal, zenity or kdialog, each as a process of its own.
#pragma once

#include "ui/panels/panel.h"
#include "ui/state/system_file_dialog.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace ooze {

/// A program that shows a file dialog, and prints the chosen path on a line. It ends with 0 for a file, with
/// 1 if the user chose none, and with any other code if it cannot show a dialog.
struct DialogProgram {
  std::string name;                  ///< "zenity"
  std::vector<std::string> command;  ///< path of the program, and its arguments
};

/// Lists the programs on this machine that can show the dialog, best first. The variable OOZE_FILE_DIALOG
/// chooses: "system" or "" for all, "portal", "zenity" or "kdialog" for one, "ooze" for none.
/// @param folder  folder that the dialog shows first
/// @param window  X11 window that the dialog belongs to; 0: unknown
std::vector<DialogProgram> dialogPrograms(const ui::FileRequest& request, const std::filesystem::path& folder,
                                          unsigned long window);

class DesktopFileDialog final : public ui::SystemFileDialog {
 public:
  /// @param wake  called on any thread when the answer has arrived
  /// @param window  X11 window that dialogs belong to; 0: unknown
  DesktopFileDialog(std::function<void()> wake, unsigned long window);
  ~DesktopFileDialog() override;
  DesktopFileDialog(const DesktopFileDialog&) = delete;
  DesktopFileDialog& operator=(const DesktopFileDialog&) = delete;

  bool open(const ui::FileRequest& request, const std::filesystem::path& folder) override;
  std::optional<ui::SystemDialogAnswer> takeAnswer() override;
  void close() override;

  /// Returns whether an answer waits for takeAnswer().
  [[nodiscard]] bool follow() const;
  /// Returns a message about a wrong OOZE_FILE_DIALOG, once.
  std::vector<Message> takeMessages();

 private:
  /// A dialog and its answer. The thread and the window share it.
  struct DialogJob {
    std::vector<DialogProgram> programs;
    std::atomic<bool> cancelled = false, done = false;
    ui::SystemDialogAnswer answer;  ///< valid once `done` is true
  };
  static void run(DialogJob& job);

  const std::function<void()> wake_;
  const unsigned long window_;
  std::vector<Message> messages_;
  std::shared_ptr<DialogJob> job_;  ///< the open dialog; null: none
  std::thread thread_;
};

}  // namespace ooze
