#include "render/environment_map.h"

#include "ooze/base/threads.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ooze {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;

/// Maps a point beyond the square's rim to the same point of the octahedron inside the square.
Vec2 folded(Vec2 s) {
  if (std::abs(s.x) > 1.f) s = {std::copysign(2.f, s.x) - s.x, -s.y};
  if (std::abs(s.y) > 1.f) s = {-s.x, std::copysign(2.f, s.y) - s.y};
  return s;
}

Vec3 decodeOctahedral(const Vec2& s) {
  Vec3 p(s.x, 1.f - std::abs(s.x) - std::abs(s.y), s.y);
  if (p.y < 0.f) {
    p.x = std::copysign(1.f - std::abs(s.y), s.x);
    p.z = std::copysign(1.f - std::abs(s.x), s.y);
  }
  return p;
}

Vec2 fold(const Vec3& d) {
  const Vec3 p = d / (std::abs(d.x) + std::abs(d.y) + std::abs(d.z));
  if (p.y >= 0.f) return {p.x, p.z};
  return {std::copysign(1.f - std::abs(p.z), p.x), std::copysign(1.f - std::abs(p.x), p.z)};
}

/// Interpolates the map bilinearly at a point of the square from -1 to 1.
glm::vec4 sampleSquare(const SphereMap& map, const Vec2& square) {
  const auto last = static_cast<float>(map.size - 1);
  const Vec2 p = glm::clamp((0.5f * square + 0.5f) * last, Vec2(0.f), Vec2(last));
  const int x = std::min(static_cast<int>(p.x), map.size - 2),
            y = std::min(static_cast<int>(p.y), map.size - 2);
  const Vec2 f = p - Vec2(x, y);
  const glm::vec4* row = &map.data[static_cast<std::size_t>(y * map.size + x)];
  return glm::mix(glm::mix(row[0], row[1], f.x), glm::mix(row[map.size], row[map.size + 1], f.x), f.y);
}

/// Returns the solid angle per area of the square at a point of the square.
float stretch(const Vec2& square) {
  const Vec3 p = decodeOctahedral(square);
  return 1.f / std::pow(glm::dot(p, p), 1.5f);
}

/// Downsamples a map to half the width. Each sample is the mean of four points around the sample, weighted
/// by the solid angles of the points.
SphereMap halved(const SphereMap& fine) {
  SphereMap coarse(fine.size / 2);
  const float step = 2.f / static_cast<float>(coarse.size - 1), quarter = 0.25f * step;
  for (int y = 0; y < coarse.size; ++y)
    for (int x = 0; x < coarse.size; ++x) {
      const Vec2 at = Vec2(x, y) * step - 1.f;
      glm::vec4 sum(0.f);
      float weights = 0.f;
      for (const Vec2& o : {Vec2(-1, -1), Vec2(1, -1), Vec2(-1, 1), Vec2(1, 1)}) {
        const Vec2 place = folded(at + quarter * o);
        const float weight = stretch(place);
        sum += weight * sampleSquare(fine, place), weights += weight;
      }
      coarse.data[static_cast<std::size_t>(y * coarse.size + x)] = sum / weights;
    }
  return coarse;
}

/// Samples the GGX lobe of a rough surface that is seen head-on. Each sample reads the halved map whose
/// texels match the distance between samples (filtered importance sampling, Krivanek and Colbert 2008).
struct LobeSample {
  Vec3 direction;  // in a frame whose z axis is the mirrored direction
  float weight;
  std::size_t map;  // index of the halved map
};

