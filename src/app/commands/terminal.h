// Terminal output of the commands. Names come from untrusted files, so escape sequences are never printed.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace ooze {

/// Converts a text to one line that a terminal shows literally. Control characters, characters that change
/// the writing direction, and bytes that are no UTF-8 become \xNN; a line break or tab becomes a space.
std::string escapeForTerminal(std::string_view text);

/// Prints "ooze: TEXT" and a line break on standard error.
void tell(std::string_view text);
/// Prints "ooze: note: TEXT" and a line break on standard error.
void printNote(std::string_view text);

/// A progress bar on standard error. Shows nothing if standard error is no terminal.
class ProgressBar {
 public:
  /// @param label  counted unit, such as "frame"
  ProgressBar(std::string label, std::uint64_t from, std::uint64_t to);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void update(std::uint64_t at);

 private:
  using Clock = std::chrono::steady_clock;
  std::string label_;
  std::uint64_t from_, to_;
  bool shown_;
  Clock::time_point begin_, last_;
};

}  // namespace ooze
