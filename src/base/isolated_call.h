// Calls into code that may crash on bad input, or be made to do worse, in a process of its own.
#pragma once

#include "ooze/base/long_work.h"
#include "ooze/base/threads.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ooze {

struct IsolatedLimits {
  std::uint64_t seconds;       ///< of processor time
  std::uint64_t memory;        ///< beyond what this process has mapped [bytes]; only enforced on Linux
  std::uint64_t clockSeconds;  ///< by the clock on the wall: what waits takes no processor time
};

/// What a function in a process of its own can ask for there.
class Isolation {
 public:
  /// Confines this process, from here to its end. @param result  the descriptor that it may write to
  explicit Isolation(int result);
  /// From here on it opens nothing. For when all is read, and what is left is to make something of it.
  void openNoMore() const;

 private:
  bool filtered_;  ///< by the kernel; else it has its resource limits
};

/// Runs f in a forked copy of this process and brings its bytes back. The copy can read files and has none of
/// this process's; it writes nothing but its bytes, starts no program, reaches no network, and ends when this
/// process does. f must not use other threads, locks that they may hold, or anything that a copy must not
/// touch, such as the window.
/// @param work  if it is called off, the copy is killed
/// @throws RunError that says why, if the copy crashes, throws, or exceeds its limits
/// @throws Cancelled
std::vector<std::byte> callIsolated(const IsolatedLimits& limits,
                                    FunctionRef<std::vector<std::byte>(const Isolation&)> f,
                                    const LongWork* work = nullptr);

}  // namespace ooze
