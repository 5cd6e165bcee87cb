// Finds the sun, or the brightest window, in a panorama.
#include "render/panorama.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ooze {
namespace {

constexpr float kLowest = 0.05f;           // sine of the least elevation of a sun: light from below is no sun
constexpr float kCosMaxSunAngle = 0.906f;  // cosine of 25 degrees: angular radius of the largest window
constexpr float kMinLuminanceOverMean =
    4.f;  // least luminance of a sun's pixel over the mean: a bright sky is no sun
constexpr float kMinSunShare = 0.15f;  // least share of the light on a surface that faces the sun

struct BrightPixel {
  int x = 0, y = 0;
  float luminance = -1.f;
};

/// Finds the brightest pixel above the horizon. Averages over 3 x 3 pixels, so that a single hot pixel of a
/// camera is no sun.
BrightPixel brightest(const HdrPicture& picture) {
  BrightPixel best;
  for (int y = 0; y < picture.height && picture.direction(0, y).y > kLowest; ++y)
    for (int x = 0; x < picture.width; ++x) {
      float sum = 0.f;
      for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i)
          sum += luminance(
              picture.at((x + i + picture.width) % picture.width, std::clamp(y + j, 0, picture.height - 1)));
      if (sum / 9.f > best.luminance) best = {x, y, sum / 9.f};
    }
  return best;
}

/// Calls f with direction, radiance and solid angle of every pixel.
template <class F>
void forEachPixel(const HdrPicture& picture, F f) {
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x)
      f(picture.direction(x, y), picture.at(x, y), picture.solidAngle(y));
}

float meanLuminance(const HdrPicture& picture) {
  double sum = 0.0;
  forEachPixel(picture,
               [&](const Vec3&, const Vec3& light, float angle) { sum += luminance(light) * angle; });
  return static_cast<float>(sum / (4.0 * std::numbers::pi));
}

/// Returns the irradiance (luminance) of a surface that faces a direction, over pi.
float irradianceTowards(const HdrPicture& picture, const Vec3& facing) {
  double sum = 0.0;
  forEachPixel(picture, [&](const Vec3& d, const Vec3& light, float angle) {
    sum += luminance(light) * angle * std::max(glm::dot(d, facing), 0.f);
  });
  return static_cast<float>(sum / std::numbers::pi);
}

}  // namespace

PanoramaSun findSun(const HdrPicture& picture) {
  const BrightPixel peak = brightest(picture);
  PanoramaSun sun;
  if (peak.luminance <= 0.f) return sun;
  const Vec3 middle = picture.direction(peak.x, peak.y);
  sun.rest = kMinLuminanceOverMean * meanLuminance(picture);
  Vec3 towards(0.f);
  double sum = 0.0, squares = 0.0;
  const auto forEachSunPixel = [&](const auto& f) {
    forEachPixel(picture, [&](const Vec3& d, const Vec3& light, float angle) {
      const float bright = luminance(light);
      if (glm::dot(d, middle) > kCosMaxSunAngle && bright > sun.rest)
        f(d, light * (1.f - sun.rest / bright), angle);
    });
  };
  forEachSunPixel([&](const Vec3& d, const Vec3& light, float angle) {
    const float part = luminance(light);
    towards += part * angle * d;
    sum += part * angle;
    squares += part * part * angle;
  });
  sun.direction = glm::length(towards) > 0.f ? glm::normalize(towards) : middle;
  forEachSunPixel([&](const Vec3& d, const Vec3& light, float angle) {
    sun.light += light * (angle / std::numbers::pi_v<float> * std::max(glm::dot(d, sun.direction), 0.f));
  });
  // The size is that of a uniform disc with the same light, so a faint halo hardly enlarges the sun.
  if (squares > 0.0) sun.size = static_cast<float>(std::sqrt(sum * sum / squares / std::numbers::pi));
  sun.reach = kCosMaxSunAngle;
  if (luminance(sun.light) < kMinSunShare * irradianceTowards(picture, sun.direction)) return {};
  return sun;
}

}  // namespace ooze
