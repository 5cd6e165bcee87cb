#include "surface/colour_mixing.h"

#include <algorithm>
#include <cmath>

namespace ooze::surface {

ColourMixing::ColourMixing() : code_(kSteps) {
  for (std::size_t k = 0; k < light_.size(); ++k) {
    const float c = static_cast<float>(k) / 255.f;
    light_[k] = c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
  }
  for (std::size_t k = 0; k < kSteps; ++k) {
    const float l = static_cast<float>(k) / static_cast<float>(kSteps - 1);
    const float c = l <= 0.0031308f ? 12.92f * l : 1.055f * std::pow(l, 1.f / 2.4f) - 0.055f;
    code_[k] = static_cast<std::uint8_t>(std::lround(255.f * c));
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

}  // namespace ooze::surface
