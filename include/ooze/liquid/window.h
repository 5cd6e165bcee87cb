// Simulation window: the part of a world in which a grid method keeps liquid (Rasmussen et al. 2004, moving
// windows).
#pragma once

#include "ooze/bodies/bodies.h"

#include <string>
#include <vector>

namespace ooze {

/// A keyframe of a window.
struct WindowKey {
  double time;  ///< time of the keyframe [s]
  Aabb box;     ///< box of the window at that time, relative to the position of the followed body [m]
};

/// Specification of a window: a box that stays, follows a body, or changes by keyframes.
struct WindowSpec {
  Aabb box;  ///< box of the window if `keys` is empty, relative to the position of the followed body [m]
  std::string body;             ///< name of the followed body, the box's origin; "" for the world's origin
  std::vector<WindowKey> keys;  ///< boxes ascending in time, interpolated linearly; constant before and after
};

/// A window evaluated at one time. A grid method rounds `box` and `moved` to whole cells separately, so that
/// a window that only moves keeps its size in cells.
struct PosedWindow {
  Aabb box;         ///< box before the translation [m]
  Vec3 moved{0.f};  ///< translation: position of the followed body; 0 without a body [m]
};

/// Evaluates a window at one time.
/// @param bodies  bodies posed at that time
/// @param time    simulated time [s]
[[nodiscard]] PosedWindow poseOf(const WindowSpec& window, const std::vector<Body>& bodies, double time);

}  // namespace ooze
