#include "app/commands/progress_bar.h"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace ooze {

ProgressBar::ProgressBar(std::string label, std::uint64_t from, std::uint64_t to)
    : label_(std::move(label)),
      from_(from),
      to_(to),
      shown_(::isatty(STDERR_FILENO) == 1),
      begin_(Clock::now()) {}

ProgressBar::~ProgressBar() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressBar::update(std::uint64_t at) {
  constexpr int kWidth = 32;
  const auto now = Clock::now();
  if (!shown_ || to_ <= from_ || (at < to_ && now - last_ < std::chrono::milliseconds(100))) return;
  last_ = now;
  const double done = static_cast<double>(at - from_) / static_cast<double>(to_ - from_);
  const double elapsed = std::chrono::duration<double>(now - begin_).count();
  const int filled = static_cast<int>(done * kWidth);
  fmt::print(stderr, "\r\x1b[K[{:=<{}}{: <{}}] {} {} of {}, {:.0f} s left", "", filled, "", kWidth - filled,
             label_, at, to_, done > 0 ? elapsed * (1 - done) / done : 0.0);
  std::fflush(stderr);
}

}  // namespace ooze
