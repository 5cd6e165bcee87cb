#include "app/commands/terminal.h"

#include "base/utf8.h"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace ooze {
std::string escapeForTerminal(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const Utf8Character c = firstCharacter(text);
    const std::string_view own = text.substr(0, c.bytes);
    text.remove_prefix(own.size());
    if (c.sound && !isInvisible(c.code))
      shown += own;
    else if (own == "\n" || own == "\t")
      shown += ' ';
    else
      for (const char b : own) shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(b));
  }
  return shown;
}

void tell(std::string_view text) { fmt::print(stderr, "ooze: {}\n", escapeForTerminal(text)); }
void printNote(std::string_view text) { fmt::print(stderr, "ooze: note: {}\n", escapeForTerminal(text)); }

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
