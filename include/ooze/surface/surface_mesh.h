// Triangle mesh of the liquid surface.
#pragma once

#include "ooze/base/math.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ooze {

/// The two liquids with the largest weights at a vertex. The border between liquids can thus be drawn inside
/// triangles.
struct VertexLiquids {
  std::array<std::uint16_t, 2>
      materials{};  ///< materials, largest weight first; equal if only one liquid is present
  std::array<std::uint32_t, 2> colours{};  ///< colours of both liquids, 0xAABBGGRR; 0 without any
  float share = 1.f;  ///< weight of the first liquid over the weight of both, 0.5 .. 1 [1]
};

/// Extra normal of a triangle corner at the contact line, where the free surface meets a solid.
/// The mesh has a sharp edge along that line. Vertices on the line store the normal of the free surface; a
/// crease stores the normal of the triangles that lie against the solid.
struct Crease {
  std::uint32_t triangle;  ///< index of the triangle
  std::uint32_t corner;    ///< corner of the triangle, 0 to 2
  Vec3 normal;             ///< unit normal of the triangles that lie against the solid
};

/// Welded triangles, counter-clockwise as seen from outside. Attribute arrays are parallel to positions, or
/// empty if the particles had no such attribute.
struct SurfaceMesh {
  std::vector<Vec3> positions;           ///< positions of the vertices [m]
  std::vector<Vec3> normals;             ///< unit normals of the vertices, pointing out of the liquid
  std::vector<Vec3> velocities;          ///< liquid velocity at the vertex, for motion blur [m/s]
  std::vector<std::uint32_t> colours;    ///< colour of each vertex, 0xAABBGGRR in sRGB, mixed in linear light
  std::vector<std::uint16_t> materials;  ///< material with the largest weight at the vertex
  std::vector<VertexLiquids> liquids;    ///< two liquids per vertex; also empty if all liquid is one material
  std::vector<float> values;             ///< interpolated SurfaceParticles::values, in their unit
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< indices of the three vertices of each triangle
  std::vector<Crease> creases;  ///< corners with a second normal at the contact line, sorted by triangle

  void clear();  ///< empties all arrays and keeps their memory
};

/// Computes the volume of a closed mesh by the divergence theorem; negative if the mesh faces inward [m^3].
[[nodiscard]] double enclosedVolume(const SurfaceMesh& mesh);
/// Computes the area of all triangles [m^2].
[[nodiscard]] double surfaceArea(const SurfaceMesh& mesh);

}  // namespace ooze
