// Names for what the window saves: never one that exists.
#pragma once

#include <filesystem>
#include <string>

namespace ooze {

/// Where the window saves: the current folder, or the home folder where that cannot be written (a program
/// started from a menu may stand in the root folder).
std::filesystem::path outputFolder();

/// Creates an empty file STEM.ext in the folder, or STEM-2.ext and so on if there is one already. It is there
/// at once, so that no two savers choose the same name.
/// @param extension  with its dot
/// @throws RunError "cannot write PATH: reason"
std::filesystem::path claimFile(const std::filesystem::path& folder, const std::string& stem,
                                const std::string& extension);
/// The same for an empty folder.
std::filesystem::path claimFolder(const std::filesystem::path& folder, const std::string& stem);
/// Removes a file or folder that was claimed if nothing has been put into it.
void releaseClaim(const std::filesystem::path& path);

/// Local date and time as 20051231-235959.
std::string timeStamp();

}  // namespace ooze