std::vector<LobeSample> sampleLobe(float roughness, int count, std::size_t maps) {
  const float alpha = roughness * roughness, alpha2 = alpha * alpha;
  std::vector<LobeSample> samples;
  float sum = 0.f;
  for (int i = 0; i < count; ++i) {
    const float u = (static_cast<float>(i) + 0.5f) / static_cast<float>(count);
    // The golden angle [rad] spreads the directions evenly.
    const float turn = 2.39996323f * static_cast<float>(i);
    // GGX: Walter et al. 2007, equation 35; half vectors with a density of D cos.
    const float cosine2 = (1.f - u) / (1.f + (alpha2 - 1.f) * u), cosine = std::sqrt(cosine2);
    const float sine = std::sqrt(1.f - cosine2);
    const Vec3 half(sine * std::cos(turn), sine * std::sin(turn), cosine);
    const Vec3 mirrored = 2.f * cosine * half - Vec3(0, 0, 1);
    if (mirrored.z <= 0.f) continue;
    const float d = cosine2 * (alpha2 - 1.f) + 1.f;
    const float density = alpha2 / (kPi * d * d) / 4.f;
    const float apart = 1.f / (static_cast<float>(count) * density);
    const float texel = 4.f * kPi / static_cast<float>(kMaxMapSize * kMaxMapSize);
    const float level = 0.5f * std::log2(apart / texel);
    samples.push_back(
        {mirrored, mirrored.z, std::min(static_cast<std::size_t>(std::max(level, 0.f)), maps - 1)});
    sum += mirrored.z;
  }
  for (LobeSample& s : samples) s.weight /= sum;
  return samples;
}

SphereMap prefilter(const std::vector<SphereMap>& halvedMaps, int size, float roughness) {
  SphereMap map(size);
  const std::vector<LobeSample> samples =
      sampleLobe(roughness, kMaxMapSize * kMaxMapSize / (size * size) * 4 + 32, halvedMaps.size());
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x) {
      const Vec3 z = map.direction(x, y);
      const Vec3 side = glm::normalize(glm::cross(std::abs(z.y) < 0.9f ? Vec3(0, 1, 0) : Vec3(1, 0, 0), z));
      const Vec3 other = glm::cross(z, side);
      glm::vec4 sum(0.f);
      for (const LobeSample& s : samples)
        sum +=
            s.weight * halvedMaps[s.map].at(s.direction.x * side + s.direction.y * other + s.direction.z * z);
      map.data[static_cast<std::size_t>(y * size + x)] = sum;
    }
  return map;
}

std::array<float, 9> harmonics(const Vec3& d) {
  return {1.f, d.y, d.z, d.x, d.x * d.y, d.y * d.z, 3.f * d.z * d.z - 1.f, d.x * d.z, d.x * d.x - d.y * d.y};
}

}  // namespace

SphereMap::SphereMap(int samples) : size(samples), data(static_cast<std::size_t>(samples * samples)) {}

Vec3 SphereMap::direction(int x, int y) const {
  return glm::normalize(decodeOctahedral(Vec2(x, y) * (2.f / static_cast<float>(size - 1)) - 1.f));
}

glm::vec4 SphereMap::at(const Vec3& d) const { return sampleSquare(*this, fold(d)); }

float SphereMap::solidAngle(int x, int y) const {
  const float step = 2.f / static_cast<float>(size - 1);
  const Vec2 square = Vec2(x, y) * step - 1.f;
  const float rim = (x == 0 || x == size - 1 ? 0.5f : 1.f) * (y == 0 || y == size - 1 ? 0.5f : 1.f);
  return rim * step * step * stretch(square);
}

std::array<Vec3, 9> irradianceOf(const SphereMap& map) {
  // kNorm: squared norms of the basis functions over the sphere. kLobe: factor of the cosine lobe for each
  // order, over pi.
  constexpr float kNorm[9] = {4.f * kPi,        4.f * kPi / 3.f,  4.f * kPi / 3.f,
                              4.f * kPi / 3.f,  4.f * kPi / 15.f, 4.f * kPi / 15.f,
                              16.f * kPi / 5.f, 4.f * kPi / 15.f, 16.f * kPi / 15.f};
  constexpr float kLobe[9] = {1.f, 2.f / 3.f, 2.f / 3.f, 2.f / 3.f, 0.25f, 0.25f, 0.25f, 0.25f, 0.25f};
  std::array<Vec3, 9> sums{};
  for (int y = 0; y < map.size; ++y)
    for (int x = 0; x < map.size; ++x) {
      const std::array<float, 9> basis = harmonics(map.direction(x, y));
      const Vec3 light = map.solidAngle(x, y) * Vec3(map.data[static_cast<std::size_t>(y * map.size + x)]);
      for (std::size_t i = 0; i < 9; ++i) sums[i] += basis[i] * light;
    }
  for (std::size_t i = 0; i < 9; ++i) sums[i] *= kLobe[i] / kNorm[i];
  return sums;
}

