// What takes long with meshes, for those who want to watch it or call it off.
#pragma once

#include "ooze/base/long_work.h"
#include "ooze/geometry/mesh.h"
#include "ooze/geometry/signed_distance.h"
#include "ooze/geometry/solid_shape.h"

namespace ooze {

/// As loadMesh(path). @throws Cancelled
Mesh loadMesh(const std::filesystem::path& path, LongWork& work);

/// As makeMeshDistance() without `work`. @throws Cancelled
ShapePtr makeMeshDistance(const Mesh& mesh, float cell, const std::filesystem::path& cacheFolder,
                          LongWork& work);

/// As makeDistance() without `work`. @throws Cancelled
ShapePtr makeDistance(const SolidShape& shape, float cell, const std::filesystem::path& cacheFolder,
                      LongWork& work);

}  // namespace ooze
