#include "app/interrupt.h"

#include <ctime>

namespace ooze {

InterruptGuard::InterruptGuard() {
  sigemptyset(&waiting_);
  sigaddset(&waiting_, SIGINT);
  sigaddset(&waiting_, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &waiting_, &before_);
}

InterruptGuard::~InterruptGuard() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

bool InterruptGuard::arrived() {
  const timespec atOnce{0, 0};
  if (sigtimedwait(&waiting_, nullptr, &atOnce) > 0) arrived_ = true;
  return arrived_;
}

}  // namespace ooze
