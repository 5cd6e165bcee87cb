// Between light and the numbers of files and screens: the curve of sRGB, IEC 61966-2-1.
#pragma once

#include <cmath>

namespace ooze {

/// @param encoded  0 .. 1 @returns linear light, 0 .. 1
inline float linearOfSrgb(float encoded) {
  return encoded <= 0.04045f ? encoded / 12.92f : std::pow((encoded + 0.055f) / 1.055f, 2.4f);
}

/// @param linear  light, 0 .. 1 @returns encoded, 0 .. 1
inline float srgbOfLinear(float linear) {
  return linear <= 0.0031308f ? 12.92f * linear : 1.055f * std::pow(linear, 1.f / 2.4f) - 0.055f;
}

}  // namespace ooze
