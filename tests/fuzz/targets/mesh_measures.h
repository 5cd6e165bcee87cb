// Processes an accepted mesh in the way that scenes do.
#pragma once

#include "ooze/geometry/mesh.h"

namespace ooze::fuzz {

/// Computes the mesh's properties, orients the mesh upright, and turns it into a solid.
/// @throws InputError if the mesh is refused
void measureMesh(Mesh mesh);

}  // namespace ooze::fuzz
