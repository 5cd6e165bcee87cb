// Work that leaves the machine to others.
#pragma once

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace ooze {

/// This thread, and those that it makes from now on, take what the others leave. Not elsewhere than on Linux:
/// there it would mean the whole program.
/// @param niceness  from 1 to 19, the most patient
inline void bePatient([[maybe_unused]] int niceness) {
#ifdef __linux__
  ::setpriority(PRIO_PROCESS, 0, niceness);
#endif
}

}  // namespace ooze
