// Which particles a picture can show: those in the first few layers, as the camera sees them.
#pragma once

#include "render/frame_block.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// A coarse depth buffer on the processor finds particles with others in front of them on every side.
/// @param spacing  between particles at rest [m]
/// @returns the indices of those that are not certainly hidden, nearest first
std::vector<std::uint32_t> frontLayers(std::span<const Vec3> positions, const FrameBlock& frame,
                                       float spacing);

}  // namespace ooze
