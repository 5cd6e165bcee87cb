// 8-bit images in memory, and their PNG and JPEG files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace ooze {

/// An 8-bit sRGB image, top row first, with straight (not premultiplied) alpha.
struct Image {
  int width = 0;
  int height = 0;
  int channels = 4;  ///< channels per pixel: 3, or 4 with alpha
  std::vector<std::uint8_t> pixels;

  Image() = default;
  Image(int w, int h, int c);
  [[nodiscard]] const std::uint8_t* at(int x, int y) const {
    return &pixels[(static_cast<std::size_t>(y) * width + x) * channels];
  }
  [[nodiscard]] std::uint8_t* at(int x, int y) {
    return &pixels[(static_cast<std::size_t>(y) * width + x) * channels];
  }
};

/// Writes a PNG file atomically.
/// @throws RunError "cannot write PATH: reason"
void writePng(const std::filesystem::path& path, const Image& image);
/// Writes a JPEG file without alpha.
/// @param quality  quality of the compression, 1 .. 100
/// @throws RunError as writePng()
void writeJpeg(const std::filesystem::path& path, const Image& image, int quality);

/// Conditions for reading an image.
struct ImageReading {
  int largestSide = 4096;  ///< greatest width and height that are accepted [pixels]
  int channels = 4;        ///< channels of the result: 3 or 4
};
/// Reads a JPEG or PNG file.
/// @throws InputError "cannot read PATH: reason"
Image readImage(const std::filesystem::path& path, const ImageReading& reading = {});

}  // namespace ooze
