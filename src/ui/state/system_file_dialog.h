// Interface to the file dialog of the user's desktop. The application implements the interface.
#pragma once

#include "ui/state/file_dialog.h"

#include <filesystem>
#include <optional>
#include <string>

namespace ooze::ui {

/// The result of a system dialog.
struct SystemDialogAnswer {
  enum class AnswerKind {
    Chosen,     ///< the user chose `file`, and has agreed that an existing file of that name is replaced
    Cancelled,  ///< the user chose no file
    Failed      ///< no dialog of the system works here
  } kind = AnswerKind::Cancelled;
  std::filesystem::path file;
  std::string problem;  ///< why the dialog failed; "": there is none on this machine
};

/// A file dialog that another program shows. The window goes on meanwhile.
class SystemFileDialog {
 public:
  virtual ~SystemFileDialog() = default;

  /// Opens a dialog, and closes an earlier one. Returns at once.
  /// @param folder  folder that the dialog shows first
  /// @return false if this machine has no such dialog, or the user wants none
  virtual bool open(const FileRequest& request, const std::filesystem::path& folder) = 0;
  /// Returns the answer to the open dialog, once.
  virtual std::optional<SystemDialogAnswer> takeAnswer() = 0;
  /// Closes the dialog without an answer.
  virtual void close() = 0;
};

}  // namespace ooze::ui
