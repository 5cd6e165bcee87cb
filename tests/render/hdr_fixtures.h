// Synthetic Radiance pictures (.hdr).
#pragma once

#include "base/file.h"
#include "image/hdr_picture.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <string>

namespace ooze {

/// Returns an environment map with the radiance `light(direction)`.
template <class F>
HdrPicture hdrOf(int width, F light) {
  HdrPicture picture{width, width / 2, {}};
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < width; ++x) picture.pixels.push_back(light(picture.direction(x, y)));
  return picture;
}

/// Returns a grey environment, brighter above, with a sun of 3 degrees that is strong enough for hard
/// shadows.
inline HdrPicture sunnyPicture(const Vec3& sun, int width = 128) {
  return hdrOf(width, [&](const Vec3& d) {
    const float sky = 0.3f + 0.2f * std::max(d.y, 0.f);
    return glm::dot(d, sun) > std::cos(glm::radians(3.f)) ? Vec3(400.f, 360.f, 300.f) : Vec3(sky);
  });
}

/// Returns the bytes of a .hdr file: four bytes per pixel, uncompressed.
inline std::string hdrBytes(const HdrPicture& picture) {
  std::string bytes =
      fmt::format("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {} +X {}\n", picture.height, picture.width);
  for (const Vec3& c : picture.pixels) {
    int exponent = 0;
    const float most = std::max({c.r, c.g, c.b});
    const float scale = most > 0.f ? std::frexp(most, &exponent) * 256.f / most : 0.f;
    for (int k = 0; k < 3; ++k) bytes += static_cast<char>(static_cast<unsigned char>(c[k] * scale));
    bytes += static_cast<char>(most > 0.f ? exponent + 128 : 0);
  }
  return bytes;
}

}  // namespace ooze
