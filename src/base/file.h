// Files: whole reads, and writes that leave either the old file or the complete new one.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// Reads a whole regular file; a text may have 16 MiB.
/// @throws InputError "cannot read PATH: reason"
std::string readText(const std::filesystem::path& path);
std::vector<std::byte> readBytes(const std::filesystem::path& path);

/// Writes to a temporary name beside `path`, flushes, then renames. On failure the temporary is removed.
/// What exists and is not a regular file (a device, a pipe) is refused.
/// @throws RunError "cannot write PATH: reason"
void writeFile(const std::filesystem::path& path, std::span<const std::byte> bytes);
void writeFile(const std::filesystem::path& path, std::string_view text);

/// Folders of this user, by the XDG base directory rules; not created. Where there is neither the variable
/// nor HOME, they lie under XDG_RUNTIME_DIR, or else in a new folder that this process alone knows.
std::filesystem::path userCacheFolder();   ///< $XDG_CACHE_HOME/ooze or ~/.cache/ooze
std::filesystem::path userConfigFolder();  ///< settings: $XDG_CONFIG_HOME/ooze or ~/.config/ooze
std::filesystem::path
userDataFolder();  ///< materials, scenes, sessions: $XDG_DATA_HOME/ooze or ~/.local/share/ooze
std::filesystem::path
userStateFolder();  ///< what a crash leaves: $XDG_STATE_HOME/ooze or ~/.local/state/ooze

}  // namespace ooze
