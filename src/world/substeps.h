// How many steps a frame takes when the world may choose: as few as are stable, and never to and fro.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/methods/method.h"

#include "world/substep_need.h"

#include <string>

namespace ooze {

struct SpeedSources;

/// The most steps that a frame is given for its materials and speeds: what a material may cost is limited.
inline constexpr int kMostSubsteps = 400;

/// How often the step of a frame that goes wrong is halved.
inline constexpr int kMostHalvings = 3;

/// More steps no frame has: a command in its middle may split steps, into at most twice as many as are
/// needed.
inline constexpr int kMostStepsOfFrame = (2 * kMostSubsteps) << kMostHalvings;

/// What a frame of this length needs for a step that is stable.
SubstepNeed needOf(const StableStep& stable, double framesPerSecond);

/// What a frame needs in which nothing moves farther in a step than the methods rely on.
/// @param fastest  particle now [m/s]
/// @param time     now [s]
SubstepNeed neededSubsteps(float fastest, const SpeedSources& sources, double time);

/// The most speed that steps of this number in a frame can follow [m/s].
/// @param farthestMove  in a step [m]
float fastestFollowed(float farthestMove, double framesPerSecond, int substeps);

/// Follows the need of frame after frame with hysteresis: up at once, down only after kPatience frames in a
/// row that could do with clearly fewer, and then to the most that one of them needed. So the number of steps
/// changes direction at most once in kPatience frames. It depends on the needs alone.
class SubstepPlan {
 public:
  static constexpr int kPatience = 15;  // frames: a quarter of a second at 60 a second
  static constexpr float kClearlyFewer = 0.9f;

  /// @return the number of steps of the coming frame
  int next(const SubstepNeed& need);
  /// Counts `count` as the need of the frame just done: it turned out to be what the frame took.
  void raise(int count, std::string_view limit);
  /// What the present number of steps comes from.
  [[nodiscard]] const std::string& limit() const { return held_.limit; }

  void save(ByteWriter& out) const;
  /// @throws InputError if the bytes end early or make no sense
  void restore(ByteReader& in);

 private:
  SubstepNeed held_;
  SubstepNeed calmNeed_;  ///< the most of the calm frames
  int calmFrames_ = 0;
};

}  // namespace ooze
