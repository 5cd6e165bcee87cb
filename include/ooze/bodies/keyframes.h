// Keyframed motion: a smooth path through poses.
#pragma once

#include "ooze/base/math.h"

#include <vector>

namespace ooze {

struct PoseKey {
  double time;  ///< [s]
  Pose pose;
};

/// The pose at `time`, held constant before the first and after the last key. Position and orientation follow
/// cubic splines through the keys: velocity and angular velocity are continuous, uneven keys included, a
/// constant velocity or angular velocity through the keys comes out as such, and two keys alone are a motion
/// at constant rates. Two keys at one time are a jump. Between two keys the body turns the short way round:
/// more than half a turn needs keys between.
/// @param keys  ascending in time; none: the origin
Pose interpolate(const std::vector<PoseKey>& keys, double time);

}  // namespace ooze
