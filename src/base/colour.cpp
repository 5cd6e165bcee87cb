#include "base/colour.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace ooze {
namespace {

/// A colour in Oklab (Ottosson 2020), where equal steps look equally large.
struct Lab {
  float lightness, a, b;
};

std::uint32_t byteOf(float linear) {
  return static_cast<std::uint32_t>(std::lround(srgbOfLinear(std::clamp(linear, 0.f, 1.f)) * 255.f));
}

std::uint32_t toRgb(const Lab& c) {
  const auto cube = [](float x) { return x * x * x; };
  const float l = cube(c.lightness + 0.3963377774f * c.a + 0.2158037573f * c.b);
  const float m = cube(c.lightness - 0.1055613458f * c.a - 0.0638541728f * c.b);
  const float s = cube(c.lightness - 0.0894841775f * c.a - 1.2914855480f * c.b);
  const std::uint32_t red = byteOf(4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s);
  const std::uint32_t green = byteOf(-1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s);
  const std::uint32_t blue = byteOf(-0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s);
  return 0xff000000u | blue << 16 | green << 8 | red;
}

/// Interpolates linearly between colour stops.
/// @param stops  colours of the map, evenly spread over 0 .. 1
std::uint32_t between(std::span<const Lab> stops, float t) {
  if (!(t > 0.f)) return toRgb(stops.front());
  const float at = std::min(t, 1.f) * static_cast<float>(stops.size() - 1);
  const std::size_t i = std::min(static_cast<std::size_t>(at), stops.size() - 2);
  const float f = at - static_cast<float>(i);
  const Lab &p = stops[i], &q = stops[i + 1];
  return toRgb({p.lightness + f * (q.lightness - p.lightness), p.a + f * (q.a - p.a), p.b + f * (q.b - p.b)});
}

constexpr std::array kSequential{Lab{0.28f, 0.01f, -0.13f}, Lab{0.44f, 0.12f, -0.12f},
                                 Lab{0.60f, 0.18f, 0.00f}, Lab{0.76f, 0.10f, 0.12f},
                                 Lab{0.93f, -0.02f, 0.10f}};
constexpr std::array kDiverging{Lab{0.42f, -0.03f, -0.17f}, Lab{0.70f, -0.04f, -0.09f}, Lab{0.95f, 0.f, 0.f},
                                Lab{0.70f, 0.13f, 0.07f}, Lab{0.46f, 0.17f, 0.09f}};

}  // namespace

ColourMixing::ColourMixing() : code_(kSteps) {
  for (std::size_t k = 0; k < light_.size(); ++k) light_[k] = linearOfSrgb(static_cast<float>(k) / 255.f);
  for (std::size_t k = 0; k < kSteps; ++k) {
    const float l = static_cast<float>(k) / static_cast<float>(kSteps - 1);
    code_[k] = static_cast<std::uint8_t>(std::lround(255.f * srgbOfLinear(l)));
  }
}

std::array<float, 4> ColourMixing::lightOf(std::uint32_t colour) const {
  return {light_[colour & 255u], light_[colour >> 8 & 255u], light_[colour >> 16 & 255u],
          static_cast<float>(colour >> 24) / 255.f};
}

std::uint32_t ColourMixing::colourOf(const std::array<float, 4>& light) const {
  const auto rounded = [](float v, float steps) {
    return static_cast<std::uint32_t>(std::clamp(v, 0.f, 1.f) * steps + 0.5f);
  };
  const auto code = [&](float v) {
    return static_cast<std::uint32_t>(code_[rounded(v, static_cast<float>(kSteps - 1))]);
  };
  return code(light[0]) | code(light[1]) << 8 | code(light[2]) << 16 | rounded(light[3], 255.f) << 24;
}

std::uint32_t sequentialColour(float t) { return between(kSequential, t); }
std::uint32_t divergingColour(float t) { return between(kDiverging, t); }

std::uint32_t categoryColour(std::size_t index) {
  // The golden angle [rad] keeps neighbouring hues apart.
  const float hue = 0.6f + 2.399963f * static_cast<float>(index);
  return toRgb({0.68f, 0.14f * std::cos(hue), 0.14f * std::sin(hue)});
}

}  // namespace ooze
