// Keyframed motion: a smooth path through poses, or through values.
#pragma once

#include "ooze/base/math.h"

#include <vector>

namespace ooze {

/// A keyframe of a pose.
struct PoseKey {
  double time;  ///< [s]
  Pose pose;    ///< pose at that time
};

/// A place without a turn, or anything else of up to three numbers.
struct VectorKey {
  double time;  ///< [s]
  Vec3 value;   ///< value at that time
};

/// The pose at `time`, held constant before the first and after the last key, on a smooth path that never
/// swings beyond its keys: between two keys no component of the position leaves the interval between theirs,
/// and the orientation is never farther from either than they are from each other, so what is keyed to hold
/// still does. Velocity and angular velocity are continuous at keys, uneven ones included, except at the
/// first and the last key and at jumps. A constant velocity or angular velocity through the keys comes out as
/// such, and two keys alone are a motion at constant rates.
///
/// Two keys at one time are a jump; at that time the second of them holds. Between two keys the body turns
/// the short way round: more than half a turn needs keys between.
/// @param keys  ascending in time, at most two at one time; none: the origin
Pose interpolate(const std::vector<PoseKey>& keys, double time);

/// The value at `time`, on the path that a pose with such positions takes, to the bit.
Vec3 interpolate(const std::vector<VectorKey>& keys, double time);

/// Where the motion from one time to a later one would have begun to end where it does, had there been no
/// jump after `from`, up to and with `to`: the pose at `from`, carried along by each of them.
Pose poseBeforeMotion(const std::vector<PoseKey>& keys, double from, double to);

/// True if the keys jump after `from`, up to and with `to`.
bool jumpsWithin(const std::vector<PoseKey>& keys, double from, double to);

}  // namespace ooze
