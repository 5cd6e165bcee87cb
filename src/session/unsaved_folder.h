// Sessions with edits that nobody saved, kept under names of their own: the last few, whatever their scenes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ooze {

inline constexpr std::size_t kMostUnsaved = 5;

/// Whether a file has such a name.
[[nodiscard]] bool isUnsavedName(const std::filesystem::path& file);

/// A name for a session of this scene that no file in the folder has.
[[nodiscard]] std::filesystem::path placeForUnsaved(const std::filesystem::path& folder,
                                                    const std::string& scene);

/// Removes the oldest of them beyond kMostUnsaved. Files of other names stay, and so do these.
/// @param spared  what was written just now, what is open; they count
void removeOldUnsaved(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& spared);

}  // namespace ooze
