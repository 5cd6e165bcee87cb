// High dynamic range environment maps, read from Radiance and OpenEXR files.
#pragma once

#include "ooze/base/math.h"

#include <filesystem>
#include <vector>

namespace ooze {

/// An equirectangular environment map: longitude from left to right, latitude from the zenith down.
/// The direction -z is in the middle.
struct HdrPicture {
  int width = 0, height = 0;
  std::vector<Vec3> pixels;  ///< linear radiance of width * height pixels, in any unit

  [[nodiscard]] Vec3 at(int x, int y) const { return pixels[static_cast<std::size_t>(y * width + x)]; }
  /// Returns the bilinearly interpolated radiance in a direction, also across the seam.
  /// @param d  direction, a unit vector
  [[nodiscard]] Vec3 sampleDirection(const Vec3& d) const;
  /// Returns the direction of a pixel's centre, as a unit vector.
  [[nodiscard]] Vec3 direction(int x, int y) const;
  /// Returns the solid angle of a pixel in row y [sr]. The solid angles of all pixels add up to 4 pi.
  [[nodiscard]] float solidAngle(int y) const;
};

/// Returns the relative luminance of a linear colour (Rec. 709).
inline float luminance(const Vec3& c) { return 0.2126f * c.r + 0.7152f * c.g + 0.0722f * c.b; }

/// Greatest width that is accepted, and greatest width that is kept: wider maps are scaled down. [pixels]
inline constexpr int kMaxHdrWidth = 8192, kStoredHdrWidth = 2048;

/// Reads a Radiance picture (RGBE, "-Y H +X W") or an OpenEXR picture (channels R, G, B, or luminance). The
/// content chooses the decoder, not the name. The decoder runs in its own process, so that a damaged file
/// cannot crash this one. Negative radiance in an OpenEXR picture becomes 0, and infinite radiance becomes
/// the greatest half float, because resampling programs write both.
/// @throws InputError "PATH: why" if the file cannot be read, has another format, is damaged or too
///         large, is not twice as wide as high, is black everywhere, or holds invalid or excessive radiance
HdrPicture readHdr(const std::filesystem::path& path);

/// Writes a Radiance picture (RGBE, "-Y H +X W", not compressed). Components keep about 8 bits of precision
/// relative to the largest of a pixel. The write is atomic.
/// @throws RunError "cannot write PATH: reason"
void writeHdr(const std::filesystem::path& path, const HdrPicture& picture);

/// Downscales with a box filter to `width` x `width` / 2 pixels.
/// @param width  width of the result, at most that of the picture [pixels]
HdrPicture scaledDown(const HdrPicture& picture, int width);

}  // namespace ooze
