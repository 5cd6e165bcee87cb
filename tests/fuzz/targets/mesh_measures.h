// What is made of a mesh that was taken, as scenes do.
#pragma once

#include "ooze/geometry/mesh.h"

namespace ooze::fuzz {

/// Looks it over, stands it up, and makes a solid of it. @throws InputError if that is refused
void measureMesh(Mesh mesh);

}  // namespace ooze::fuzz
