// Which particles a picture can show: those in the first few layers, as the camera sees them.
#pragma once

#include "render/frame_block.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// A coarse depth buffer on the processor finds particles with others in front of them on every side.
/// @param spacing  between particles at rest [m]
/// @returns for every particle 0 if it is certainly hidden, else 1
std::vector<std::uint8_t> frontLayers(std::span<const Vec3> positions, const FrameBlock& frame,
                                      float spacing);

}  // namespace ooze
