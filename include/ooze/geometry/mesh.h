// Triangle meshes: loading from files, vertex normals, and placement by height.
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
  std::vector<Vec3> positions;  ///< positions of the vertices [m]
  std::vector<Vec3> normals;  ///< unit normals of the vertices, one per position; empty if the mesh has none
  /// Indices of the three vertices, counter-clockwise seen from outside.
  std::vector<std::array<std::uint32_t, 3>> triangles;

  /// Returns the axis-aligned bounding box of all positions [m]; empty without positions.
  [[nodiscard]] Aabb bounds() const;
};

/// Returns the file name extensions that loadMesh() reads: lower case, with the dot. Valid for ever.
std::span<const std::string_view> meshExtensions();

/// Loads every triangle of a mesh file (OBJ, PLY, STL, glTF, 3DS, OFF).
/// Node transforms are applied, vertices at equal positions are welded, and vertex normals are area-weighted.
/// Other files that the mesh file names are read only from its own folder or below. A separate process reads
/// the file, so that a damaged file cannot crash the program.
/// @return the mesh with coordinates as in the file, and one normal per position
/// @throws InputError if the file is missing, is not a mesh, has no triangle, holds a number that is not
///         finite, has more than 10 million triangles, or cannot be imported within the limits of time and
///         memory
Mesh loadMesh(const std::filesystem::path& path);

/// Computes area-weighted unit vertex normals, one per position. A vertex without area gets the normal
/// (0, 1, 0).
void computeNormals(Mesh& mesh);

/// Scales a mesh uniformly to the given height (y) [m] and stands it on the ground.
/// The bounding box is then centred on x = z = 0, and its lower side lies on y = 0. Normals stay valid.
/// @param height  above 0 [m]
/// @throws InputError if the mesh is flat in y or empty, or the height is not positive; the mesh is then
///         unchanged
void standWithHeight(Mesh& mesh, float height);

}  // namespace ooze
