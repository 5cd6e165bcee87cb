// Files of sessions that were left with unsaved edits. Files have names beginning with "unsaved", and only
// the last few are kept.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ooze {

inline constexpr std::size_t kMaxUnsavedFiles = 5;

/// Returns true if a file has a name for unsaved sessions.
[[nodiscard]] bool isUnsavedName(const std::filesystem::path& file);

/// Returns a new file name in the folder for a session of this scene.
[[nodiscard]] std::filesystem::path placeForUnsaved(const std::filesystem::path& folder,
                                                    const std::string& scene);

/// Removes the oldest unsaved files beyond kMaxUnsavedFiles. Files with other names stay, and so do the files
/// in `spared`.
/// @param spared  files that were just written or are open; spared files count towards the limit
void removeOldUnsaved(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& spared);

}  // namespace ooze
