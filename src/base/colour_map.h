// Colours that stand for numbers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ooze {

/// From dark blue over magenta and orange to pale yellow; lightness rises evenly. @param t 0 .. 1 @returns
/// 0xAABBGGRR, sRGB
std::uint32_t sequentialColour(float t);
/// Blue below, white at 0.5, red above.
std::uint32_t divergingColour(float t);
/// Colours that stay apart, by index.
std::uint32_t categoryColour(std::size_t index);

}  // namespace ooze
