// Runs code on untrusted input in a sandboxed child process, because the code may crash or be exploited. A
// system-call filter (seccomp) confines the process.
#pragma once

#include "ooze/base/cancellation_token.h"
#include "ooze/base/threads.h"

#include <cstddef>
#include <cstdint>
#include <vector>

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

/// Resource limits of a sandboxed call. A call that exceeds a limit fails with a RunError.
struct IsolatedLimits {
  std::uint64_t seconds;       ///< limit of the processor time [s]
  std::uint64_t memory;        ///< memory in addition to that of this process [bytes]; only enforced on Linux
  std::uint64_t clockSeconds;  ///< limit of the wall-clock time [s], since waiting takes no processor time
};

/// The sandbox, as seen by a function that runs in its own process.
class Isolation {
 public:
  /// Confines this process until its end.
  /// @param result  the only descriptor that the process may write to
  explicit Isolation(int result);
  /// Forbids opening files from now on. Call after all input is read and only computing remains.
  void forbidOpening() const;

 private:
  bool filtered_;  ///< whether a seccomp filter confines the process; otherwise only by resource limits
};

/// Runs f in a forked, sandboxed copy of this process and returns the bytes of f. The copy can read files but
/// has none of this process's open files. The copy writes nothing but the result, starts no program, reaches
/// no network, and ends when this process does. f must not use other threads, locks that other threads may
/// hold, or anything that a fork must not touch, such as the window.
/// @param work  cancellation token; cancelling kills the copy
/// @throws RunError that says why, if the copy crashes, throws, or exceeds its limits
/// @throws Cancelled if the token `work` is cancelled
std::vector<std::byte> callIsolated(const IsolatedLimits& limits,
                                    FunctionRef<std::vector<std::byte>(const Isolation&)> f,
                                    const CancellationToken* work = nullptr);

}  // namespace ooze
