// High dynamic range pictures of all that surrounds a place, from Radiance files.
#pragma once

#include "ooze/base/math.h"

#include <filesystem>
#include <vector>

namespace ooze {

/// Every direction, by longitude from left to right and by latitude from the zenith down; -z is in the
/// middle.
struct HdrPicture {
  int width = 0, height = 0;
  std::vector<Vec3> pixels;  ///< width * height radiances, linear [any unit]

  [[nodiscard]] Vec3 at(int x, int y) const { return pixels[static_cast<std::size_t>(y * width + x)]; }
  /// Interpolated, round the seam too. @param d  unit
  [[nodiscard]] Vec3 towards(const Vec3& d) const;
  /// The middle of a pixel. @return unit vector
  [[nodiscard]] Vec3 direction(int x, int y) const;
  /// [sr]; they add up to 4 pi
  [[nodiscard]] float solidAngle(int y) const;
};

/// Of a linear colour, as the eye weighs it (Rec. 709).
inline float luminance(const Vec3& c) { return 0.2126f * c.r + 0.7152f * c.g + 0.0722f * c.b; }

/// The largest that is read, and the most that is kept of it: a wider one is scaled down.
inline constexpr int kWidestHdr = 8192, kKeptHdr = 2048;

/// Reads a Radiance picture (RGBE, "-Y H +X W"). The decoder works in a process of its own, so that a damaged
/// file takes nothing else down.
/// @throws InputError "PATH: why" if it cannot be read, is none, is damaged or too large, is not twice as
/// wide
///         as it is high, or holds no light or light beyond all measure
HdrPicture readHdr(const std::filesystem::path& path);

/// Each pixel the mean of what it covers. @param width  at most the picture's
HdrPicture scaledDown(const HdrPicture& picture, int width);

}  // namespace ooze
