// The fall limit: liquid that has fallen far below every solid and nozzle is taken out of the world.
#pragma once

#include "ooze/base/math.h"
#include "ooze/bodies/bodies.h"
#include "ooze/liquid/emitter.h"
#include "ooze/liquid/volume.h"

#include <optional>
#include <span>

namespace ooze {

/// Liquid that has fallen this far is taken out of the world [interaction radii]. Falling liquid would
/// otherwise demand more steps in each frame, for a drop that nothing can catch.
inline constexpr float kFallLimit = 300.f;

/// Returns the region in which liquid stays. Only the side towards which gravity pulls most is bounded.
/// @param bodies   static and kinematic bodies count; dynamic bodies may fall themselves
/// @param radius   interaction radius h [m]
/// @return nothing without gravity, without such a body, or if one of them is endless, as a plane is
[[nodiscard]] std::optional<Aabb> findFallLimit(const Bodies& bodies, std::span<const Emitter> nozzles,
                                                std::span<const LiquidVolume> volumes, const Vec3& gravity,
                                                float radius);

}  // namespace ooze
