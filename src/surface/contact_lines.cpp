#include "surface/contact_lines.h"

#include "surface/block_grid.h"
#include "surface/spare_capacity.h"
#include "surface/wall_images.h"

#include <algorithm>

namespace ooze::surface {
namespace {

constexpr std::size_t kLineChunk = 2048;
/// Width of the bevel that marching cubes leaves between the cut and the free surface. Vertices farther from
/// a wall lie on the free surface, wherever the wall crosses the grid [cells].
constexpr float kBevel = 0.4f;
/// Vertices whose normal has at least this cosine with the wall normal are free: the upper side of a thin
/// lip.
constexpr float kUpperSide = 0.3f;

/// Smallest cosine between two face normals that count as the same wall.
constexpr float kSameWall = 0.5f;
/// Maximum number of passes of revertFlippedTriangles().
constexpr int kPasses = 4;
/// Smallest cosine between the normal of a triangle and the normal of the face behind the triangle.
constexpr float kFacing = 0.7f;
/// Smallest cosine between the normals of a vertex and of a face for drawing the vertex without a crease.
constexpr float kSameFace = 0.98f;
/// Largest distance from a face, beyond the gap, at which a vertex counts as lying against the face [cells].
constexpr float kFlush = 0.06f;

Vec3 normalOf(const SurfaceMesh& mesh, const std::array<std::uint32_t, 3>& t) {
  const Vec3& a = mesh.positions[t[0]];
  const Vec3 n = glm::cross(mesh.positions[t[1]] - a, mesh.positions[t[2]] - a);
  const float length = glm::length(n);
  return length > 0.f ? n / length : Vec3(0.f);
}

}  // namespace

void ContactLines::classifyVertices(std::span<const SurfaceWall> walls, float near, const Threads& threads,
                                    const SurfaceMesh& mesh) {
  resizeWithSlack(standing_, mesh.positions.size());
  resizeWithSlack(places_, mesh.positions.size());
  threads.forChunks(mesh.positions.size(), kLineChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      ContactVertex& place = places_[v] = {};
      forFacesWithin(walls, mesh.positions[v], near, [&](float, const Vec3& out) {
        if (glm::dot(mesh.normals[v], out) >= kUpperSide) return;
        place.inCorner |= place.wall != Vec3(0.f) && glm::dot(place.wall, out) < kSameWall;
        place.wall = out;
      });
      standing_[v] = place.wall == Vec3(0.f) ? VertexContact::Free : VertexContact::Against;
    }
  });
}

void ContactLines::collectNeighbours(const SurfaceMesh& mesh) {
  for (const auto& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      // In a closed manifold each neighbour directly follows the vertex in exactly one triangle.
      const std::uint32_t v = t[k], next = t[(k + 1) % 3];
      if (standing_[v] == VertexContact::Free) continue;
      ContactVertex &here = places_[v], &there = places_[next];
      if (standing_[next] == VertexContact::Free) {
        here.freeSum += mesh.positions[next];
        here.freeCount += 1.f;
      } else if (!here.inCorner && !there.inCorner) {
        here.betweenWalls |= glm::dot(here.wall, there.wall) < kSameWall;
      }
    }
}

void ContactLines::moveToFootPoints(std::span<const SurfaceWall> walls, float near, float gap,
                                    const Threads& threads, SurfaceMesh& mesh) {
  threads.forChunks(mesh.positions.size(), kLineChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      ContactVertex& place = places_[v];
      const Vec3 from = place.from = mesh.positions[v];
      if (standing_[v] == VertexContact::Free || place.betweenWalls) continue;
      Vec3 foot = from;
      if (place.freeCount > 0.f) {
        standing_[v] = VertexContact::OnContactLine;
        foot = place.freeSum / place.freeCount;
      }
      forFacesWithin(walls, from, near, [&](float distance, const Vec3& out) {
        foot -= (glm::dot(foot - from, out) + distance - gap) * out;
      });
      mesh.positions[v] = foot;
    }
  });
}

