// Asks a window whether its program has read all input so far, as window managers do: by _NET_WM_PING.
#pragma once

#include <functional>
#include <string>

namespace ooze {

/// Returns when the program of the window has read every event that was sent to it before.
/// @param window     its X id
/// @param goesOn     asked now and then; false ends the wait
/// @param seconds    the longest wait
/// @return whether the program has answered
bool hasReadItsInput(const std::string& display, unsigned long window, const std::function<bool()>& goesOn,
                     double seconds);

}  // namespace ooze
