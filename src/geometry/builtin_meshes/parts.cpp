#include "geometry/builtin_meshes/parts.h"

#include "geometry/isosurface.h"

#include <algorithm>
#include <cmath>

namespace ooze::builtin_meshes {

float ellipsoid(const Vec3& p, const Vec3& centre, const Vec3& radii) {
  const Vec3 q = p - centre;
  const float scaled = glm::length(q / radii);
  const float gradient = glm::length(q / (radii * radii));
  return gradient > 1e-6f ? scaled * (scaled - 1.f) / gradient : -std::min({radii.x, radii.y, radii.z});
}

float capsule(const Vec3& p, const Vec3& a, const Vec3& b, float radius) {
  const Vec3 ap = p - a, ab = b - a;
  const float t = std::clamp(glm::dot(ap, ab) / glm::dot(ab, ab), 0.f, 1.f);
  return glm::length(ap - t * ab) - radius;
}

float roundBox(const Vec3& p, const Vec3& centre, const Vec3& half, float radius) {
  const Vec3 q = glm::abs(p - centre) - (half - radius);
  return glm::length(glm::max(q, Vec3(0.f))) + std::min(std::max({q.x, q.y, q.z}), 0.f) - radius;
}

float blend(float a, float b, float width) {
  const float h = std::max(width - std::abs(a - b), 0.f) / width;
  return std::min(a, b) - 0.25f * width * h * h;
}

float carve(float a, float b, float width) { return -blend(-a, b, width); }

Mesh model(FunctionRef<float(const Vec3&)> field, const Aabb& box, float cell) {
  Mesh mesh = polygonise(field, box, cell);
  standWithHeight(mesh, 1.f);
  return mesh;
}

}  // namespace ooze::builtin_meshes
