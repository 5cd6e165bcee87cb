// Colours of 8 bits as light, so that they mix as light does.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace ooze::surface {

/// IEC 61966-2-1, by tables: a mesh converts as many colours as it has vertices.
class ColourMixing {
 public:
  ColourMixing();

  /// Red, green, blue as light, and alpha, 0 to 1. @param colour  0xAABBGGRR, sRGB
  [[nodiscard]] std::array<float, 4> lightOf(std::uint32_t colour) const;
  /// The nearest colour; a colour's own light gives it back.
  [[nodiscard]] std::uint32_t colourOf(const std::array<float, 4>& light) const;

 private:
  static constexpr std::size_t kSteps = 8192;  // finer than 8 bits where sRGB is steepest: 1 / (12.92 * 255)

  std::array<float, 256> light_{};
  std::vector<std::uint8_t> code_;
};

}  // namespace ooze::surface
