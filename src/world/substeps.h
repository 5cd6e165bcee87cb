// Adaptive substepping: chooses the smallest stable number of substeps per frame, with hysteresis.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/methods/method.h"

#include <span>
#include <string>
#include <string_view>

namespace ooze {

/// The smallest stable number of substeps, and the stability limit that determines the number.
struct SubstepNeed {
  int count = 0;
  std::string limit;   ///< the limiting condition, as in World::substepLimit()
  double exact = 0.0;  ///< the number before rounding up to `count`, or 0 if only `count` is known
};

/// Returns the substeps per frame that these materials need while nothing moves fast. A world with automatic
/// substeps takes at least this many.
/// @throws InputError if no method has this key
SubstepNeed substepsFor(std::string_view method, const MethodSettings& settings,
                        std::span<const MaterialDefinition> materials, const Vec3& gravity,
                        double framesPerSecond);

struct SpeedSources;

/// Largest number of substeps chosen for materials and speeds, to limit the cost of a frame.
inline constexpr int kMaxSubsteps = 400;

/// Largest number of times that the step of a failing frame is halved.
inline constexpr int kMaxHalvings = 3;

/// Upper limit for the steps of any frame. A command in the middle of a frame may split steps into at most
/// twice as many as needed.
inline constexpr int kMaxStepsPerFrame = (2 * kMaxSubsteps) << kMaxHalvings;

/// Returns the number of substeps for which the time step is stable.
/// @param framesPerSecond  frame rate [1/s]
SubstepNeed needOf(const StableStep& stable, double framesPerSecond);

/// Returns the number of substeps for which nothing moves farther in a step than the methods allow.
/// @param fastest  speed of the fastest particle now [m/s]
/// @param time     present time [s]
SubstepNeed neededSubsteps(float fastest, const SpeedSources& sources, double time);

/// Returns the greatest speed that this number of substeps can follow [m/s].
/// @param maxStepDisplacement  largest distance that anything may move in a step [m]
float maxSpeedOfSubsteps(float maxStepDisplacement, double framesPerSecond, int substeps);

/// Follows the needed number of substeps from frame to frame with hysteresis. The number rises at once, but
/// falls only after kPatience frames in a row that needed clearly fewer, and then to the largest need among
/// those frames. The number that it falls to exceeds the exact need by kMargin, so that a need which varies
/// about a whole number does not raise the number again. The number therefore changes direction at most once
/// in kPatience frames. The result depends on the needs alone.
class SubstepPlan {
 public:
  static constexpr int kPatience = 15;  // number of frames; a quarter of a second at 60 frames per second
  static constexpr float kClearlyFewer = 0.9f;
  static constexpr double kMargin = 0.05;  // part of the exact need

  /// Returns the number of substeps of the coming frame.
  int next(const SubstepNeed& need);
  /// Sets the need of the frame just done to at least `count`, because the frame took this many steps.
  void raise(int count, std::string_view limit);
  /// Returns the reason for the present number of substeps.
  [[nodiscard]] const std::string& limit() const { return held_.limit; }

  void save(ByteWriter& out) const;
  /// @throws InputError if the bytes end early or make no sense
  void restore(ByteReader& in);

 private:
  SubstepNeed held_;
  SubstepNeed calmNeed_;  ///< largest need among the calm frames, which needed clearly fewer substeps
  int calmFrames_ = 0;
};

}  // namespace ooze
