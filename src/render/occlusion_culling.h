// Finds the particles that a picture can show, by occlusion culling: those in the first few layers.
#pragma once

#include "render/frame_block.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// Culls hidden particles with a coarse depth buffer on the CPU: a particle is hidden if nearer particles
/// cover its cell and the eight cells around.
/// @param spacing  distance between particles at rest [m]
/// @returns the indices of particles that may be visible, nearest first
std::vector<std::uint32_t> findVisibleParticles(std::span<const Vec3> positions, const FrameBlock& frame,
                                                float spacing);

}  // namespace ooze
