// Triangle meshes: in from files, moved and scaled.
#pragma once

#include "ooze/base/math.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace ooze {

/// A triangle mesh with shared vertices.
struct Mesh {
  std::vector<Vec3> positions;                          ///< [m]
  std::vector<Vec3> normals;                            ///< unit, one per position; may be empty
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< counter-clockwise seen from outside

  /// Returns the bounding box of the positions; empty without positions [m].
  [[nodiscard]] Aabb bounds() const;
};

/// Of the formats that loadMesh() reads: with the dot, in small letters.
std::span<const std::string_view> meshExtensions();

/// Loads every triangle of a mesh file (OBJ, PLY, STL, glTF, 3DS, OFF), with its node transforms applied and
/// equal positions welded; normals are area-weighted. What the file names beside itself is read from its
/// folder or below, and from nowhere else.
/// @throws InputError if the file is missing, is not a mesh, has no triangle, holds a number that is not
/// finite,
///         or more than 10 million triangles
Mesh loadMesh(const std::filesystem::path& path);

/// Area-weighted vertex normals.
void computeNormals(Mesh& mesh);

/// Scales uniformly so that the height (y) becomes `height` metres, then moves the mesh so that its bounds
/// are centred on x = z = 0 and stand on y = 0.
/// @throws InputError if the mesh is flat in y
void standWithHeight(Mesh& mesh, float height);

}  // namespace ooze
