#include "ui/state/file_dialog.h"

#include "base/file.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <system_error>
#include <tuple>
#include <unistd.h>
#include <utility>

namespace ooze::ui {
namespace {

namespace fs = std::filesystem;

fs::path homeFolder() {
  const char* home = std::getenv("HOME");
  return home ? fs::path(home) : fs::path();
}

fs::path currentFolder() {
  std::error_code gone;
  fs::path folder = fs::current_path(gone);
  return gone ? fs::path("/") : folder;
}

bool allows(const fs::path& path, int mode) {
  return ::faccessat(AT_FDCWD, path.c_str(), mode, AT_EACCESS) == 0;
}

bool isFolder(const fs::path& path) {
  std::error_code ignored;
  return !path.empty() && fs::is_directory(path, ignored);
}

/// Returns the folder, or its nearest ancestor that exists.
fs::path existing(fs::path folder) {
  while (!isFolder(folder) && folder.has_relative_path()) folder = folder.parent_path();
  return isFolder(folder) ? folder : fs::path("/");
}

fs::path tidy(const fs::path& path) {
  fs::path whole = (path.is_absolute() ? path : currentFolder() / path).lexically_normal();
  if (!whole.has_filename() && whole.has_relative_path())
    whole = whole.parent_path();  // "/a/b/" becomes "/a/b"
  return whole;
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::string small(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::time_t lastChange(const std::filesystem::directory_entry& entry) {
  std::error_code ignored;
  const auto time = entry.last_write_time(ignored);
  if (ignored) return 0;
  const auto system = std::chrono::file_clock::to_sys(time);
  return std::chrono::system_clock::to_time_t(
      std::chrono::time_point_cast<std::chrono::system_clock::duration>(system));
}

/// Sort key that ignores upper and lower case. The exact name decides between names that are then equal.
auto nameKey(const FolderEntry& entry) { return std::tuple(small(entry.name), entry.name); }

}  // namespace

void FileDialog::begin(const FileRequest& request) {
  open_ = true;
  kind_ = request.kind;
  about_ = request.about;
  extensions_ = request.extensions;
  allFiles_ = false;
  places_.clear();
  const auto last = lastFolders.find(about_);
  const fs::path lastFolder = last == lastFolders.end() ? fs::path() : last->second;
  for (const FolderShortcut& place :
       {FolderShortcut{"Home", homeFolder()}, FolderShortcut{"Ooze", userDataFolder()},
        FolderShortcut{"Started in", currentFolder()}, FolderShortcut{"Last used", lastFolder},
        FolderShortcut{"Computer", "/"}}) {
    const auto same = [&place](const FolderShortcut& p) { return p.folder == tidy(place.folder); };
    if (isFolder(place.folder) && std::none_of(places_.begin(), places_.end(), same))
      places_.push_back({place.name, tidy(place.folder)});
  }
  proposed_ = request.name;
  replaceName(request.name);
  fs::path folder = currentFolder();
  for (const fs::path* wish : {&request.folder, &lastFolder, &request.usual})
    if (!wish->empty()) {
      folder = tidy(*wish);
      break;
    }
  enter(existing(folder));
}

void FileDialog::enter(fs::path folder) {
  folder_ = tidy(folder);
  entered_ = true;
  refresh();
}

void FileDialog::replaceName(const std::string& name) {
  name_ = name;
  replaced_ = true;
}

void FileDialog::refresh() {
  contents_ = readFolder(folder_, allFiles_ ? std::vector<std::string>{} : extensions_);
  sortEntries(contents_.entries, order_, descending_);
  selected_.reset();
  problem_.clear();
  question_ = Question::None;
}

void FileDialog::showAllFiles(bool all) {
  allFiles_ = all;
  refresh();
}

void FileDialog::sortBy(FolderOrder order, bool descending) {
  if (order == order_ && descending == descending_) return;
  order_ = order;
  descending_ = descending;
  refresh();
}

void FileDialog::select(std::size_t index) {
  if (index >= contents_.entries.size()) return;
  selected_ = index;
  const FolderEntry& entry = contents_.entries[index];
  if (!entry.isFolder) replaceName(entry.name);
  problem_.clear();
}

void FileDialog::moveSelection(int steps) {
  if (contents_.entries.empty()) return;
  const auto last = static_cast<long>(contents_.entries.size()) - 1;
  const long from = selected_ ? static_cast<long>(*selected_) : steps > 0 ? -1 : last + 1;
  select(static_cast<std::size_t>(std::clamp(from + steps, 0L, last)));
}

void FileDialog::setName(std::string name) {
  name_ = std::move(name);
  selected_.reset();
  problem_.clear();
  question_ = Question::None;
}

bool FileDialog::nothingChosen() const {
  const bool folderSelected = selected_ && contents_.entries[*selected_].isFolder;
  return !folderSelected && trimmed(name_).empty();
}

fs::path FileDialog::typedPath() const {
  const std::string text = trimmed(name_);
  if (text == "~" || text.starts_with("~/"))
    return tidy(homeFolder() / text.substr(std::min<std::size_t>(2, text.size())));
  return tidy(folder_ / text);
}

std::optional<fs::path> FileDialog::accept() {
  if (nothingChosen()) return std::nullopt;
  if (selected_ && contents_.entries[*selected_].isFolder) {
    enter(folder_ / contents_.entries[*selected_].name);
    return std::nullopt;
  }
  const fs::path path = typedPath();
  if (isFolder(path)) {
    enter(path);
    replaceName(proposed_);
    return std::nullopt;
  }
  return kind_ == FileRequest::RequestKind::Open ? acceptToOpen(path) : acceptToSave(path);
}

std::optional<fs::path> FileDialog::acceptToOpen(const fs::path& file) {
  std::error_code problem;
  const fs::file_status status = fs::status(file, problem);
  if (status.type() == fs::file_type::not_found)
    return refuse(
        fmt::format("There is no {} in {}.", file.filename().string(), file.parent_path().string()));
  if (problem) return refuse(fmt::format("{}: {}.", file.filename().string(), problem.message()));
  if (!fs::is_regular_file(status)) return refuse(fmt::format("{} is not a file.", file.filename().string()));
  if (!allows(file, R_OK))
    return refuse(fmt::format("You have no permission to read {}.", file.filename().string()));
  return chosen(file);
}

std::optional<fs::path> FileDialog::acceptToSave(fs::path file) {
  if (!hasExtension(file.filename().string(), extensions_)) file += extensions_.front();
  const fs::path folder = file.parent_path();
  std::error_code problem;
  if (!isFolder(folder)) {
    if (fs::exists(folder, problem)) return refuse(fmt::format("{} is not a folder.", folder.string()));
    ask(Question::CreateFolder, folder);
    return std::nullopt;
  }
  const fs::file_status status = fs::status(file, problem);
  if (problem && status.type() != fs::file_type::not_found)  // for example a name that is too long
    return refuse(fmt::format("{}: {}.", file.filename().string(), problem.message()));
  if (fs::exists(status) && !fs::is_regular_file(status))
    return refuse(fmt::format("{} exists but is not a file.", file.filename().string()));
  if (!allows(folder, W_OK))
    return refuse(fmt::format("You have no permission to write to {}.", folder.string()));
  if (!fs::exists(status)) return chosen(file);
  ask(Question::Overwrite, file);
  return std::nullopt;
}

std::optional<fs::path> FileDialog::confirm() {
  const Question answered = std::exchange(question_, Question::None);
  if (answered == Question::Overwrite) return chosen(asked_);
  if (answered != Question::CreateFolder) return std::nullopt;
  std::error_code problem;
  fs::create_directories(asked_, problem);
  if (problem) return refuse(fmt::format("Cannot create {}: {}.", asked_.string(), problem.message()));
  return accept();
}

std::optional<fs::path> FileDialog::acceptSystemFile(const fs::path& file) {
  withSystem_ = false;
  enter(existing(file.parent_path()));
  replaceName(file.filename().string());
  if (kind_ == FileRequest::RequestKind::Open) return acceptToOpen(file);
  const std::optional<fs::path> accepted = acceptToSave(file);
  // A name that got its extension here is another file, about which the system's dialog has not asked.
  return question_ == Question::Overwrite && asked_ == file ? confirm() : accepted;
}

void FileDialog::replaceSystem(std::string problem) {
  withSystem_ = false;
  entered_ = true;
  problem_ = std::move(problem);
}

std::optional<fs::path> FileDialog::chosen(const fs::path& file) {
  lastFolders[about_] = file.parent_path();
  return file;
}

void FileDialog::ask(Question question, fs::path about) {
  question_ = question;
  asked_ = std::move(about);
  problem_.clear();
}

std::optional<fs::path> FileDialog::refuse(std::string problem) {
  problem_ = std::move(problem);
  return std::nullopt;
}

bool hasExtension(const std::string& name, const std::vector<std::string>& extensions) {
  const std::string letters = small(name);
  // A name that consists of the extension alone does not count.
  return extensions.empty() ||
         std::any_of(extensions.begin(), extensions.end(), [&letters](const std::string& extension) {
           return letters.size() > extension.size() && letters.ends_with(small(extension));
         });
}

FolderContents readFolder(const std::filesystem::path& folder, const std::vector<std::string>& extensions) {
  FolderContents contents;
  std::error_code problem;
  for (std::filesystem::directory_iterator it(folder, problem), end; !problem && it != end;
       it.increment(problem)) {
    FolderEntry entry;
    entry.name = it->path().filename().string();
    if (entry.name.starts_with('.')) continue;
    std::error_code unreadable;  // the target of a symbolic link may be missing
    entry.isFolder = it->is_directory(unreadable);
    if (!entry.isFolder && (!it->is_regular_file(unreadable) || !hasExtension(entry.name, extensions)))
      continue;
    if (!entry.isFolder) entry.bytes = it->file_size(unreadable);
    if (unreadable) entry.bytes = 0;
    entry.changed = lastChange(*it);
    contents.entries.push_back(std::move(entry));
  }
  if (problem) contents.problem = problem.message();
  return contents;
}

void sortEntries(std::vector<FolderEntry>& entries, FolderOrder order, bool descending) {
  std::sort(entries.begin(), entries.end(), [order, descending](const FolderEntry& a, const FolderEntry& b) {
    if (a.isFolder != b.isFolder) return a.isFolder;
    const bool byNumber = order == FolderOrder::Changed || (order == FolderOrder::Size && !a.isFolder);
    const auto number = [order](const FolderEntry& e) {
      return order == FolderOrder::Size ? static_cast<std::int64_t>(e.bytes)
                                        : static_cast<std::int64_t>(e.changed);
    };
    if (byNumber && number(a) != number(b)) return descending ? number(a) > number(b) : number(a) < number(b);
    return descending && order == FolderOrder::Name ? nameKey(b) < nameKey(a) : nameKey(a) < nameKey(b);
  });
}

}  // namespace ooze::ui
