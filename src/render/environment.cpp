#include "render/environment.h"

#include "render/particle_buffer.h"

#include <algorithm>
#include <cmath>

namespace ooze {
namespace {

Vec3 unit(float x, float y, float z) { return glm::normalize(Vec3(x, y, z)); }

/// Describes a photographer's studio: warm key light from the upper left, a tall cool fill light on the
/// right, a long strip light behind for rims, all before a dark sweep.
EnvironmentLight studio() {
  return {{0.072f, 0.086f, 0.104f},
          {0.016f, 0.023f, 0.035f},
          {0.13f, 0.13f, 0.13f},
          0.42f,
          0.35f,
          Vec3(0.f),
          1.f,
          {unit(-0.45f, 0.95f, 0.62f), {0.135f, 0.11f}, 0.85f},
          {1.60f, 1.52f, 1.38f},
          {{{unit(0.85f, 0.35f, 0.45f), {0.26f, 0.70f}, 0.85f, false, {2.65f, 2.55f, 2.4f}},
            {unit(0.15f, 0.50f, -0.90f), {0.80f, 0.13f}, 0.9f, false, {2.1f, 2.1f, 2.15f}},
            {unit(-0.95f, 0.20f, -0.30f), {0.11f, 0.70f}, 1.2f, false, {1.5f, 1.5f, 1.6f}}}},
          0.25f,
          {0.325f, 0.318f, 0.308f},
          0.32f,
          1.5f,
          1.f,
          0.8f};
}

/// Describes a clear day: haze at the horizon, a deep zenith, sunlit sand below.
EnvironmentLight sky() {
  return {{0.46f, 0.57f, 0.70f},
          {0.06f, 0.155f, 0.40f},
          {0.42f, 0.37f, 0.30f},
          0.22f,
          0.25f,
          {0.75f, 0.62f, 0.42f},
          24.f,
          {unit(-0.55f, 0.80f, 0.45f), {0.045f, 0.045f}, 0.44f, true},
          {1.90f, 1.70f, 1.40f},
          {},
          -0.15f,
          {0.40f, 0.36f, 0.30f},
          0.85f,
          0.f,
          0.90f,
          0.35f};
}

/// Describes a dark studio with light from behind: edges and transmitted light show the liquid.
EnvironmentLight dark() {
  return {{0.016f, 0.018f, 0.024f},
          {0.003f, 0.004f, 0.006f},
          {0.010f, 0.011f, 0.014f},
          0.35f,
          0.40f,
          Vec3(0.f),
          1.f,
          {unit(-0.50f, 0.85f, -0.35f), {0.40f, 0.20f}, 1.2f},
          {1.35f, 1.28f, 1.20f},
          {{{unit(0.95f, 0.30f, -0.35f), {0.14f, 1.10f}, 1.2f, false, {3.4f, 3.9f, 4.8f}},
            {unit(-0.95f, 0.25f, 0.05f), {0.10f, 1.00f}, 1.2f, false, {3.6f, 3.2f, 2.7f}},
            {unit(0.20f, 0.75f, 0.80f), {0.50f, 0.16f}, 1.2f, false, {1.7f, 1.7f, 1.7f}}}},
          0.7f,
          {0.060f, 0.062f, 0.068f},
          0.25f,
          1.6f,
          1.1f,
          0.6f};
}

/// Describes a white cove, as for product shots.
EnvironmentLight white() {
  return {{1.05f, 1.05f, 1.05f},
          {1.25f, 1.25f, 1.25f},
          {0.78f, 0.78f, 0.78f},
          0.30f,
          0.30f,
          Vec3(0.f),
          1.f,
          {unit(-0.40f, 1.00f, 0.55f), {0.42f, 0.34f}, 1.2f},
          {0.55f, 0.53f, 0.50f},
          {{{unit(0.95f, 0.35f, 0.25f), {0.22f, 0.80f}, 1.2f, false, {1.6f, 1.6f, 1.7f}},
            // Black flags: clear objects vanish in a white room unless they reflect something dark.
            {unit(-0.95f, 0.15f, -0.10f), {0.20f, 1.20f}, 1.f, false, Vec3(-0.85f)},
            {unit(0.80f, 0.10f, -0.60f), {0.16f, 1.20f}, 1.f, false, Vec3(-0.85f)}}},
          -0.85f,
          Vec3(0.80f),
          1.f,
          0.f,
          0.80f,
          0.f};
}

float smoothStep(float from, float to, float x) {
  const float t = std::clamp((x - from) / (to - from), 0.f, 1.f);
  return t * t * (3.f - 2.f * t);
}

}  // namespace

EnvironmentLight environmentLight(Background background) {
  switch (background) {
    case Background::Sky:
      return sky();
    case Background::Dark:
      return dark();
    case Background::White:
      return white();
    default:
      return studio();
  }
}

Vec3 rotateAboutVertical(const Vec3& d, float turn) {
  const float angle = glm::radians(turn), c = std::cos(angle), s = std::sin(angle);
  return {c * d.x + s * d.z, d.y, c * d.z - s * d.x};
}

EnvironmentLight environmentLight(Background background, const LightSpec& light) {
  return applyLightSpec(environmentLight(background), light);
}

EnvironmentLight applyLightSpec(EnvironmentLight row, const LightSpec& light) {
  row.key.direction = rotateAboutVertical(row.key.direction, light.turn);
  for (Lamp& lamp : row.lamps) lamp.direction = rotateAboutVertical(lamp.direction, light.turn);
  if (light.height != 0.f) {
    Vec3& d = row.key.direction;
    const float lowest = glm::radians(5.f), highest = glm::radians(88.f);
    const float height = std::clamp(std::asin(d.y) + glm::radians(light.height), lowest, highest);
    const Vec2 level = glm::normalize(Vec2(d.x, d.z)) * std::cos(height);
    d = {level.x, std::sin(height), level.y};
  }
  row.keyLight *= light.brightness * linearColour(light.colour);
  row.exposure *= std::exp2(light.exposure);
  return row;
}

float coverage(const Lamp& lamp, const Vec3& d) {
  const float t = glm::dot(d, lamp.direction);
  if (t <= 0.f || lamp.halfSize.x <= 0.f) return 0.f;
  const Vec3 right = glm::normalize(glm::cross(Vec3(0, 1, 0), lamp.direction));
  const Vec3 up = glm::cross(lamp.direction, right);
  const Vec2 q = glm::abs(Vec2(glm::dot(d, right), glm::dot(d, up)) / t);
  const auto fade = [&](float at, float half) {
    return smoothStep(half * (1.f + 0.5f * lamp.edge), half * (1.f - 0.5f * lamp.edge), at);
  };
  if (lamp.round) return fade(lamp.halfSize.x * glm::length(q / lamp.halfSize), lamp.halfSize.x);
  return fade(q.x, lamp.halfSize.x) * fade(q.y, lamp.halfSize.y);
}

Vec3 backdropRadiance(const EnvironmentLight& row, const Vec3& d) {
  const float y2 = d.y * d.y, scale = d.y > 0.f ? row.rise : row.fall;
  const Vec3 light = glm::mix(row.horizon, d.y > 0.f ? row.zenith : row.ground, y2 / (y2 + scale * scale));
  return light + row.glow * std::pow(std::max(glm::dot(d, row.key.direction), 0.f), row.glowSharpness);
}

Vec3 ambientRadiance(const EnvironmentLight& row, const Vec3& d) {
  Vec3 light = backdropRadiance(row, d);
  for (const Lamp& lamp : row.lamps) light += coverage(lamp, d) * lamp.radiance;
  return glm::max(light, Vec3(0.f));
}

}  // namespace ooze
