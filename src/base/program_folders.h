// Folders that may hold files installed with the program or with the library.
#pragma once

#include <filesystem>
#include <vector>

namespace ooze {

/// Lists where an installed file may lie, best first: in a folder beside the running program, in the prefix
/// that the program is installed to (the program lies in its `bin`), and in each of installPrefixes().
/// Folders need not exist.
/// @param beside    name of the folder beside the program; empty: the program's own folder
/// @param inPrefix  path of the folder within a prefix
std::vector<std::filesystem::path> programFolders(const std::filesystem::path& beside,
                                                  const std::filesystem::path& inPrefix);

}  // namespace ooze
