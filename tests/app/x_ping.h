// Asks a window whether its program has read all input so far, by _NET_WM_PING, as window managers do.
#pragma once

#include <functional>
#include <string>

namespace ooze {

/// Waits until the program of the window has read every event that was sent to the window before.
/// @param window     X id of the window
/// @param isRunning     called repeatedly; false ends the wait
/// @param seconds    longest wait [s]
/// @return whether the program has answered
bool hasReadItsInput(const std::string& display, unsigned long window, const std::function<bool()>& isRunning,
                     double seconds);

}  // namespace ooze