EnvironmentMap makeEnvironmentMap(const std::vector<glm::vec4>& sharpest) {
  // Stop at 32 samples a side: within a sample of coarser maps the solid angle varies too much.
  std::vector<SphereMap> halvedMaps{SphereMap(kMaxMapSize)};
  halvedMaps.front().data = sharpest;
  while (halvedMaps.back().size > 32) halvedMaps.push_back(halved(halvedMaps.back()));

  EnvironmentMap map;
  map.levels.push_back(halvedMaps.front());
  for (int level = 1; level < kRoughnessLevels; ++level)
    map.levels.push_back(prefilter(halvedMaps, kMaxMapSize >> level,
                                   static_cast<float>(level) / static_cast<float>(kRoughnessLevels - 1)));
  map.irradiance = irradianceOf(map.levels.front());
  return map;
}

namespace {

/// Adds the key light as alpha and prefilters the map.
/// @param ambient  returns the radiance without the key light from a direction
EnvironmentMap withKeyLight(const EnvironmentLight& row, FunctionRef<Vec3(const Vec3&)> ambient) {
  SphereMap map(kMaxMapSize);
  double key = 0.0;  // irradiance of a surface that faces a key light of radiance 1, over pi
  for (int y = 0; y < map.size; ++y)
    for (int x = 0; x < map.size; ++x) {
      const Vec3 d = map.direction(x, y);
      const float part = coverage(row.key, d);
      map.data[static_cast<std::size_t>(y * map.size + x)] = {ambient(d), part};
      key +=
          static_cast<double>(part * map.solidAngle(x, y) * std::max(glm::dot(d, row.key.direction), 0.f)) /
          std::numbers::pi;
    }
  for (glm::vec4& sample : map.data) sample.a /= static_cast<float>(key);
  return makeEnvironmentMap(map.data);
}

}  // namespace

EnvironmentMap makeEnvironmentMap(const EnvironmentLight& row) {
  return withKeyLight(row, [&](const Vec3& d) { return ambientRadiance(row, d); });
}

EnvironmentMap makeEnvironmentMap(const EnvironmentLight& row, const SphereMap& ambient, float turn) {
  return withKeyLight(row, [&](const Vec3& d) { return Vec3(ambient.at(rotateAboutVertical(d, -turn))); });
}

Vec3 irradianceAt(std::span<const Vec3, 9> coefficients, const Vec3& n) {
  const std::array<float, 9> basis = harmonics(n);
  Vec3 light(0.f);
  for (std::size_t i = 0; i < 9; ++i) light += basis[i] * coefficients[i];
  return light;
}

EnvironmentTexture::EnvironmentTexture(std::span<const SphereMap> levels) {
  glBindTexture(GL_TEXTURE_2D, texture_.name());
  for (std::size_t level = 0; level < levels.size(); ++level) {
    const SphereMap& part = levels[level];
    glTexImage2D(GL_TEXTURE_2D, static_cast<GLint>(level), GL_RGBA16F, part.size, part.size, 0, GL_RGBA,
                 GL_FLOAT, part.data.data());
  }
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, static_cast<GLint>(levels.size()) - 1);
  // No interpolation between levels: the outermost samples lie on the map's rim, so a direction has different
  // texture coordinates at each level. Shaders look up one level at a time with textureLod().
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

void EnvironmentTexture::bind(GLuint unit) const {
  glActiveTexture(GL_TEXTURE0 + unit);
  glBindTexture(GL_TEXTURE_2D, texture_.name());
  glActiveTexture(GL_TEXTURE0);  // textures that are made later must not be bound to this unit
}

}  // namespace ooze
