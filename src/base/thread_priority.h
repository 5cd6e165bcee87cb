// Lowers the priority of background threads.
#pragma once

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace ooze {

/// Niceness of work that somebody waits for while the window, which has priority, goes on.
inline constexpr int kBackgroundNiceness = 10;

/// Lowers the scheduling priority of this thread and of threads it starts later. Does nothing except on
/// Linux, because elsewhere the priority of the whole program would change.
/// @param niceness  from 1 to 19, the lowest priority
inline void lowerThreadPriority([[maybe_unused]] int niceness) {
#ifdef __linux__
  ::setpriority(PRIO_PROCESS, 0, niceness);
#endif
}

}  // namespace ooze
