#include "base/srgb.h"

#include <algorithm>
#include <cmath>

namespace ooze {

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

}  // namespace ooze
