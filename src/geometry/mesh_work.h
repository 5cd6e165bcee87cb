// Mesh operations inside the library: validity checks, and long work with progress and cancellation.
#pragma once

#include "ooze/base/cancellation_token.h"
#include "ooze/geometry/mesh.h"
#include "ooze/geometry/signed_distance.h"
#include "ooze/geometry/solid_shape.h"

namespace ooze {

/// Loads a mesh like loadMesh(path).
/// @throws Cancelled if `work` was cancelled
Mesh loadMesh(const std::filesystem::path& path, CancellationToken& work);

/// Samples a mesh like makeMeshDistance() without `work`.
/// @throws Cancelled if `work` was cancelled
ShapePtr makeMeshDistance(const Mesh& mesh, float cell, const std::filesystem::path& cacheFolder,
                          CancellationToken& work);

/// Makes a distance field like makeDistance() without `work`.
/// @throws Cancelled if `work` was cancelled
ShapePtr makeDistance(const SolidShape& shape, float cell, const std::filesystem::path& cacheFolder,
                      CancellationToken& work);

/// Checks that a mesh is well formed.
/// @throws InputError unless the mesh has triangles, all vertices that they refer to exist, and all vertices
///         are finite
void requireSound(const Mesh& mesh);

/// Checks that a mesh is closed (watertight) and consistently oriented.
/// Vertices at equal positions count as one vertex; degenerate triangles do not count.
/// @throws InputError unless every edge has as many triangles on one side as on the other
void requireClosed(const Mesh& mesh);

}  // namespace ooze
