#include "app/commands/terminal.h"

#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace ooze {
namespace {

/// The UTF-8 character at the start of a text.
struct Utf8Character {
  std::size_t bytes = 1;
  char32_t code = 0;
  bool sound = false;
};

Utf8Character characterAt(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return {1, first, true};
  constexpr std::array<unsigned, 5> kSmallest{0, 0, 0x80, 0x800, 0x10000};
  const std::size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc0 || first > 0xf4 || text.size() < bytes) return {};
  char32_t code = first & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0u) != 0x80u) return {};
    code = code << 6 | (byte(i) & 0x3fu);
  }
  const bool sound = code >= kSmallest[bytes] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return {bytes, code, sound};
}

/// Returns true for characters that control a terminal or change the writing direction.
bool controlsTerminal(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
         (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

}  // namespace

std::string escapeForTerminal(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const Utf8Character c = characterAt(text);
    const std::string_view own = text.substr(0, c.sound ? c.bytes : 1);
    text.remove_prefix(own.size());
    if (c.sound && !controlsTerminal(c.code))
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
