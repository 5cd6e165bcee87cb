// Building blocks of the built-in meshes: approximate distances to soft parts, and their blends.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/geometry/mesh.h"

namespace ooze::builtin_meshes {

/// Returns the distance to an ellipsoid: exact on its surface, first order in the gradient near it.
float ellipsoid(const Vec3& p, const Vec3& centre, const Vec3& radii);
/// Returns the exact distance to a capsule from a to b.
float capsule(const Vec3& p, const Vec3& a, const Vec3& b, float radius);
/// Returns the exact distance to a box with edges rounded by `radius`; the half extents include the radius.
float roundBox(const Vec3& p, const Vec3& centre, const Vec3& half, float radius);
/// Returns the union with a fillet of about this width (polynomial smooth minimum).
float blend(float a, float b, float width);
/// Returns `a` minus `b`, with the new edge rounded by about this width.
float carve(float a, float b, float width);

/// Extracts the zero isosurface of a field as a mesh, one unit tall and standing on y = 0.
Mesh model(FunctionRef<float(const Vec3&)> field, const Aabb& box, float cell);

}  // namespace ooze::builtin_meshes
