#include "ui/state/folder_contents.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <system_error>
#include <tuple>

namespace ooze::ui {
namespace {

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
