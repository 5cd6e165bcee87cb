// Folders that nobody but this user can look into.
#pragma once

#include <filesystem>

namespace ooze {

/// Whether the folder is there, this user's own, and closed to all others.
bool isPrivate(const std::filesystem::path& folder);

/// One of this process, made among the temporary files when it is first asked for, under a name that nobody
/// can foresee. When the process ends it goes, and its folder "cache" with it; whatever else is in it stays.
/// If it cannot be made, a path that nothing can be written under.
const std::filesystem::path& privateFolder();

}  // namespace ooze
