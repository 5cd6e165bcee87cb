// The liquid's surface as triangles.
#pragma once

#include "ooze/base/math.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ooze {

/// Welded triangles, counter-clockwise as seen from outside. Arrays of attributes are parallel to positions,
/// or empty where the particles had none.
struct SurfaceMesh {
  std::vector<Vec3> positions;           ///< [m]
  std::vector<Vec3> normals;             ///< unit, outward
  std::vector<Vec3> velocities;          ///< of the liquid there, for motion blur [m/s]
  std::vector<std::uint32_t> colours;    ///< 0xAABBGGRR, mixed in linear light
  std::vector<std::uint16_t> materials;  ///< the one with most weight there
  std::vector<float> values;             ///< of the quantity that was asked for
  std::vector<std::array<std::uint32_t, 3>> triangles;

  void clear();  ///< keeps the memory
};

/// Of a closed mesh, by the divergence theorem; negative if it faces inward [m^3].
[[nodiscard]] double enclosedVolume(const SurfaceMesh& mesh);
[[nodiscard]] double surfaceArea(const SurfaceMesh& mesh);  ///< [m^2]

}  // namespace ooze
