#include "ooze/surface/surface_mesh.h"

#include <glm/geometric.hpp>

namespace ooze {
namespace {

struct TriangleCorners {
  glm::dvec3 a, b, c;
};

template <class PerTriangle>
double sumOver(const SurfaceMesh& mesh, const PerTriangle& f) {
  double sum = 0.0;
  for (const auto& t : mesh.triangles)
    sum += f(TriangleCorners{mesh.positions[t[0]], mesh.positions[t[1]], mesh.positions[t[2]]});
  return sum;
}

}  // namespace

void SurfaceMesh::clear() {
  positions.clear();
  normals.clear();
  velocities.clear();
  colours.clear();
  materials.clear();
  liquids.clear();
  values.clear();
  triangles.clear();
  creases.clear();
}

double enclosedVolume(const SurfaceMesh& mesh) {
  if (mesh.positions.empty()) return 0.0;
  const glm::dvec3 apex = mesh.positions.front();  // near the mesh, to limit cancellation
  return sumOver(mesh, [&](const TriangleCorners& t) {
    return glm::dot(t.a - apex, glm::cross(t.b - apex, t.c - apex)) / 6.0;
  });
}

double surfaceArea(const SurfaceMesh& mesh) {
  return sumOver(
      mesh, [](const TriangleCorners& t) { return 0.5 * glm::length(glm::cross(t.b - t.a, t.c - t.a)); });
}

}  // namespace ooze
