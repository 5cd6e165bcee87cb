#include "app/commands/interrupt.h"

#include <cstdlib>
#include <ctime>
#include <fmt/format.h>

namespace ooze {

InterruptGuard::InterruptGuard() {
  sigemptyset(&waiting_);
  sigaddset(&waiting_, SIGINT);
  sigaddset(&waiting_, SIGTERM);
  struct sigaction hangUp {};
  sigaction(SIGHUP, nullptr, &hangUp);
  if (hangUp.sa_handler != SIG_IGN) sigaddset(&waiting_, SIGHUP);  // nohup has it ignored
  pthread_sigmask(SIG_BLOCK, &waiting_, &before_);
}

InterruptGuard::~InterruptGuard() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

bool InterruptGuard::arrived() {
  const timespec atOnce{0, 0};
  if (sigtimedwait(&waiting_, nullptr, &atOnce) > 0) arrived_ = true;
  return arrived_;
}

InterruptEndsProgram::InterruptEndsProgram(const InterruptGuard& guard, const char* during)
    : watch_([signals = guard.waiting_, during](const std::stop_token& stop) {
        const timespec aMoment{0, 5'000'000};  // how long its end may have to wait [ns]
        while (!stop.stop_requested())
          if (sigtimedwait(&signals, nullptr, &aMoment) > 0) {
            fmt::print(stderr, "ooze: interrupted while {}\n", during);
            std::_Exit(1);
          }
      }) {}

}  // namespace ooze
