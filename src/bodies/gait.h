// Procedural character motion: standing, walking along a path, dancing on the spot.
#pragma once

#include "bodies/character.h"

#include <cstdint>

namespace ooze {

enum class GaitKind : std::uint8_t { Stand, Walk, Dance };

/// The kind and the parameters of a character's motion.
struct Gait {
  GaitKind kind = GaitKind::Stand;
  double cyclesPerSecond = 1.0;  ///< a walk's cycle is two steps, a dance's four beats
  double curvature = 0.0;        ///< curvature of a walk's path, positive to the left [1 / body height]
};

/// Distance covered by one walking cycle of two steps [body heights].
inline constexpr double kStride = 0.55;
/// Fraction of a cycle during which a walking foot is on the ground [1].
inline constexpr double kGroundFraction = 0.62;

/// Returns the character's stance after a number of cycles.
/// A walk begins at the origin along z, with the left foot just down. Feet on the ground do not slide: they
/// stand flat and roll off over the ball of the foot.
Stance computeStance(const Gait& gait, double cycles);

/// Returns the cycles completed at `seconds` after the start. The motion takes half a second to reach full
/// speed.
double cyclesAt(const Gait& gait, double seconds);

}  // namespace ooze
