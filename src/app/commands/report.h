// The report of `ooze run`: one JSON object.
#pragma once

#include "ooze/world/world.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

namespace ooze {

/// Cost of the steps of one frame.
struct FrameCost {
  std::uint64_t frame;    ///< World::frameIndex() after the frame
  std::size_t steps;      ///< number of substeps of the frame, without those that were rolled back
  std::size_t particles;  ///< number of particles after the frame
  double milliseconds;    ///< wall time of all substeps, including those that were rolled back [ms]
  LoopTimes loops;        ///< time in parallel loops, for a world with one thread
};

/// Collects the statistics of a run, frame by frame.
class Report {
 public:
  Report(std::string scene, const WorldSpec& spec, int threads);
  ~Report();
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;

  /// Adds the wall time of one step, including steps that were rolled back and repeated.
  void addStep(double milliseconds, std::size_t particles);
  /// Ends the current frame, which consists of the steps added by addStep() since the last endFrame().
  /// @param steps  number of substeps of the frame, without the substeps that were rolled back
  /// @param loops  time in parallel loops during the frame
  void endFrame(const World& world, std::size_t steps, const LoopTimes& loops);
  /// Appends the statistics of the world at the end of this frame.
  void describeFrame(World& world);

  /// Returns the whole report as JSON. @param world  at the end of the run
  [[nodiscard]] std::string text(const World& world, double seconds) const;

  [[nodiscard]] std::size_t steps() const { return stepMilliseconds_.size(); }
  [[nodiscard]] double medianStepMilliseconds() const;
  [[nodiscard]] double particleStepsPerSecond() const;
  /// Simulated time divided by the wall time of the steps; 0 before the first step.
  [[nodiscard]] double realTimeFactor() const { return realTimeFactor(costs_); }

 private:
  [[nodiscard]] double realTimeFactor(std::span<const FrameCost> frames) const;
  [[nodiscard]] double stepsPerSimulatedSecond(std::span<const FrameCost> frames) const;
  /// Returns the simulated second with the most particle-steps (particles at the end of a frame times its
  /// steps). Returns the first of equal seconds, or all frames if the run is shorter than a second.
  [[nodiscard]] std::span<const FrameCost> fullestSecond() const;

  double framesPerSecond_;
  std::unique_ptr<nlohmann::ordered_json> json_;
  std::vector<double> stepMilliseconds_;
  std::vector<FrameCost> costs_;
  double frameMilliseconds_ = 0;  ///< wall time of the steps added to the current frame so far [ms]
  double particleSteps_ = 0;
};

/// Formats a hash for people and reports: 16 hexadecimal digits.
std::string hashText(std::uint64_t hash);

}  // namespace ooze
