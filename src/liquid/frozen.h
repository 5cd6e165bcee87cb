// Liquid that stands like a wall. Frozen particles take part in every sum as liquid does, so that what
// touches them finds density and drag there; what a stage moves them by is undone after it, to the bit.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/particles/particles.h"

#include "particles/neighbours.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace ooze {

/// Makes these particles, given by index, stand or move again. What stands has no velocity.
void freeze(Particles& particles, std::span<const std::uint32_t> which, bool frozen);
/// After particles were removed: nothing is looked at where nothing is frozen.
void forgetNoFrozen(Particles& particles);
/// After what changes velocities.
void stopFrozen(Particles& particles, const Threads& threads);
/// After what moves particles. @param places  where they are to stand [m]
void holdFrozen(Particles& particles, const Vec3Array& places, const Threads& threads);
/// Calls f(i) for each frozen particle, of several at once.
void forFrozen(const Particles& particles, const Threads& threads, FunctionRef<void(std::size_t i)> f);

/// Keeps what moves off what is frozen. Pressure alone would let a particle through a thin sheet in time,
/// because what is frozen cannot close up.
/// @param particles   at the end of the step, sorted as the lists are
/// @param previous    where they were at its beginning [m]: moves along where a particle is to gain no speed
/// @param neighbours  lists that reach as far as 0.85 of any spacing
/// @param spacing     edge of the cube that a particle of a material fills at rest [m]
void keepOffFrozen(Particles& particles, Vec3Array& previous, const Neighbours& neighbours,
                   FunctionRef<float(std::uint16_t material)> spacing, const Threads& threads);

}  // namespace ooze
