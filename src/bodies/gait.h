// How a figure moves: standing, walking along a path, dancing on the spot.
#pragma once

#include "bodies/figure.h"

#include <cstdint>

namespace ooze {

enum class GaitKind : std::uint8_t { Stand, Walk, Dance };

struct Gait {
  GaitKind kind = GaitKind::Stand;
  double cyclesPerSecond = 1.0;  ///< a walk's cycle is two steps, a dance's four beats
  double curvature = 0.0;        ///< of a walk's path, above 0 to the left [1 / body height]
};

/// How far a cycle of walking goes: two steps [body heights].
inline constexpr double kStride = 0.55;
/// The part of a cycle for which a walking foot is on the ground [1].
inline constexpr double kOnGround = 0.62;

/// The figure's stance after so many cycles. A walk begins at the origin along z; its left foot has just come
/// down. Feet that are on the ground do not slide: they stand flat, and roll off over the ball of the foot.
Stance stanceAt(const Gait& gait, double cycles);

/// The cycles done at `seconds` after the start: the motion takes half a second to come up to speed.
double cyclesAt(const Gait& gait, double seconds);

}  // namespace ooze
