// Fixtures for tests of surface meshes: checks of topology and triangle quality.
#pragma once

#include "ooze/surface/surface_builder.h"
#include "ooze/surface/surface_mesh.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace ooze::test {

/// Checks that a mesh is a closed, oriented manifold.
/// Every edge has one triangle on either side, in opposite directions. The triangles at a vertex form a
/// single fan. No vertex is unused, and no triangle uses a vertex twice.
/// @return the fault found, or ""
inline std::string findMeshFault(const SurfaceMesh& mesh) {
  using Edge = std::pair<std::uint32_t, std::uint32_t>;
  std::map<Edge, std::uint32_t> opposite;  // maps a directed edge to the third vertex of its triangle
  std::vector<std::uint32_t> corners(mesh.positions.size(), 0), spoke(mesh.positions.size(), 0);
  for (const auto& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3];
      if (a >= mesh.positions.size()) return "a triangle of no vertex";
      if (a == b) return "a triangle with an edge of no length";
      if (!opposite.emplace(Edge{a, b}, c).second) return "an edge twice in one direction";
      ++corners[a];
      spoke[a] = b;
    }
  for (const auto& [edge, third] : opposite)
    if (!opposite.contains({edge.second, edge.first})) return "an open edge";
  for (std::uint32_t v = 0; v < mesh.positions.size(); ++v) {
    if (corners[v] == 0) return "a vertex of no triangle";
    std::uint32_t around = 0, b = spoke[v];
    do {
      b = opposite.at({v, b});
      ++around;
    } while (b != spoke[v] && around <= corners[v]);
    if (around != corners[v]) return "a vertex with more than one fan";
  }
  return "";
}

/// Returns the Euler characteristic V - E + F: 2 for each ball, 0 for each ring.
inline long eulerCharacteristic(const SurfaceMesh& mesh) {
  return static_cast<long>(mesh.positions.size()) - static_cast<long>(mesh.triangles.size()) / 2;
}

/// Returns the number of connected pieces of the surface.
inline std::size_t pieceCount(const SurfaceMesh& mesh) {
  std::vector<std::uint32_t> parent(mesh.positions.size());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const auto& t : mesh.triangles) parent[root(t[1])] = root(t[0]), parent[root(t[2])] = root(t[0]);
  std::size_t count = 0;
  for (std::uint32_t v = 0; v < parent.size(); ++v) count += parent[v] == v ? 1 : 0;
  return count;
}

inline double areaOf(const SurfaceMesh& mesh, const std::array<std::uint32_t, 3>& t) {
  const glm::dvec3 a(mesh.positions[t[0]]), b(mesh.positions[t[1]]), c(mesh.positions[t[2]]);
  return 0.5 * glm::length(glm::cross(b - a, c - a));
}

/// Returns the share of triangles whose smallest height is below `part` of the cell.
inline double sliverShare(const SurfaceMesh& mesh, float cell, double part) {
  std::size_t slivers = 0;
  for (const auto& t : mesh.triangles) {
    double longest = 0.0;
    for (std::size_t k = 0; k < 3; ++k)
      longest = std::max(longest, glm::distance(glm::dvec3(mesh.positions[t[k]]),
                                                glm::dvec3(mesh.positions[t[(k + 1) % 3]])));
    if (!(2.0 * areaOf(mesh, t) >= part * static_cast<double>(cell) * longest)) ++slivers;
  }
  return mesh.triangles.empty() ? 0.0
                                : static_cast<double>(slivers) / static_cast<double>(mesh.triangles.size());
}

}  // namespace ooze::test
