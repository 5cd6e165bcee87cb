// Colour maps: convert numbers to colours.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ooze {

/// Sequential colour map from dark blue over magenta and orange to pale yellow, with evenly rising lightness.
/// @param t  position on the map, 0 .. 1
/// @returns the colour, 0xAABBGGRR in sRGB
std::uint32_t sequentialColour(float t);
/// Diverging colour map: blue for t below 0.5, white at 0.5, red above.
std::uint32_t divergingColour(float t);
/// Returns a colour for a category index. Neighbouring indices get clearly different hues.
std::uint32_t categoryColour(std::size_t index);

}  // namespace ooze
