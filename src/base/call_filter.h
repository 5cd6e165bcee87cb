// System-call filter (seccomp) for a sandboxed process that reads untrusted files.
#pragma once

namespace ooze {

/// Returns true if this build and this kernel support seccomp filters. Without them, only resource limits
/// confine a sandboxed process.
bool canFilterCalls();

/// Restricts this process permanently to reading and computing. The process can open files read-only and
/// write to one descriptor. Starting programs, signalling others and using the network fail with EPERM, as
/// does every other system call.
/// @param writable  the only descriptor that the process can write to
/// @return false if the filter is not supported here
bool allowReadingOnly(int writable);

/// Also forbids opening files, in addition to allowReadingOnly().
/// @return false if the filter is not supported here
bool denyOpening();

}  // namespace ooze
