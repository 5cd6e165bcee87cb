// Isosurface extraction for built-in meshes that are defined by a distance function.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/geometry/mesh.h"

namespace ooze {

/// Extracts the zero isosurface by marching tetrahedra.
/// Every cube of the lattice is cut into the same six tetrahedra (Kuhn 1960). Neighbours therefore agree on
/// their faces, and the mesh is closed and manifold for every field.
/// @param field  negative inside; must be positive on the border of the box
/// @param box    region to search [m]
/// @param cell   lattice spacing [m]
/// @return triangles facing outward (to positive values), with normals
Mesh polygonise(FunctionRef<float(const Vec3&)> field, const Aabb& box, float cell);

}  // namespace ooze
