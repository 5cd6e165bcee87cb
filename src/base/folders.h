// Folders on this machine: one that nobody but this user can look into, and those of what can be made again.
#pragma once

#include <cstdint>
#include <filesystem>

namespace ooze {

/// Whether the folder is there, this user's own, and closed to all others.
bool isPrivate(const std::filesystem::path& folder);

/// One of this process, made among the temporary files when it is first asked for, under a name that nobody
/// can foresee. When the process ends it goes, and its folder "cache" with it; whatever else is in it stays.
/// If it cannot be made, a path that nothing can be written under.
const std::filesystem::path& privateFolder();

/// Removes the files directly in this folder that were written or used longest ago, until the others have no
/// more than `most` bytes. Never fails: what cannot be removed stays.
void pruneFolder(const std::filesystem::path& folder, std::uintmax_t most);

/// Notes that a file was used now.
void touch(const std::filesystem::path& file);

}  // namespace ooze
