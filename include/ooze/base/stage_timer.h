// Wall time per named stage. It only observes: nothing that a step computes depends on it.
#pragma once

#include <chrono>
#include <string_view>
#include <utility>
#include <vector>

namespace ooze {

class StageTimer {
 public:
  /// Times its own lifetime under a stage name (a string literal).
  class Scope {
   public:
    Scope(StageTimer& timer, std::string_view stage)
        : timer_(timer), stage_(stage), start_(std::chrono::steady_clock::now()) {}
    ~Scope() {
      timer_.add(
          stage_,
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count());
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    StageTimer& timer_;
    std::string_view stage_;
    std::chrono::steady_clock::time_point start_;
  };

  void add(std::string_view stage, double milliseconds) {
    for (auto& [name, total] : stages_)
      if (name == stage) {
        total += milliseconds;
        return;
      }
    stages_.emplace_back(stage, milliseconds);
  }
  void clear() { stages_.clear(); }

  /// Stage names in order of first appearance, with the milliseconds since the last clear().
  [[nodiscard]] const std::vector<std::pair<std::string_view, double>>& stages() const { return stages_; }
  [[nodiscard]] double total() const {
    double sum = 0;
    for (const auto& [name, ms] : stages_) sum += ms;
    return sum;
  }

 private:
  std::vector<std::pair<std::string_view, double>> stages_;
};

}  // namespace ooze
