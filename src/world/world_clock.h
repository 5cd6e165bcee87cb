// The clock of a world: frame and step counters, and the number of substeps of the present frame.
#pragma once

#include "ooze/base/bytes.h"

#include "world/substeps.h"

#include <cstdint>
#include <string>

namespace ooze {

/// Counts steps and frames. All steps of a frame have the same length.
class WorldClock {
 public:
  explicit WorldClock(double framesPerSecond) : framesPerSecond_(framesPerSecond) {}

  [[nodiscard]] std::uint64_t step() const { return step_; }
  [[nodiscard]] std::uint64_t frame() const { return frame_; }
  [[nodiscard]] int substeps() const { return substeps_; }  ///< number of substeps of the frame in progress
  /// Steps done in the present frame; 0 at a frame boundary.
  [[nodiscard]] int substepsDone() const { return substepsDone_; }
  [[nodiscard]] bool atFrameBoundary() const { return substepsDone_ == 0; }
  /// Returns how many times the step of this frame was halved because the frame failed.
  [[nodiscard]] int halvings() const { return halvings_; }
  /// Returns the reason for the number of substeps, if the world chooses the number.
  [[nodiscard]] const std::string& limit() const { return plan_.limit(); }

  /// Finished frames, plus the finished fraction of the frame in progress.
  [[nodiscard]] double framesDone() const;
  [[nodiscard]] double time() const { return framesDone() / framesPerSecond_; }  ///< simulated time [s]
  [[nodiscard]] float stepSeconds() const;  ///< step length of a frame that has begun [s]
  /// Returns the time since the frame began; at a frame boundary, the length of the whole last frame [s].
  [[nodiscard]] float sinceFrameBegan() const;

  /// Begins a frame of this many substeps, before halving.
  void beginFrame(int substeps);
  void beginFrame(const SubstepNeed& need);
  /// Splits each remaining step into a whole number of shorter steps, as many as needed.
  void refine(const SubstepNeed& need);
  /// Counts a finished step.
  /// @param chosen  true if the world chose the number of substeps
  /// @return true if the frame is done
  bool finishStep(bool chosen);
  /// Halves the step length `times` times. Takes effect when the next frame begins.
  void halve(int times) { halvings_ = times; }

  void save(ByteWriter& out) const;
  /// @throws InputError if the bytes end early or hold values that no run reaches
  void restore(ByteReader& in);

 private:
  double framesPerSecond_;
  std::uint64_t step_ = 0;
  std::uint64_t frame_ = 0;
  int substeps_ = 0;
  int substepsDone_ = 0;
  SubstepPlan plan_;
  int halvings_ = 0;
};

}  // namespace ooze
