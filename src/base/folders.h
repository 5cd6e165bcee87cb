// Private folders of this user, and pruning of folders whose files can be made again (caches).
#pragma once

#include <cstdint>
#include <filesystem>

namespace ooze {

/// Returns whether the folder exists, belongs to this user, and is closed to all others.
bool isPrivate(const std::filesystem::path& folder);

/// Returns a private folder of this process. The first call makes the folder among the temporary files, under
/// an unpredictable name. The end of the process removes the folder and its subfolder "cache"; other content
/// stays. If the folder cannot be made, the result is a path under which nothing can be written.
const std::filesystem::path& privateFolder();

/// Removes the least recently used files directly in this folder until the rest has at most `most` bytes.
/// Never fails: files that cannot be removed stay.
void pruneFolder(const std::filesystem::path& folder, std::uintmax_t most);

/// Sets a file's modification time to now, to mark the file as used.
void touch(const std::filesystem::path& file);

}  // namespace ooze
