#include "render/panorama.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ooze {
namespace {

// Irradiance over pi of a surface that faces the light: about that in the sky of environment.cpp.
constexpr float kFacingLight = 1.9f;
constexpr float kMaxBackdropRadiance =
    60.f;  // limit of backdrop radiance: more is white anyway, half floats end
constexpr float kSmallestSun = 0.03f, kLargestSun = 0.3f;  // tangents that map and shadows can resolve

template <class F>
SphereMap mapOf(int size, F light) {
  SphereMap map(size);
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x)
      map.data[static_cast<std::size_t>(y * size + x)] = glm::vec4(light(map.direction(x, y)), 0.f);
  return map;
}

/// Returns the picture without the sun: the sun's pixels are reduced to the luminance `sun.rest`.
HdrPicture withoutSun(HdrPicture picture, const PanoramaSun& sun) {
  if (luminance(sun.light) <= 0.f) return picture;
  // Take a slightly larger angle than the sun's, because pixels at the edge show part of the sun.
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x) {
      Vec3& light = picture.pixels[static_cast<std::size_t>(y * picture.width + x)];
      const float bright = luminance(light);
      if (bright > sun.rest && dot(picture.direction(x, y), sun.direction) > sun.reach - 0.05f)
        light *= sun.rest / bright;
    }
  return picture;
}

/// Returns the greatest irradiance (luminance) over pi among surfaces that face the sun or five axes.
float maxIrradiance(const std::array<Vec3, 9>& irradiance, const PanoramaSun& sun) {
  float most = 0.f;
  for (const Vec3& n :
       {sun.direction, Vec3(0, 1, 0), Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(0, 0, 1), Vec3(0, 0, -1)})
    most = std::max(
        most, luminance(irradianceAt(irradiance, n) + sun.light * std::max(glm::dot(n, sun.direction), 0.f)));
  return most;
}

/// Estimates the albedo of a floor from the ground in the picture: radiance from below over irradiance from
/// above.
Vec3 floorAlbedo(const HdrPicture& picture, const Vec3& lightFromAbove) {
  Vec3 sum(0.f);
  float weights = 0.f;
  for (int y = picture.height / 2; y < picture.height; ++y) {
    const float weight = picture.solidAngle(y) * std::max(-picture.direction(0, y).y, 0.f);
    for (int x = 0; x < picture.width; ++x) sum += weight * picture.at(x, y), weights += weight;
  }
  const Vec3 albedo = sum / weights / glm::max(lightFromAbove, Vec3(1e-6f));
  const float grey = std::clamp(luminance(albedo), 0.08f, 0.6f);
  return glm::mix(Vec3(grey), albedo * (grey / std::max(luminance(albedo), 1e-6f)), 0.6f);
}

/// Clamps the elevation of a key light to 5 .. 88 degrees. Overhead a lamp's axes are undefined, and near the
/// horizon shadows become endless.
Vec3 clampElevation(const Vec3& d) {
  const float height = std::clamp(std::asin(d.y), glm::radians(5.f), glm::radians(88.f));
  const Vec2 level(d.x, d.z), along = glm::length(level) > 1e-4f ? glm::normalize(level) : Vec2(0.6f, 0.8f);
  return {std::cos(height) * along.x, std::sin(height), std::cos(height) * along.y};
}

EnvironmentLight rowOf(const PanoramaSun& sun, const Vec3& albedo) {
  EnvironmentLight row{};
  row.rise = row.fall = 0.3f;
  row.glowSharpness = 1.f;
  const float size = std::clamp(sun.size, kSmallestSun, kLargestSun);
  row.key = {clampElevation(sun.direction), {size, size}, 0.44f, true};
  row.keyLight = sun.light;
  row.floorAlbedo = albedo;
  row.floorFade = 0.9f;
  row.exposure = 0.9f;
  row.vignette = 0.35f;
  return row;
}

}  // namespace

Panorama makePanorama(const HdrPicture& picture) {
  // Scale the picture down to the map's resolution, so that no small light is missed between samples.
  const HdrPicture coarse = picture.width > 2 * kMaxMapSize ? scaledDown(picture, 2 * kMaxMapSize) : picture;
  PanoramaSun sun = findSun(coarse);
  const HdrPicture rest = withoutSun(coarse, sun);
  SphereMap ambient = mapOf(kMaxMapSize, [&](const Vec3& d) { return rest.sampleDirection(d); });
  const std::array<Vec3, 9> irradiance = irradianceOf(ambient);
  const Vec3 above = irradianceAt(irradiance, {0, 1, 0}) + sun.light * std::max(sun.direction.y, 0.f);
  const Vec3 albedo = floorAlbedo(rest, above);
  const float scale = kFacingLight / std::max(maxIrradiance(irradiance, sun), 1e-20f);
  sun.light *= scale;
  for (glm::vec4& sample : ambient.data) sample *= scale;
  SphereMap backdrop = mapOf(kBackdropMap, [&](const Vec3& d) {
    return glm::min(picture.sampleDirection(d) * scale, Vec3(kMaxBackdropRadiance));
  });
  return {{}, rowOf(sun, albedo), std::move(ambient), std::move(backdrop)};
}

std::shared_ptr<const Panorama> loadPanorama(const std::filesystem::path& file) {
  auto panorama = std::make_shared<Panorama>(makePanorama(readHdr(file)));
  panorama->file = file;
  return panorama;
}

}  // namespace ooze
