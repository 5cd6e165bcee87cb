// Triangles of the zero set of a field, for shapes of our own that are defined by their distance.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/geometry/mesh.h"

namespace ooze {

/// Marching tetrahedra: every cube of the lattice is cut into the same six tetrahedra (Kuhn 1960), so
/// neighbours agree on their faces and the mesh is closed and manifold whatever the field does.
/// @param field  negative inside; must be positive on the border of the box
/// @param box    region to search [m]
/// @param cell   lattice spacing [m]
/// @return triangles facing outward (to positive values), with normals
Mesh polygonise(FunctionRef<float(const Vec3&)> field, const Aabb& box, float cell);

}  // namespace ooze
