// Long-running mesh operations with progress and cancellation.
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

}  // namespace ooze
