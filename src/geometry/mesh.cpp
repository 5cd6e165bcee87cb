#include "ooze/geometry/mesh.h"

#include "ooze/base/error.h"

namespace ooze {

Aabb Mesh::bounds() const {
  Aabb box;
  for (const Vec3& p : positions) box.include(p);
  return box;
}

void computeNormals(Mesh& mesh) {
  // Computed in double, because the area of a triangle of micrometres would vanish in float.
  std::vector<glm::dvec3> sums(mesh.positions.size(), glm::dvec3(0.0));
  for (const auto& [a, b, c] : mesh.triangles) {
    const glm::dvec3 origin(mesh.positions[a]);
    const glm::dvec3 area =
        glm::cross(glm::dvec3(mesh.positions[b]) - origin, glm::dvec3(mesh.positions[c]) - origin);
    sums[a] += area, sums[b] += area, sums[c] += area;
  }
  mesh.normals.resize(mesh.positions.size());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const double length = glm::length(sums[i]);
    mesh.normals[i] = length > 0 ? Vec3(sums[i] / length) : Vec3(0.f, 1.f, 0.f);
  }
}

void standWithHeight(Mesh& mesh, float height) {
  const Aabb box = mesh.bounds();
  const float scale = box.empty() ? 0.f : height / box.size().y;
  // Also rejects a height so small that the scale overflows.
  if (!(scale > 0.f) || scale > std::numeric_limits<float>::max())
    throw InputError("the mesh is flat: it cannot be scaled to a height");
  const Vec3 foot(box.centre().x, box.lower.y, box.centre().z);
  for (Vec3& p : mesh.positions) p = (p - foot) * scale;
}

}  // namespace ooze
