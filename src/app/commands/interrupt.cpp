#include "app/commands/interrupt.h"

#include "app/commands/terminal.h"

#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <utility>

namespace ooze {

InterruptBlock::InterruptBlock() {
  sigemptyset(&waiting_);
  sigaddset(&waiting_, SIGINT);
  sigaddset(&waiting_, SIGTERM);
  struct sigaction hangUp {};
  sigaction(SIGHUP, nullptr, &hangUp);
  if (hangUp.sa_handler != SIG_IGN) sigaddset(&waiting_, SIGHUP);  // under nohup, SIGHUP is ignored
  pthread_sigmask(SIG_BLOCK, &waiting_, &before_);
}

InterruptBlock::~InterruptBlock() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

bool InterruptBlock::arrived() {
  const timespec atOnce{0, 0};
  if (sigtimedwait(&waiting_, nullptr, &atOnce) > 0) arrived_ = true;
  return arrived_;
}

InterruptHandler::InterruptHandler(const InterruptBlock& guard, std::function<void()> act)
    : watch_([signals = guard.waiting_, act = std::move(act)](const std::stop_token& stop) {
        const timespec aMoment{0, 5'000'000};  // upper limit on the delay of the destructor [ns]
        while (!stop.stop_requested())
          if (sigtimedwait(&signals, nullptr, &aMoment) > 0) act();
      }) {}

void exitInterrupted(std::string_view line) {
  tell(line);
  std::_Exit(1);
}

ExitOnInterrupt::ExitOnInterrupt(const InterruptBlock& guard, const char* during)
    : watch_(guard, [during] { exitInterrupted(fmt::format("interrupted while {}", during)); }) {}

}  // namespace ooze
