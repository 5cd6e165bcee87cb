// Converts an environment to the environment map and coefficients that image-based lighting needs.
#pragma once

#include "render/environment.h"
#include "render/gl_objects.h"

#include <array>
#include <span>
#include <vector>

namespace ooze {

/// Stores one level of an octahedral map of the sphere: an octahedron unfolded into a square (Engelhardt and
/// Dachsbacher 2008), the zenith in the middle. Samples lie on the square's rim too, so that both sides of a
/// fold hold the same numbers.
struct SphereMap {
  int size = 0;                 ///< samples along each side
  std::vector<glm::vec4> data;  ///< size * size samples, rows from -z to +z

  explicit SphereMap(int size);
  /// Returns the direction of a sample (unit vector).
  [[nodiscard]] Vec3 direction(int x, int y) const;
  /// Interpolates the map bilinearly in direction d.
  [[nodiscard]] glm::vec4 at(const Vec3& d) const;
  /// Returns the solid angle of a sample [sr]. All solid angles add up to 4 pi within a thousandth at 64
  /// samples a side.
  [[nodiscard]] float solidAngle(int x, int y) const;
};

/// Counts the roughness levels: 0, 1/4 .. 1, each half as wide as the level before.
inline constexpr int kRoughnessLevels = 5;
/// Samples along each side of the sharpest level.
inline constexpr int kMaxMapSize = 256;

/// Holds the light of an environment, prefiltered for image-based lighting.
struct EnvironmentMap {
  /// Mirror images, one level for each roughness. rgb: radiance without the key light; a: radiance of the key
  /// light over keyLight.
  std::vector<SphereMap> levels;
  /// Irradiance over pi without the key light, in spherical harmonics up to the second order: the
  /// coefficients of 1, y, z, x, xy, yz, 3 z^2 - 1, xz, x^2 - y^2 for a unit normal (Ramamoorthi and Hanrahan
  /// 2001).
  std::array<Vec3, 9> irradiance{};
};

EnvironmentMap makeEnvironmentMap(const EnvironmentLight& row);
/// Prefilters any light.
/// @param sharpest  kMaxMapSize^2 samples of the sharpest level; rgb: radiance without the key light, a:
/// radiance of the key light over keyLight
EnvironmentMap makeEnvironmentMap(const std::vector<glm::vec4>& sharpest);
/// Prefilters the light of a panorama (panorama.h).
/// @param row      key light after the changes of a LightSpec
/// @param ambient  Panorama::ambient
/// @param turn     turn of the panorama about the vertical axis [degrees]
EnvironmentMap makeEnvironmentMap(const EnvironmentLight& row, const SphereMap& ambient, float turn);
/// Computes EnvironmentMap::irradiance from a map.
std::array<Vec3, 9> irradianceOf(const SphereMap& map);
/// Returns the irradiance of a surface that faces n (unit), over pi.
Vec3 irradianceAt(std::span<const Vec3, 9> coefficients, const Vec3& n);

/// Owns the environment map as a texture, with one mipmap level for each roughness.
class EnvironmentTexture {
 public:
  explicit EnvironmentTexture(std::span<const SphereMap> levels);
  void bind(GLuint unit) const;

 private:
  GlObject<TextureTraits> texture_;
};

}  // namespace ooze
