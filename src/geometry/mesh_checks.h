// What a mesh must be before anything is computed from it.
#pragma once

#include "ooze/geometry/mesh.h"

namespace ooze {

/// @throws InputError unless there are triangles, all vertices that they refer to exist, and all vertices are
/// finite
void requireSound(const Mesh& mesh);

/// Vertices at one place count as one; triangles that are a line or a point do not count.
/// @throws InputError unless every edge has as many triangles on one side as on the other
void requireClosed(const Mesh& mesh);

}  // namespace ooze
