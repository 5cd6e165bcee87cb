// The report of `ooze run`: one JSON object.
#pragma once

#include "ooze/world/world.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ooze {

/// Gathers the numbers of a run, frame by frame.
class Report {
 public:
  Report(std::string scene, std::string method, int threads);
  ~Report();
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;

  /// Notes the wall time of one step, and of what was taken again in it.
  void addStep(double milliseconds, std::size_t particles);
  /// Notes the frame that the world has just finished.
  /// @param steps  that it took, less what was taken back
  void addFrame(World& world, std::size_t steps);

  /// The whole report. @param world  as it stands at the end
  [[nodiscard]] std::string text(const World& world, double seconds) const;

  [[nodiscard]] std::size_t steps() const { return stepMilliseconds_.size(); }
  [[nodiscard]] double medianStepMilliseconds() const;
  [[nodiscard]] double particleStepsPerSecond() const;

 private:
  std::unique_ptr<nlohmann::ordered_json> json_;
  std::vector<double> stepMilliseconds_;
  double particleSteps_ = 0;
};

/// A hash as people and reports see it: 16 hexadecimal digits.
std::string hashText(std::uint64_t hash);

}  // namespace ooze
