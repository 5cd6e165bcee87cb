// Drops files on a window of a virtual display, as a file manager does: by the XDND protocol.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ooze {

/// Returns when the window has taken the files.
/// @param window  its X id
/// @param x, y    where on the screen
/// @throws std::runtime_error if the window refuses them, or does not answer within seconds
void dropFiles(const std::string& display, unsigned long window, int x, int y,
               const std::vector<std::filesystem::path>& files);

}  // namespace ooze
