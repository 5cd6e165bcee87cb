// What figures are modelled of: distances to soft parts, and their blends.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/geometry/mesh.h"

namespace ooze::figures {

/// Distance to an ellipsoid, exact on its surface and good near it (first order in the gradient).
float ellipsoid(const Vec3& p, const Vec3& centre, const Vec3& radii);
float capsule(const Vec3& p, const Vec3& a, const Vec3& b, float radius);
/// A box whose edges are rounded by `radius`, which its half extents include.
float roundBox(const Vec3& p, const Vec3& centre, const Vec3& half, float radius);
/// Union with a fillet of about the width (polynomial smooth minimum).
float blend(float a, float b, float width);
/// What of `a` is outside `b`, its new edge rounded by about the width.
float carve(float a, float b, float width);

/// The surface where the field is 0, standing on y = 0, one unit tall.
Mesh model(FunctionRef<float(const Vec3&)> field, const Aabb& box, float cell);

}  // namespace ooze::figures
