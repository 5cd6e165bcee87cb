// File dialog without drawing: contents of folders, current folder, listing, meaning of a typed name, and
// questions before a file is overwritten. panels/file_dialog.cpp draws the dialog.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ooze::ui {

struct FolderEntry {
  std::string name;
  bool isFolder = false;
  std::uintmax_t bytes = 0;  ///< size of a file; 0 for a folder
  std::time_t changed = 0;   ///< time of the last change; the caller chooses the time zone to show
};

enum class FolderOrder { Name, Size, Changed };

struct FolderContents {
  std::vector<FolderEntry> entries;
  std::string problem;  ///< why the folder cannot be read, or ""
};

/// Returns whether the name ends with one of the extensions, or true if the list is empty. Extensions include
/// the dot; upper and lower case are equal.
bool hasExtension(const std::string& name, const std::vector<std::string>& extensions);

/// Lists the subfolders, and the files with one of the extensions. Leaves out hidden entries, devices and
/// pipes. Never throws.
FolderContents readFolder(const std::filesystem::path& folder, const std::vector<std::string>& extensions);

/// Sorts the entries. Folders stay before files. Entries that are equal in the order are sorted by name.
void sortEntries(std::vector<FolderEntry>& entries, FolderOrder order, bool descending);

/// A request to open a file dialog.
struct FileRequest {
  enum class RequestKind { Open, Save } kind = RequestKind::Open;
  std::string title;             ///< title of the dialog: "Save the session"
  std::string about;             ///< kind of file, which has a last used folder of its own: "mesh"
  std::filesystem::path folder;  ///< folder shown first; empty: the last used folder of this kind
  std::filesystem::path usual;   ///< default where no folder was used yet; empty: the current folder
  std::string name;              ///< proposed file name
  /// Extensions with the dot: ".ooze"; the first is appended to a name without extension.
  std::vector<std::string> extensions;
  std::function<void(std::filesystem::path)> chosen;  ///< called once, on the main thread
};

class FileDialog {
 public:
  /// A bookmarked folder that is one click away.
  struct FolderShortcut {
    std::string name;
    std::filesystem::path folder;
  };
  /// A question that the user must answer before the file is accepted.
  enum class Question { None, Overwrite, CreateFolder };

  /// Starts the dialog. The first folder is the request's, else the last used of this kind, else the usual
  /// one, else the program's current folder.
  void begin(const FileRequest& request);
  void end() { open_ = withSystem_ = false; }
  [[nodiscard]] bool isOpen() const { return open_; }

  /// Shows a folder. For an unreadable folder, folderProblem() says why.
  void enter(std::filesystem::path folder);
  void enterParent() { enter(folder_.parent_path()); }
  void refresh();
  void showAllFiles(bool all);
  void sortBy(FolderOrder order, bool descending);

  /// Selects and highlights an entry. The name field takes over a file's name.
  void select(std::size_t index);
  /// Moves the selection down by `steps` entries, clamped to the first and last entry.
  void moveSelection(int steps);
  /// Sets the name as the user typed the text.
  void setName(std::string name);
  /// Returns true once after the dialog itself has replaced the name. An active text field must then be
  /// updated.
  [[nodiscard]] bool takeReplaced() { return std::exchange(replaced_, false); }
  /// Returns true once after another folder is shown, so that the name field takes the keyboard focus.
  [[nodiscard]] bool takeEntered() { return std::exchange(entered_, false); }

  /// Handles Enter and the accept button: enters a folder, asks a question, reports a problem, or returns the
  /// file.
  [[nodiscard]] std::optional<std::filesystem::path> accept();
  /// Answers the question with yes. Returns the file if nothing else is in the way.
  [[nodiscard]] std::optional<std::filesystem::path> confirm();
  void decline() { question_ = Question::None; }

  /// Returns whether the system's dialog is shown in place of this one.
  [[nodiscard]] bool isWithSystem() const { return withSystem_; }
  void setWithSystem(bool with) { withSystem_ = with; }
  /// Takes the file that the user chose in the system's dialog, which asks before a file is replaced. If the
  /// file cannot be used or needs a question, this dialog shows the file's folder with the reason.
  /// @return the file, if nothing is in the way
  [[nodiscard]] std::optional<std::filesystem::path> acceptSystemFile(const std::filesystem::path& file);
  /// Shows this dialog in place of the system's. @param problem  reason, for the user; "": none
  void replaceSystem(std::string problem);

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  [[nodiscard]] const std::vector<FolderEntry>& entries() const { return contents_.entries; }
  [[nodiscard]] const std::string& folderProblem() const { return contents_.problem; }
  [[nodiscard]] std::optional<std::size_t> selected() const { return selected_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] Question question() const { return question_; }
  [[nodiscard]] const std::filesystem::path& asked() const { return asked_; }
  [[nodiscard]] const std::vector<FolderShortcut>& places() const { return places_; }
  [[nodiscard]] bool showsAllFiles() const { return allFiles_; }
  /// Returns whether accept() would do nothing: no folder is selected and the name is blank.
  [[nodiscard]] bool nothingChosen() const;

  /// The last used folder for each kind of file (FileRequest::about); kept between runs.
  std::map<std::string, std::filesystem::path> lastFolders;

 private:
  void replaceName(const std::string& name);
  [[nodiscard]] std::filesystem::path typedPath() const;
  std::optional<std::filesystem::path> acceptToOpen(const std::filesystem::path& file);
  std::optional<std::filesystem::path> acceptToSave(std::filesystem::path file);
  std::optional<std::filesystem::path> chosen(const std::filesystem::path& file);
  void ask(Question question, std::filesystem::path about);
  std::optional<std::filesystem::path> refuse(std::string problem);

  bool open_ = false, replaced_ = false, entered_ = false, withSystem_ = false;
  FileRequest::RequestKind kind_ = FileRequest::RequestKind::Open;
  std::string about_;
  std::vector<std::string> extensions_;
  std::vector<FolderShortcut> places_;
  std::filesystem::path folder_;
  FolderContents contents_;
  FolderOrder order_ = FolderOrder::Name;
  bool descending_ = false, allFiles_ = false;
  std::optional<std::size_t> selected_;
  std::string name_, proposed_, problem_;
  Question question_ = Question::None;
  std::filesystem::path asked_;
};

}  // namespace ooze::ui
