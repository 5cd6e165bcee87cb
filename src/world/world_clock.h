// Where a world is in the course of its frames, and how many steps the present one takes.
#pragma once

#include "ooze/base/bytes.h"

#include "world/substeps.h"

#include <cstdint>
#include <string>

namespace ooze {

/// All steps of a frame have one length.
class WorldClock {
 public:
  explicit WorldClock(double framesPerSecond) : framesPerSecond_(framesPerSecond) {}

  [[nodiscard]] std::uint64_t step() const { return step_; }
  [[nodiscard]] std::uint64_t frame() const { return frame_; }
  [[nodiscard]] int substeps() const { return substeps_; }          ///< of the frame in progress
  [[nodiscard]] int substepsDone() const { return substepsDone_; }  ///< 0 at a frame boundary
  [[nodiscard]] bool atFrameBoundary() const { return substepsDone_ == 0; }
  /// How often the step of this frame was halved because the frame went wrong.
  [[nodiscard]] int halvings() const { return halvings_; }
  /// What the number of steps comes from where the world chooses it.
  [[nodiscard]] const std::string& limit() const { return plan_.limit(); }

  [[nodiscard]] double framesDone() const;  ///< the frame in progress as a fraction
  [[nodiscard]] double time() const { return framesDone() / framesPerSecond_; }  ///< [s]
  [[nodiscard]] float stepSeconds() const;  ///< of a frame that has begun
  /// The whole frame's length once it is done, so at every frame boundary [s].
  [[nodiscard]] float sinceFrameBegan() const;

  /// A frame begins, of so many steps before they are halved.
  void beginFrame(int substeps);
  void beginFrame(const SubstepNeed& need);
  /// Each of the steps that are left becomes a whole number of shorter ones, as many as are needed.
  void refine(const SubstepNeed& need);
  /// @param chosen  the world chose the number of steps
  /// @return true if the frame is done
  bool finishStep(bool chosen);
  void halve(int times) { halvings_ = times; }  ///< from the next frame's beginning on

  void save(ByteWriter& out) const;
  /// @throws InputError if the bytes end early or hold what no course of frames comes to
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
