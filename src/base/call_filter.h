// What the kernel does for a process that reads files of others: a list of system calls, and no more.
#pragma once

namespace ooze {

/// True if this build and this kernel can do it (seccomp). Elsewhere a process that reads is held by its
/// resource limits alone.
bool canFilterCalls();

/// This process can do from now on what reading and computing take: it opens files for reading alone, writes
/// into one descriptor, and starts, signals and reaches nothing. All else fails with EPERM. Cannot be undone.
/// @return false if it cannot be done here
bool allowReadingOnly(int writable);

/// Beside allowReadingOnly(): opens nothing at all. @return as there
bool allowNoOpening();

}  // namespace ooze
