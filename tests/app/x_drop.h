// Drops files on a window of a virtual display by the XDND protocol, as a file manager does.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ooze {

/// Drops files on a window. Returns when the window has accepted them.
/// @param window  X id of the window
/// @param x, y    place on the screen [pixels]
/// @throws std::runtime_error if the window refuses the files, or does not answer within seconds
void dropFiles(const std::string& display, unsigned long window, int x, int y,
               const std::vector<std::filesystem::path>& files);

}  // namespace ooze