bool ContactLines::revertFlippedTriangles(SurfaceMesh& mesh) {
  folded_.clear();
  const auto normal = [](const Vec3& a, const Vec3& b, const Vec3& c) { return glm::cross(b - a, c - a); };
  for (const auto& t : mesh.triangles) {
    const bool moved = standing_[t[0]] != VertexContact::Free || standing_[t[1]] != VertexContact::Free ||
                       standing_[t[2]] != VertexContact::Free;
    if (!moved) continue;
    const Vec3 now = normal(mesh.positions[t[0]], mesh.positions[t[1]], mesh.positions[t[2]]);
    const Vec3 before = normal(places_[t[0]].from, places_[t[1]].from, places_[t[2]].from);
    if (glm::dot(now, before) >= 0.f) continue;
    const auto way = [&](std::uint32_t v) { return glm::distance(mesh.positions[v], places_[v].from); };
    folded_.push_back(*std::max_element(t.begin(), t.end(),
                                        [&](std::uint32_t a, std::uint32_t b) { return way(a) < way(b); }));
  }
  std::sort(folded_.begin(), folded_.end());
  folded_.erase(std::unique(folded_.begin(), folded_.end()), folded_.end());
  for (const std::uint32_t v : folded_) mesh.positions[v] = 0.5f * (mesh.positions[v] + places_[v].from);
  return !folded_.empty();
}

void ContactLines::straighten(std::span<const SurfaceWall> walls, float cell, float h, const Threads& threads,
                              SurfaceMesh& mesh) {
  standing_.clear();
  if (walls.empty()) return;
  const float near = kBevel * cell;
  classifyVertices(walls, near, threads, mesh);
  collectNeighbours(mesh);
  moveToFootPoints(walls, near, kWallGap * h, threads, mesh);
  for (int pass = 0; pass < kPasses && revertFlippedTriangles(mesh);) ++pass;
  turnNormals(walls, near, threads, mesh);
}

void ContactLines::turnNormals(std::span<const SurfaceWall> walls, float near, const Threads& threads,
                               SurfaceMesh& mesh) const {
  threads.forChunks(mesh.positions.size(), kLineChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      if (standing_[v] != VertexContact::OnContactLine) continue;
      Vec3 normal = mesh.normals[v];
      forFacesWithin(walls, mesh.positions[v], near,
                     [&](float, const Vec3& out) { normal -= glm::dot(normal, out) * out; });
      if (const float length = glm::length(normal); length > 1e-3f) mesh.normals[v] = normal / length;
    }
  });
}

void ContactLines::keep(std::span<const std::uint32_t> number, const SurfaceMesh& mesh) {
  if (standing_.empty() || number.empty()) return;
  std::size_t left = 0;
  for (std::size_t v = 0; v < number.size(); ++v)
    if (number[v] != kNone) standing_[left++] = standing_[v];
  standing_.resize(left);
  // A vertex that replaced a removed vertex of the contact line is now on the line.
  for (const auto& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k)
      if (standing_[t[k]] == VertexContact::Against && standing_[t[(k + 1) % 3]] == VertexContact::Free)
        standing_[t[k]] = VertexContact::OnContactLine;
}

void ContactLines::crease(std::span<const SurfaceWall> walls, float cell, float h, SurfaceMesh& mesh) const {
  mesh.creases.clear();
  if (standing_.empty()) return;
  const float flush = kWallGap * h + kFlush * cell;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto& t = mesh.triangles[i];
    if (standing_[t[0]] == VertexContact::Free && standing_[t[1]] == VertexContact::Free &&
        standing_[t[2]] == VertexContact::Free)
      continue;
    // A vertex next to the line may still have the normal of the former bevel.
    const Vec3 own = normalOf(mesh, t);
    const auto departs = [&](std::uint32_t v) { return glm::dot(mesh.normals[v], own) < kSameFace; };
    if (!departs(t[0]) && !departs(t[1]) && !departs(t[2])) continue;
    std::array<Vec3, 3> facing{};
    std::size_t found = 0;
    for (; found < 3; ++found) {
      float most = kFacing;
      forFacesWithin(walls, mesh.positions[t[found]], flush, [&](float, const Vec3& out) {
        if (glm::dot(own, -out) > most) most = glm::dot(own, -out), facing[found] = -out;
      });
      if (most == kFacing) break;
    }
    if (found < 3) continue;
    for (std::uint32_t k = 0; k < 3; ++k)
      if (departs(t[k])) mesh.creases.push_back({i, k, facing[k]});
  }
}

}  // namespace ooze::surface
