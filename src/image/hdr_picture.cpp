#include "image/hdr_picture.h"

#include "base/file_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <numbers>

namespace ooze {
namespace {

constexpr float kHalfTurn = std::numbers::pi_v<float>;  // half a turn, pi [rad]

/// Downsamples a line: returns the mean over each of `parts` equal intervals.
std::vector<Vec3> shortened(const std::vector<Vec3>& line, int parts) {
  std::vector<Vec3> result(static_cast<std::size_t>(parts), Vec3(0.f));
  const double step = static_cast<double>(line.size()) / parts;
  for (int i = 0; i < parts; ++i) {
    const double from = i * step, to = std::min(from + step, static_cast<double>(line.size()));
    for (auto k = static_cast<std::size_t>(from); static_cast<double>(k) < to; ++k) {
      const double part = std::min(to, static_cast<double>(k) + 1.0) - std::max(from, static_cast<double>(k));
      result[static_cast<std::size_t>(i)] += static_cast<float>(part / step) * line[k];
    }
  }
  return result;
}

}  // namespace

Vec3 HdrPicture::direction(int x, int y) const {
  const float longitude =
      2.f * kHalfTurn * ((static_cast<float>(x) + 0.5f) / static_cast<float>(width) - 0.5f);
  const float polar = kHalfTurn * (static_cast<float>(y) + 0.5f) / static_cast<float>(height);
  return {std::sin(polar) * std::sin(longitude), std::cos(polar), -std::sin(polar) * std::cos(longitude)};
}

float HdrPicture::solidAngle(int y) const {
  const float step = kHalfTurn / static_cast<float>(height);
  const float band = std::cos(step * static_cast<float>(y)) - std::cos(step * static_cast<float>(y + 1));
  return 2.f * kHalfTurn * band / static_cast<float>(width);
}

Vec3 HdrPicture::sampleDirection(const Vec3& d) const {
  const float u = (std::atan2(d.x, -d.z) / (2.f * kHalfTurn) + 0.5f) * static_cast<float>(width) - 0.5f;
  const float v = std::acos(std::clamp(d.y, -1.f, 1.f)) / kHalfTurn * static_cast<float>(height) - 0.5f;
  const float left = std::floor(u), top = std::floor(v), across = u - left, down = v - top;
  const int x = (static_cast<int>(left) + width) % width, beside = (x + 1) % width;
  const int y = std::clamp(static_cast<int>(top), 0, height - 1);
  const int below = std::clamp(static_cast<int>(top) + 1, 0, height - 1);
  return glm::mix(glm::mix(at(x, y), at(beside, y), across),
                  glm::mix(at(x, below), at(beside, below), across), down);
}

HdrPicture scaledDown(const HdrPicture& picture, int width) {
  HdrPicture narrow{width, picture.height, {}}, small{width, std::max(1, width / 2), {}};
  narrow.pixels.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(picture.height));
  for (int y = 0; y < picture.height; ++y) {
    const auto row = picture.pixels.begin() + static_cast<std::ptrdiff_t>(y) * picture.width;
    const std::vector<Vec3> line = shortened({row, row + picture.width}, width);
    narrow.pixels.insert(narrow.pixels.end(), line.begin(), line.end());
  }
  small.pixels.resize(static_cast<std::size_t>(small.width) * static_cast<std::size_t>(small.height));
  std::vector<Vec3> column(static_cast<std::size_t>(narrow.height));
  for (int x = 0; x < width; ++x) {
    for (int y = 0; y < narrow.height; ++y) column[static_cast<std::size_t>(y)] = narrow.at(x, y);
    const std::vector<Vec3> line = shortened(column, small.height);
    for (int y = 0; y < small.height; ++y)
      small.pixels[static_cast<std::size_t>(y * width + x)] = line[static_cast<std::size_t>(y)];
  }
  return small;
}

void writeHdr(const std::filesystem::path& path, const HdrPicture& picture) {
  FileWriter file(path);
  file.write(
      fmt::format("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {} +X {}\n", picture.height, picture.width));
  std::vector<std::array<std::uint8_t, 4>> line(static_cast<std::size_t>(picture.width));
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const Vec3 light = glm::max(picture.at(x, y), Vec3(0.f));
      const float most = std::max({light.r, light.g, light.b});
      std::array<std::uint8_t, 4> packed{};
      if (most > 1e-32f) {
        int exponent = 0;
        const float scale = std::frexp(most, &exponent) * 256.f / most;
        for (int c = 0; c < 3; ++c)
          packed[static_cast<std::size_t>(c)] = static_cast<std::uint8_t>(light[c] * scale);
        packed[3] = static_cast<std::uint8_t>(exponent + 128);
      }
      line[static_cast<std::size_t>(x)] = packed;
    }
    file.write(std::as_bytes(std::span(line)));
  }
  file.finish();
}

}  // namespace ooze
