// Files and folders: reading and atomic writing of whole files, folders of this user and of the program, and
// an index of files by the hash of their content.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
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

/// Lists where an installed file may lie, best first: in a folder beside the running program, in the prefix
/// that the program is installed to (the program lies in its `bin`), and in each of installPrefixes().
/// Folders need not exist.
/// @param beside    name of the folder beside the program; empty: the program's own folder
/// @param inPrefix  path of the folder within a prefix
std::vector<std::filesystem::path> programFolders(const std::filesystem::path& beside,
                                                  const std::filesystem::path& inPrefix);

/// Remembers the path of a file, for this process and, in userStateFolder(), for others. Never fails. Scenes
/// and sessions that are shared name a file by name and content only; this user's own state knows the path.
/// @param content  hash of the file's content
void noteKnownFile(std::uint64_t content, const std::filesystem::path& file);

/// Returns the last known path of this content, even if the file no longer exists; none if the content is
/// unknown.
std::optional<std::filesystem::path> knownFile(std::uint64_t content);

}  // namespace ooze
