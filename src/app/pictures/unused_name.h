// Unused file names for files that the window saves.
#pragma once

#include <filesystem>
#include <string>

namespace ooze {

/// Returns the folder into which the window saves: the current folder, or the home folder if the current
/// folder is not writable (a program started from a menu may start in the root folder).
std::filesystem::path outputFolder();

/// Creates an empty file STEM.ext in the folder, or STEM-2.ext and so on if the name is taken. Creating the
/// file at once prevents two savers from choosing the same name.
/// @param extension  with its dot
/// @throws RunError "cannot write PATH: reason"
std::filesystem::path claimFile(const std::filesystem::path& folder, const std::string& stem,
                                const std::string& extension);
/// Creates an empty folder with an unused name. @throws RunError as claimFile()
std::filesystem::path claimFolder(const std::filesystem::path& folder, const std::string& stem);
/// Removes a claimed file or folder if it is still empty.
void releaseClaim(const std::filesystem::path& path);

/// Returns the local date and time as 20051231-235959.
std::string timeStamp();

}  // namespace ooze
