// Reads whole files, and writes files atomically: a failed write leaves the old file.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// Reads a whole regular file. A text may have at most 16 MiB.
/// @throws InputError "cannot read PATH: reason"
std::string readText(const std::filesystem::path& path);
std::vector<std::byte> readBytes(const std::filesystem::path& path);

/// Writes the file atomically: to a temporary file beside `path`, which is flushed and then renamed.
/// A failure removes the temporary file. An existing path that is no regular file (a device, a pipe) is
/// refused.
/// @throws RunError "cannot write PATH: reason"
void writeFile(const std::filesystem::path& path, std::span<const std::byte> bytes);
void writeFile(const std::filesystem::path& path, std::string_view text);

/// Return the folders for this user's files, by the XDG base directory specification. The folders need not
/// exist. If neither the XDG variable of a folder nor HOME is set, the folder lies under XDG_RUNTIME_DIR, or
/// else in a new private folder of this process.
std::filesystem::path userCacheFolder();   ///< cached files: $XDG_CACHE_HOME/ooze or ~/.cache/ooze
std::filesystem::path userConfigFolder();  ///< settings: $XDG_CONFIG_HOME/ooze or ~/.config/ooze
std::filesystem::path
userDataFolder();  ///< materials, scenes, sessions: $XDG_DATA_HOME/ooze or ~/.local/share/ooze
std::filesystem::path
userStateFolder();  ///< crash reports and recovery files: $XDG_STATE_HOME/ooze or ~/.local/state/ooze

}  // namespace ooze
