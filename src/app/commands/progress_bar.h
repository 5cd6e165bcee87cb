// A bar on standard error, where that is a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace ooze {

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
