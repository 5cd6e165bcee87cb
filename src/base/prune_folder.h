// Folders that keep what can be made again.
#pragma once

#include <cstdint>
#include <filesystem>

namespace ooze {

/// Removes the files directly in this folder that were written or used longest ago, until the others have no
/// more than `most` bytes. Never fails: what cannot be removed stays.
void pruneFolder(const std::filesystem::path& folder, std::uintmax_t most);

/// Notes that a file was used now.
void touch(const std::filesystem::path& file);

}  // namespace ooze
