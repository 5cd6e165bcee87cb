// The part of a world in which a method on a grid keeps liquid (Rasmussen et al. 2004, moving windows).
#pragma once

#include "ooze/bodies/bodies.h"

#include <string>
#include <vector>

namespace ooze {

/// A keyframe of a window's position.
struct WindowKey {
  double time;  ///< [s]
  Aabb box;     ///< [m]
};

/// A box that stays, goes along with a body, or changes by its keys.
struct WindowSpec {
  Aabb box;                     ///< where there are no keys [m]
  std::string body;             ///< from whose place the box is measured; "": from the origin
  std::vector<WindowKey> keys;  ///< ascending in time; straight between two of them
};

/// A window at a moment. Whoever has cells takes both to whole cells, each for itself, so that a window that
/// only moves keeps its size.
struct PosedWindow {
  Aabb box;         ///< before it moves [m]
  Vec3 moved{0.f};  ///< [m]
};

/// @param bodies  as they stand then
/// @param time    [s]
[[nodiscard]] PosedWindow poseOf(const WindowSpec& window, const std::vector<Body>& bodies, double time);

}  // namespace ooze
