// Frozen particles: liquid that does not move, like a wall.
// Frozen particles take part in every sum as liquid does, so particles that touch them see density and drag.
// Their displacement by any stage is undone after the stage, to the bit.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/particles/particles.h"

#include "particles/neighbours.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace ooze {

/// Freezes or unfreezes particles, given by index. Frozen particles get zero velocity.
void freeze(Particles& particles, std::span<const std::uint32_t> which, bool frozen);
/// Clears the frozen flags if no particle is frozen any more. To be called after particles were removed.
void clearUnusedFrozenFlags(Particles& particles);
/// Sets the velocities of frozen particles to zero. To be called after stages that change velocities.
void stopFrozen(Particles& particles, const Threads& threads);
/// Restores the positions of frozen particles. To be called after stages that move particles.
/// @param places  fixed position of each particle [m]
void holdFrozen(Particles& particles, const Vec3Array& places, const Threads& threads);
/// Calls f(i) for each frozen particle, in parallel.
void forEachFrozen(const Particles& particles, const Threads& threads, FunctionRef<void(std::size_t i)> f);

/// Pushes moving particles away from frozen ones.
/// Pressure alone would let a particle pass a thin sheet in time, because frozen particles cannot close a
/// gap.
/// @param particles   particles at the end of the time step, in the order of the lists
/// @param previous    positions at the step's start [m]; moved along where a displacement gives no velocity
/// @param neighbours  neighbour lists with a reach of at least 0.85 of any spacing
/// @param spacing     edge of the cube that a particle of a material fills at rest [m]
void separateFromFrozen(Particles& particles, Vec3Array& previous, const Neighbours& neighbours,
                        FunctionRef<float(std::uint16_t material)> spacing, const Threads& threads);

}  // namespace ooze
