// Lists the contents of a folder for the file dialog.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <string>
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

}  // namespace ooze::ui
