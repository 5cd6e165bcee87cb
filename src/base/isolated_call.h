// Calls into code that may crash on bad input, in a process of its own.
#pragma once

#include "ooze/base/threads.h"

#include <cstddef>
#include <vector>

namespace ooze {

/// Runs f in a forked copy of this process and brings its bytes back. f must not use other threads, locks
/// that they may hold, or anything that a copy must not touch, such as the window.
/// @throws RunError if the copy crashes, throws, or exceeds two minutes or 8 GiB of new memory
std::vector<std::byte> callIsolated(FunctionRef<std::vector<std::byte>()> f);

}  // namespace ooze
