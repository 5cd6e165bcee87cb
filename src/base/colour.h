// Colours: conversion between linear light and sRGB (IEC 61966-2-1), and colour maps.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ooze {

/// Decodes an sRGB channel.
/// @param encoded  value of the channel in sRGB, 0 .. 1
/// @returns linear light, 0 .. 1
inline float linearOfSrgb(float encoded) {
  return encoded <= 0.04045f ? encoded / 12.92f : std::pow((encoded + 0.055f) / 1.055f, 2.4f);
}

/// Encodes a linear channel as sRGB.
/// @param linear  linear light, 0 .. 1
/// @returns the value of the channel in sRGB, 0 .. 1
inline float srgbOfLinear(float linear) {
  return linear <= 0.0031308f ? 12.92f * linear : 1.055f * std::pow(linear, 1.f / 2.4f) - 0.055f;
}

/// Converts between sRGB and linear light by lookup tables, because a mesh has as many colours as vertices.
class ColourMixing {
 public:
  ColourMixing();

  /// Returns linear red, green, blue and alpha, each 0 to 1.
  /// @param colour  sRGB colour, 0xAABBGGRR
  [[nodiscard]] std::array<float, 4> lightOf(std::uint32_t colour) const;
  /// Returns the nearest sRGB colour. A round trip through lightOf() returns the same colour.
  [[nodiscard]] std::uint32_t colourOf(const std::array<float, 4>& light) const;

 private:
  // The steps are finer than 8 bits on the steepest part of sRGB: 1 / (12.92 * 255).
  static constexpr std::size_t kSteps = 8192;

  std::array<float, 256> light_{};
  std::vector<std::uint8_t> code_;
};

/// Sequential colour map from dark blue over magenta and orange to pale yellow, with evenly rising lightness.
/// @param t  position on the map, 0 .. 1
/// @returns the colour, 0xAABBGGRR in sRGB
std::uint32_t sequentialColour(float t);
/// Diverging colour map: blue for t below 0.5, white at 0.5, red above.
std::uint32_t divergingColour(float t);
/// Returns a colour for a category index. Neighbouring indices get clearly different hues.
std::uint32_t categoryColour(std::size_t index);

}  // namespace ooze
