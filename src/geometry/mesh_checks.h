// Validity checks for meshes: indices and coordinates, and watertightness.
#pragma once

#include "ooze/geometry/mesh.h"

namespace ooze {

/// Checks that a mesh is well formed.
/// @throws InputError unless the mesh has triangles, all vertices that they refer to exist, and all vertices
///         are finite
void requireSound(const Mesh& mesh);

/// Checks that a mesh is closed (watertight) and consistently oriented.
/// Vertices at equal positions count as one vertex; degenerate triangles do not count.
/// @throws InputError unless every edge has as many triangles on one side as on the other
void requireClosed(const Mesh& mesh);

}  // namespace ooze
