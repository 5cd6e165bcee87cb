// The report of `ooze run`: one JSON object.
#pragma once

#include "ooze/world/world.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

namespace ooze {

/// What the steps of a frame cost.
struct FrameCost {
  std::uint64_t frame;    ///< World::frameIndex() when it was done
  std::size_t steps;      ///< that it took, less what was taken back
  std::size_t particles;  ///< when it was done
  double milliseconds;    ///< wall time of its steps, and of what was taken again
};

/// Gathers the numbers of a run, frame by frame.
class Report {
 public:
  Report(std::string scene, const WorldSpec& spec, int threads);
  ~Report();
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;

  /// Notes the wall time of one step, and of what was taken again in it.
  void addStep(double milliseconds, std::size_t particles);
  /// Ends the frame whose steps were noted since the last call. @param steps  that it took, less what was
  /// taken back
  void endFrame(const World& world, std::size_t steps);
  /// Notes what the world is like at the end of this frame.
  void describeFrame(World& world);

  /// The whole report. @param world  as it stands at the end
  [[nodiscard]] std::string text(const World& world, double seconds) const;

  [[nodiscard]] std::size_t steps() const { return stepMilliseconds_.size(); }
  [[nodiscard]] double medianStepMilliseconds() const;
  [[nodiscard]] double particleStepsPerSecond() const;
  /// Simulated time over the wall time of the steps; 0 before the first.
  [[nodiscard]] double realTimeFactor() const { return realTimeFactor(costs_); }

 private:
  [[nodiscard]] double realTimeFactor(std::span<const FrameCost> frames) const;
  [[nodiscard]] double stepsPerSimulatedSecond(std::span<const FrameCost> frames) const;
  /// The simulated second with the most particle-steps (particles at the end of a frame times its steps), the
  /// first of several; all frames if there are fewer.
  [[nodiscard]] std::span<const FrameCost> fullestSecond() const;

  double framesPerSecond_;
  std::unique_ptr<nlohmann::ordered_json> json_;
  std::vector<double> stepMilliseconds_;
  std::vector<FrameCost> costs_;
  double frameMilliseconds_ = 0;  ///< of the frame that goes on
  double particleSteps_ = 0;
};

/// A hash as people and reports see it: 16 hexadecimal digits.
std::string hashText(std::uint64_t hash);

}  // namespace ooze
