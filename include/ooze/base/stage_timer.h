// Profiler that measures wall time per named stage. Timing never influences the result of a time step.
#pragma once

#include <chrono>
#include <string_view>
#include <utility>
#include <vector>

namespace ooze {

/// A named interval of wall time. The name is a string literal.
struct StageSlice {
  /// Clock of all times.
  using Clock = std::chrono::steady_clock;
  std::string_view name;         ///< name of the stage
  Clock::time_point begin, end;  ///< times at which the stage began and ended
};

/// Adds up the milliseconds of each stage, and can also record when each stage ran. Names are compared by
/// content and are not copied. Not thread-safe.
class StageTimer {
 public:
  /// Clock of all times.
  using Clock = StageSlice::Clock;

  /// RAII scope that adds its lifetime to the named stage. The name is a string literal.
  class Scope {
   public:
    /// Starts to time.
    /// @param timer  must outlive the scope
    /// @param stage  a string literal
    Scope(StageTimer& timer, std::string_view stage) : timer_(timer), stage_(stage), start_(Clock::now()) {}
    ~Scope() {
      const Clock::time_point end = Clock::now();
      timer_.add(stage_, std::chrono::duration<double, std::milli>(end - start_).count());
      timer_.keep({stage_, start_, end});
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    StageTimer& timer_;
    std::string_view stage_;
    Clock::time_point start_;
  };

  /// RAII scope that records a slice around stages. The slice does not add to any stage's total.
  class Span {
   public:
    /// Starts the slice.
    /// @param timer  must outlive the span
    /// @param name   a string literal
    Span(StageTimer& timer, std::string_view name) : timer_(timer), name_(name) {
      if (timer_.keepsSlices_) start_ = Clock::now();
    }
    ~Span() {
      if (timer_.keepsSlices_) timer_.keep({name_, start_, Clock::now()});
    }
    Span(const Span&) = delete;
    Span& operator=(const Span&) = delete;

   private:
    StageTimer& timer_;
    std::string_view name_;
    Clock::time_point start_;
  };

  /// Adds time to the total of a stage.
  /// @param stage         a string literal
  /// @param milliseconds  time to add [ms]
  void add(std::string_view stage, double milliseconds) {
    for (auto& [name, total] : stages_)
      if (name == stage) {
        total += milliseconds;
        return;
      }
    stages_.emplace_back(stage, milliseconds);
  }
  /// Forgets all times and slices.
  void clear() {
    stages_.clear();
    slices_.clear();
  }
  /// Turns the recording of each stage's begin and end on or off. Off at first. Memory use grows with every
  /// stage and step until clear(), which removes the slices and leaves the recording on.
  void keepSlices(bool on) { keepsSlices_ = on; }

  /// Returns the stage names in order of first appearance, with the time since the last clear() [ms]. Valid
  /// until the timer changes.
  [[nodiscard]] const std::vector<std::pair<std::string_view, double>>& stages() const { return stages_; }
  /// Returns the slices recorded since the last clear(), in the order of their ends. Valid until the timer
  /// changes.
  [[nodiscard]] const std::vector<StageSlice>& slices() const { return slices_; }
  /// Returns the time of all stages together since the last clear() [ms].
  [[nodiscard]] double total() const {
    double sum = 0;
    for (const auto& [name, ms] : stages_) sum += ms;
    return sum;
  }

 private:
  void keep(const StageSlice& slice) {
    if (keepsSlices_) slices_.push_back(slice);
  }

  bool keepsSlices_ = false;
  std::vector<std::pair<std::string_view, double>> stages_;
  std::vector<StageSlice> slices_;
};

}  // namespace ooze
