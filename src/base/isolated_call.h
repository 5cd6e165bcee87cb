// Calls into code that may crash on bad input, in a process of its own.
#pragma once

#include "ooze/base/threads.h"

#include "base/long_work.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ooze {

struct IsolatedLimits {
  std::uint64_t seconds;  ///< of processor time
  std::uint64_t memory;   ///< beyond what this process has mapped [bytes]; only enforced on Linux
};

/// Runs f in a forked copy of this process and brings its bytes back. f must not use other threads, locks
/// that they may hold, or anything that a copy must not touch, such as the window.
/// @param work  if it is called off, the copy is killed
/// @throws RunError if the copy crashes, throws, or exceeds its limits
/// @throws Cancelled
std::vector<std::byte> callIsolated(const IsolatedLimits& limits, FunctionRef<std::vector<std::byte>()> f,
                                    const LongWork* work = nullptr);

}  // namespace ooze
