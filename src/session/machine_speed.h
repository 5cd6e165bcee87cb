// How fast this machine steps liquid, by doing it.
#pragma once

#include "ooze/world/world.h"

namespace ooze {

/// Steps a block of liquid, alone in space, by the method and with the materials and the interaction radius
/// of `spec`, springs too if they have any. What solids cost is not in it.
/// @param material  that the block is of
/// @param threads   as for World
/// @param seconds   of wall time to take; a little longer if two steps need longer
/// @return particle-steps per second of the fastest step after the first, which allocates: whatever else the
///         machine does at that moment only slows others down
double measureParticleSteps(const WorldSpec& spec, std::uint16_t material, int threads, double seconds);

}  // namespace ooze
