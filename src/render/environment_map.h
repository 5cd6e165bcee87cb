// An environment as textures and numbers that shaders can use.
#pragma once

#include "render/environment.h"
#include "render/gl_objects.h"

#include <array>
#include <span>
#include <vector>

namespace ooze {

/// One level of a map of the whole sphere: an octahedron unfolded into a square (Engelhardt and Dachsbacher
/// 2008), the zenith in the middle. Samples lie on the square's rim too, so that both sides of a fold hold
/// the same numbers.
struct SphereMap {
  int size = 0;                 ///< samples along each side
  std::vector<glm::vec4> data;  ///< size * size, rows from -z to +z

  explicit SphereMap(int size);
  /// The direction of a sample. @returns unit vector
  [[nodiscard]] Vec3 direction(int x, int y) const;
  /// Interpolates between samples.
  [[nodiscard]] glm::vec4 at(const Vec3& d) const;
  /// Solid angle that a sample stands for [sr]; they add up to 4 pi within a thousandth at 64 samples a side.
  [[nodiscard]] float solidAngle(int x, int y) const;
};

/// Levels of roughness: 0, 1/4 .. 1, each half as wide as the one before.
inline constexpr int kRoughnessLevels = 5;
inline constexpr int kSharpestMap = 256;

struct EnvironmentMap {
  /// rgb: radiance without the key light, as a surface of each roughness mirrors it; a: of the key light,
  /// over keyLight.
  std::vector<SphereMap> levels;
  /// Irradiance over pi without the key light, by spherical harmonics up to the second order: the
  /// coefficients of 1, y, z, x, xy, yz, 3 z^2 - 1, xz, x^2 - y^2 for a unit normal (Ramamoorthi and Hanrahan
  /// 2001).
  std::array<Vec3, 9> irradiance{};
};

EnvironmentMap makeEnvironmentMap(const EnvironmentRow& row);
/// The same of any light: rgb and a are taken for a direction (unit).
EnvironmentMap makeEnvironmentMap(const std::vector<glm::vec4>& sharpest);
/// The light of a panorama (panorama.h) after its changes.
EnvironmentMap makeEnvironmentMap(const EnvironmentRow& row, const SphereMap& ambient, float turn);
/// EnvironmentMap::irradiance of a map.
std::array<Vec3, 9> irradianceOf(const SphereMap& map);
/// Diffuse light on a surface that faces n (unit), over pi.
Vec3 irradianceAt(std::span<const Vec3, 9> coefficients, const Vec3& n);

/// The map on the graphics device.
class EnvironmentTexture {
 public:
  explicit EnvironmentTexture(std::span<const SphereMap> levels);
  void bind(GLuint unit) const;

 private:
  GlObject<TextureTraits> texture_;
};

}  // namespace ooze
