// Remembers the paths of files by the hash of their content.
// Scenes and sessions that are shared name a file by name and content only; this user's own state knows the
// path.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace ooze {

/// Remembers the path of a file, for this process and, in userStateFolder(), for others. Never fails.
/// @param content  hash of the file's content
void noteKnownFile(std::uint64_t content, const std::filesystem::path& file);

/// Returns the last known path of this content, even if the file no longer exists; none if the content is
/// unknown.
std::optional<std::filesystem::path> knownFile(std::uint64_t content);

}  // namespace ooze
