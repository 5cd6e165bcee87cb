// What a folder has in it, as a file dialog lists it.
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
  std::uintmax_t bytes = 0;  ///< of a file
  std::time_t changed = 0;   ///< local or not is for who writes it out
};

enum class FolderOrder { Name, Size, Changed };

struct FolderContents {
  std::vector<FolderEntry> entries;
  std::string problem;  ///< why it cannot be read, or ""
};

/// True if the name ends with one of the extensions (with the dot, large or small letters), or if there are
/// none.
bool hasExtension(const std::string& name, const std::vector<std::string>& extensions);

/// Folders, and the files with one of the extensions; neither what is hidden nor devices and pipes. Never
/// throws.
FolderContents readFolder(const std::filesystem::path& folder, const std::vector<std::string>& extensions);

/// Folders stay before files, by name.
void sortEntries(std::vector<FolderEntry>& entries, FolderOrder order, bool descending);

}  // namespace ooze::ui
