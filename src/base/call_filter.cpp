#include "base/call_filter.h"

#ifdef OOZE_USE_SECCOMP

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <memory>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace ooze {
namespace {

using Filter = std::unique_ptr<void, void (*)(scmp_filter_ctx)>;

Filter makeFilter(std::uint32_t otherwise) { return {seccomp_init(otherwise), seccomp_release}; }

// System calls that are always allowed: memory, thread locks, clocks, the process's own signals, open files,
// file metadata, and the end of the process. Some calls do not exist on every architecture; their rules have
// no effect.
constexpr std::array kHarmless{
    SCMP_SYS(brk),           SCMP_SYS(munmap),          SCMP_SYS(mremap),       SCMP_SYS(madvise),
    SCMP_SYS(futex),         SCMP_SYS(sched_yield),     SCMP_SYS(membarrier),   SCMP_SYS(rseq),
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep),    SCMP_SYS(gettimeofday),
    SCMP_SYS(time),          SCMP_SYS(clock_getres),    SCMP_SYS(getrandom),    SCMP_SYS(getpid),
    SCMP_SYS(gettid),        SCMP_SYS(rt_sigaction),    SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(sigaltstack),   SCMP_SYS(pause),           SCMP_SYS(read),         SCMP_SYS(readv),
    SCMP_SYS(pread64),       SCMP_SYS(lseek),           SCMP_SYS(close),        SCMP_SYS(fstat),
    SCMP_SYS(newfstatat),    SCMP_SYS(statx),           SCMP_SYS(stat),         SCMP_SYS(lstat),
    SCMP_SYS(readlink),      SCMP_SYS(readlinkat),      SCMP_SYS(getcwd),       SCMP_SYS(restart_syscall),
    SCMP_SYS(exit),          SCMP_SYS(exit_group)};

/// Makes a condition on an argument of a system call. The library's own macros are C.
scmp_arg_cmp where(unsigned argument, scmp_compare holds, scmp_datum_t a, scmp_datum_t b = 0) {
  scmp_arg_cmp condition{};
  condition.arg = argument;
  condition.op = holds;
  condition.datum_a = a;
  condition.datum_b = b;
  return condition;
}

bool addHarmless(scmp_filter_ctx filter) {
  for (const int call : kHarmless)
    if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0) != 0) return false;
  return true;
}

/// Allows calls only with harmless arguments: no executable memory, no raised limits, no signals to other
/// processes (abort() needs tgkill), and no change to open descriptors.
bool addGuarded(scmp_filter_ctx filter) {
  const auto noCode = where(2, SCMP_CMP_MASKED_EQ, PROT_EXEC);
  const auto ownId = where(0, SCMP_CMP_EQ, static_cast<scmp_datum_t>(::getpid()));
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, noCode) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap2), 1, noCode) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, noCode) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 1, where(2, SCMP_CMP_EQ, 0)) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, ownId) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, where(1, SCMP_CMP_EQ, F_GETFD)) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, where(1, SCMP_CMP_EQ, F_GETFL)) == 0;
}

bool addReading(scmp_filter_ctx filter) {
  constexpr scmp_datum_t kChanges = O_ACCMODE | O_CREAT | O_TRUNC;
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
                          where(2, SCMP_CMP_MASKED_EQ, kChanges, O_RDONLY)) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(open), 1,
                          where(1, SCMP_CMP_MASKED_EQ, kChanges, O_RDONLY)) == 0;
}

}  // namespace

bool canFilterCalls() { return ::prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0; }

bool allowReadingOnly(int writable) {
  const Filter filter = makeFilter(SCMP_ACT_ERRNO(EPERM));
  if (!filter) return false;
  const auto there = where(0, SCMP_CMP_EQ, static_cast<scmp_datum_t>(writable));
  return addHarmless(filter.get()) && addGuarded(filter.get()) && addReading(filter.get()) &&
         seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, SCMP_SYS(write), 1, there) == 0 &&
         // Permit seccomp itself, because a further filter can only remove permissions.
         seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, SCMP_SYS(seccomp), 0) == 0 &&
         seccomp_load(filter.get()) == 0;
}

bool denyOpening() {
  const Filter filter = makeFilter(SCMP_ACT_ALLOW);
  if (!filter) return false;
  for (const int call : {SCMP_SYS(openat), SCMP_SYS(open)})
    if (seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EPERM), call, 0) != 0) return false;
  // allowReadingOnly() has already set no_new_privs, and its filter forbids setting the flag again.
  if (seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_NNP, 0) != 0) return false;
  return seccomp_load(filter.get()) == 0;
}

}  // namespace ooze

#else

namespace ooze {

bool canFilterCalls() { return false; }
bool allowReadingOnly(int) { return false; }
bool denyOpening() { return false; }

}  // namespace ooze

#endif
