#include "ooze/geometry/mesh.h"

#include "ooze/base/error.h"

#include "geometry/mesh_work.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <tuple>

namespace ooze {
namespace {

/// Welds vertices: returns for each vertex the first vertex at the same position.
std::vector<std::uint32_t> weld(const std::vector<Vec3>& positions) {
  const auto place = [&](std::uint32_t i) {
    const Vec3& p = positions[i];
    return std::make_tuple(p.x, p.y, p.z);
  };
  std::vector<std::uint32_t> order(positions.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return place(a) < place(b); });
  std::vector<std::uint32_t> first(positions.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    first[order[k]] = k > 0 && place(order[k]) == place(order[k - 1]) ? first[order[k - 1]] : order[k];
  return first;
}

struct Edge {
  std::uint32_t low, high;
  int direction;  // +1 if the triangle passes the edge from low to high, -1 in reverse
};

}  // namespace

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

void requireSound(const Mesh& mesh) {
  if (mesh.triangles.empty()) throw InputError("the mesh has no triangles");
  if (!std::all_of(mesh.positions.begin(), mesh.positions.end(), isFinite))
    throw InputError("a vertex of the mesh is not a finite number");
  for (const auto& triangle : mesh.triangles)
    for (const std::uint32_t i : triangle)
      if (i >= mesh.positions.size())
        throw InputError("a triangle of the mesh refers to a vertex that does not exist");
}

void requireClosed(const Mesh& mesh) {
  const std::vector<std::uint32_t> vertex = weld(mesh.positions);
  std::vector<Edge> edges;
  edges.reserve(3 * mesh.triangles.size());
  for (const auto& triangle : mesh.triangles) {
    const std::array<std::uint32_t, 3> t{vertex[triangle[0]], vertex[triangle[1]], vertex[triangle[2]]};
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = t[k], b = t[(k + 1) % 3];
      edges.push_back({std::min(a, b), std::max(a, b), a < b ? 1 : -1});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return std::tie(a.low, a.high, a.direction) < std::tie(b.low, b.high, b.direction);
  });
  std::size_t open = 0, turned = 0;
  for (std::size_t i = 0; i < edges.size();) {
    std::size_t count = 0;
    int sum = 0;
    for (const Edge& edge = edges[i]; i + count < edges.size(); ++count) {
      const Edge& next = edges[i + count];
      if (next.low != edge.low || next.high != edge.high) break;
      sum += next.direction;
    }
    if (sum != 0) ++(count % 2 == 1 ? open : turned);
    i += count;
  }
  if (open > 0)
    throw InputError(fmt::format("the mesh is open: {} of its edges {} a triangle on one side only", open,
                                 open == 1 ? "has" : "have"));
  if (turned > 0)
    throw InputError(
        fmt::format("the triangles of the mesh do not all face outward: neighbours disagree at {} edge{}",
                    turned, turned == 1 ? "" : "s"));
}

}  // namespace ooze
