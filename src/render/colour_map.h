// Colours that stand for numbers.
#pragma once

#include "ooze/world/snapshot.h"

#include "render/render_settings.h"

#include <cstdint>
#include <string_view>

namespace ooze {

/// The numbers at the two ends of a view's colours.
struct ColourScale {
  float low = 0.f;
  float high = 1.f;
  std::string_view unit;
};
/// @returns low == high for views that show no number
ColourScale colourScale(const Snapshot& snapshot, View view);

/// From dark blue over magenta and orange to pale yellow; lightness rises evenly. @param t 0 .. 1 @returns
/// 0xAABBGGRR
std::uint32_t sequentialColour(float t);
/// Blue below, white at 0.5, red above.
std::uint32_t divergingColour(float t);
/// Colours that stay apart, by index.
std::uint32_t categoryColour(std::size_t index);

}  // namespace ooze
