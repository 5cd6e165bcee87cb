// Choosing a file, without the drawing: where one is, what is listed there, what a typed name means, and what
// is asked before something is overwritten. The panel that shows it is panels/file_dialog.cpp.
#pragma once

#include "ui/folder_contents.h"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ooze::ui {

/// What a file dialog is asked for.
struct FileRequest {
  enum class Kind { Open, Save } kind = Kind::Open;
  std::string title;                    ///< "Save the session"
  std::string about;                    ///< the kind of file, which has a last folder of its own: "mesh"
  std::filesystem::path folder;         ///< shown first; empty: where one of this kind was chosen last
  std::filesystem::path usual;          ///< where none was yet; empty: the current folder
  std::string name;                     ///< proposed
  std::vector<std::string> extensions;  ///< with the dot: ".ooze"; the first is added where none is
  std::function<void(std::filesystem::path)> chosen;  ///< called once, on the main thread
};

class FileDialog {
 public:
  /// A folder that is one click away.
  struct Place {
    std::string name;
    std::filesystem::path folder;
  };
  /// What has to be answered before the file is chosen.
  enum class Question { None, Overwrite, CreateFolder };

  /// Begins anew in the request's folder, else where the last file of its kind was chosen, else in the usual
  /// one, else in the program's folder.
  void begin(const FileRequest& request);
  void end() { open_ = false; }
  [[nodiscard]] bool isOpen() const { return open_; }

  /// Shows that folder; if it cannot be read, the contents say why.
  void enter(std::filesystem::path folder);
  void enterParent() { enter(folder_.parent_path()); }
  void refresh();
  void showAllFiles(bool all);
  void sortBy(FolderOrder order, bool descending);

  /// An entry, which is then highlighted; a file's name is also taken over.
  void select(std::size_t index);
  /// The entry that is `steps` further down; the first or the last if there are not so many.
  void moveSelection(int steps);
  /// What has been typed.
  void setName(std::string name);
  /// Once after the name has become another one otherwise: a field that is being typed in must be told.
  [[nodiscard]] bool takeReplaced() { return std::exchange(replaced_, false); }
  /// Once after another folder is shown: then the name has the keyboard.
  [[nodiscard]] bool takeEntered() { return std::exchange(entered_, false); }

  /// What Enter and the button do: goes into a folder, asks, says what is wrong, or returns the file.
  [[nodiscard]] std::optional<std::filesystem::path> accept();
  /// Yes to the question.
  [[nodiscard]] std::optional<std::filesystem::path> confirm();
  void decline() { question_ = Question::None; }

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  [[nodiscard]] const std::vector<FolderEntry>& entries() const { return contents_.entries; }
  [[nodiscard]] const std::string& folderProblem() const { return contents_.problem; }
  [[nodiscard]] std::optional<std::size_t> selected() const { return selected_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] Question question() const { return question_; }
  [[nodiscard]] const std::filesystem::path& asked() const { return asked_; }
  [[nodiscard]] const std::vector<Place>& places() const { return places_; }
  [[nodiscard]] bool showsAllFiles() const { return allFiles_; }
  /// Nothing could come of accept().
  [[nodiscard]] bool nothingChosen() const;

  /// Where the last file of each kind (FileRequest::about) was chosen; kept between runs.
  std::map<std::string, std::filesystem::path> lastFolders;

 private:
  void replaceName(const std::string& name);
  [[nodiscard]] std::filesystem::path typedPath() const;
  std::optional<std::filesystem::path> acceptToOpen(const std::filesystem::path& file);
  std::optional<std::filesystem::path> acceptToSave(std::filesystem::path file);
  std::optional<std::filesystem::path> chosen(const std::filesystem::path& file);
  void ask(Question question, std::filesystem::path about);
  std::optional<std::filesystem::path> refuse(std::string problem);

  bool open_ = false, replaced_ = false, entered_ = false;
  FileRequest::Kind kind_ = FileRequest::Kind::Open;
  std::string about_;
  std::vector<std::string> extensions_;
  std::vector<Place> places_;
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
