// Keyframe interpolation: smooth, monotone splines through poses or through vectors.
#pragma once

#include "ooze/base/math.h"

#include <vector>

namespace ooze {

/// A keyframe of a pose.
struct PoseKey {
  double time;  ///< time of the keyframe [s]
  Pose pose;    ///< pose of the body or control at that time; position in m
};

/// A keyed vector: a position without orientation, or any other value of up to three numbers.
struct VectorKey {
  double time;  ///< time of the keyframe [s]
  Vec3 value;   ///< value at that time, in the unit of the keyed property
};

/// Interpolates the keyed poses at `time` along a smooth spline that never overshoots its keys.
///
/// The spline is a cubic Hermite spline with the slopes of Catmull and Rom (1974), limited as by Fritsch and
/// Carlson (1980). Orientations are interpolated as rotation vectors since the key before.
///
/// Before the first key and after the last key the pose is constant. Between two keys no component of the
/// position leaves the interval between its two keyed values. The orientation is never farther from either
/// key than the keys are from each other. A pose that is keyed to hold therefore holds still.
///
/// Velocity and angular velocity are continuous at keys, also at unevenly spaced keys; exceptions are the
/// first key, the last key and jumps. Keys along a constant velocity or angular velocity give exactly this
/// motion, and two keys alone give a motion at constant rates.
///
/// Two keys at the same time are a jump; at that time the second key holds. Between two keys the body turns
/// the short way round, so a turn of more than 180 degrees needs keys in between.
/// @param keys  ascending in time, at most two at the same time
/// @param time  time at which the pose is wanted [s]
/// @return the pose [m]; the identity pose if there are no keys
Pose interpolate(const std::vector<PoseKey>& keys, double time);

/// Interpolates the keyed vectors at `time`, bit for bit as the positions of equal pose keys.
/// @param keys  as for poses
/// @param time  time at which the value is wanted [s]
/// @return the value in the unit of the keys; 0 if there are no keys
Vec3 interpolate(const std::vector<VectorKey>& keys, double time);

/// Returns the start pose of the motion from `from` to `to` with all jumps moved before its start.
/// The pose at `from` is carried along by each jump after `from`, up to and including `to`. Differences to
/// the pose at `to` then contain the smooth motion only.
/// @param keys      as for interpolate()
/// @param from, to  interval of time, from <= to [s]
/// @return a pose [m]; the pose at `from` if no jump lies within
Pose poseBeforeMotion(const std::vector<PoseKey>& keys, double from, double to);

/// Returns true if the keys jump after `from`, up to and including `to`.
/// @param from, to  interval of time, from <= to [s]
bool jumpsWithin(const std::vector<PoseKey>& keys, double from, double to);

}  // namespace ooze
