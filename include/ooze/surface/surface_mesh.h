// The liquid's surface as triangles.
#pragma once

#include "ooze/base/math.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ooze {

/// The two liquids of most weight at a vertex, so that their border can be drawn finer than triangles are.
struct LiquidsHere {
  std::array<std::uint16_t, 2> materials{};  ///< the heavier first; the same twice where there is one only
  std::array<std::uint32_t, 2> colours{};    ///< of each alone, as `SurfaceMesh::colours`; 0 without any
  float share = 1.f;                         ///< of the first in the weight of both, 0.5 to 1
};

/// Where the free surface ends at a solid the mesh has an edge: its vertices have the normals of the free
/// surface, and the triangles on the other side, against the solid, have their own.
struct Crease {
  std::uint32_t triangle;  ///< index of the triangle
  std::uint32_t corner;    ///< of the triangle, 0 to 2
  Vec3 normal;             ///< unit
};

/// Welded triangles, counter-clockwise as seen from outside. Arrays of attributes are parallel to positions,
/// or empty where the particles had none.
struct SurfaceMesh {
  std::vector<Vec3> positions;                          ///< [m]
  std::vector<Vec3> normals;                            ///< unit, outward
  std::vector<Vec3> velocities;                         ///< of the liquid there, for motion blur [m/s]
  std::vector<std::uint32_t> colours;                   ///< 0xAABBGGRR, mixed in linear light
  std::vector<std::uint16_t> materials;                 ///< the one with most weight there
  std::vector<LiquidsHere> liquids;                     ///< empty also where all is of one material
  std::vector<float> values;                            ///< of the quantity that was asked for
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< indices of the three vertices
  std::vector<Crease> creases;                          ///< by triangle

  void clear();  ///< keeps the memory
};

/// Of a closed mesh, by the divergence theorem; negative if it faces inward [m^3].
[[nodiscard]] double enclosedVolume(const SurfaceMesh& mesh);
[[nodiscard]] double surfaceArea(const SurfaceMesh& mesh);  ///< [m^2]

}  // namespace ooze
