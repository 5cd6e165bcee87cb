// Places where the library finds the files it was installed with: assets, and the module that writes OpenVDB.
#pragma once

#include <filesystem>
#include <vector>

namespace ooze {

/// Adds a folder that Ooze was installed to, as `cmake --install --prefix` names it. Assets are then found in
/// `<prefix>/share/ooze/assets`. CMake targets that link `ooze::core` add the prefix of their package by
/// themselves, before main() begins; other build systems call this function. Safe on any thread.
/// @param prefix  an absolute path; the folder need not exist. A prefix that is known already is kept once
/// @return true, so that a variable's initialiser may call the function
bool addInstallPrefix(const std::filesystem::path& prefix);

/// Returns the prefixes of addInstallPrefix(), normalised, in the order in which they were added. Safe on any
/// thread.
[[nodiscard]] std::vector<std::filesystem::path> installPrefixes();

#ifdef OOZE_INSTALL_PREFIX  // defined by the CMake package of an installed Ooze
namespace package {
inline const bool kPrefixAdded = addInstallPrefix(OOZE_INSTALL_PREFIX);
}
#endif

}  // namespace ooze
