#include "app/commands/interrupt.h"

#include "app/commands/terminal.h"

#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <utility>

namespace ooze {

InterruptGuard::InterruptGuard() {
  sigemptyset(&waiting_);
  sigaddset(&waiting_, SIGINT);
  sigaddset(&waiting_, SIGTERM);
  struct sigaction hangUp {};
  sigaction(SIGHUP, nullptr, &hangUp);
  if (hangUp.sa_handler != SIG_IGN) sigaddset(&waiting_, SIGHUP);  // under nohup, SIGHUP is ignored
  pthread_sigmask(SIG_BLOCK, &waiting_, &before_);
}

InterruptGuard::~InterruptGuard() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

bool InterruptGuard::arrived() {
  const timespec atOnce{0, 0};
  if (sigtimedwait(&waiting_, nullptr, &atOnce) > 0) arrived_ = true;
  return arrived_;
}

InterruptWatch::InterruptWatch(const InterruptGuard& guard, std::function<void()> act)
    : watch_([signals = guard.waiting_, act = std::move(act)](const std::stop_token& stop) {
        const timespec aMoment{0, 5'000'000};  // upper limit on the delay of the destructor [ns]
        while (!stop.stop_requested())
          if (sigtimedwait(&signals, nullptr, &aMoment) > 0) act();
      }) {}

void endInterrupted(std::string_view line) {
  tell(line);
  std::_Exit(1);
}

InterruptEndsProgram::InterruptEndsProgram(const InterruptGuard& guard, const char* during)
    : watch_(guard, [during] { endInterrupted(fmt::format("interrupted while {}", during)); }) {}

}  // namespace ooze
