// What the commands say on a terminal. Names and words come from files of anybody, so none may steer it.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace ooze {

/// Text as one line that a terminal shows as it is: control characters, those that turn the direction of
/// writing, and bytes that are no UTF-8 become \xNN; a line's end becomes a blank.
std::string shownOnTerminal(std::string_view text);

/// "ooze: TEXT" on standard error, and a line's end.
void tell(std::string_view text);
/// "ooze: note: TEXT"
void tellNote(std::string_view text);

/// A bar on standard error, where that is a terminal.
class ProgressBar {
 public:
  /// @param label  what the bar counts, such as "frame"
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
