#include "surface/sliver_cleanup.h"

#include "surface/spare_capacity.h"

#include <algorithm>

namespace ooze::surface {
namespace {

constexpr std::size_t kSliverChunk = 4096;
/// Smallest cosine between a remaining triangle's normal and the normal of the vertex moved into the
/// triangle.
constexpr float kUpright = 0.3f;

/// Marks a removed triangle, in its first corner.
constexpr std::uint32_t kGone = kNone;

}  // namespace

void SliverCleanUp::findShortEdges(const SurfaceMesh& mesh, float shortest, const Threads& threads) {
  resizeWithSlack(isShort_, mesh.triangles.size());
  const auto length2 = [&](std::uint32_t a, std::uint32_t b) {
    const Vec3 d = mesh.positions[b] - mesh.positions[a];
    return glm::dot(d, d);
  };
  threads.forChunks(mesh.triangles.size(), kSliverChunk,
                    [&](std::size_t, std::size_t begin, std::size_t end) {
                      for (std::size_t t = begin; t < end; ++t) {
                        const auto& v = mesh.triangles[t];
                        isShort_[t] = 0;
                        for (unsigned k = 0; k < 3; ++k)
                          // An edge has two triangles; the triangle with the ascending direction reports the
                          // edge.
                          if (v[k] < v[(k + 1) % 3] && length2(v[k], v[(k + 1) % 3]) < shortest * shortest)
                            isShort_[t] = static_cast<std::uint8_t>(isShort_[t] | 1u << k);
                      }
                    });
  edges_.clear();
  for (std::size_t t = 0; t < isShort_.size(); ++t)
    for (unsigned k = 0; isShort_[t] >> k != 0; ++k)
      if ((isShort_[t] >> k & 1u) != 0) {
        const std::uint32_t a = mesh.triangles[t][k], b = mesh.triangles[t][(k + 1) % 3];
        edges_.push_back({length2(a, b), a, b});
      }
  std::sort(edges_.begin(), edges_.end(), [](const ShortEdge& p, const ShortEdge& q) {
    return p.length2 != q.length2 ? p.length2 < q.length2 : p.a != q.a ? p.a < q.a : p.b < q.b;
  });
}

void SliverCleanUp::linkCorners(const SurfaceMesh& mesh) {
  reserveWithSlack(first_, mesh.positions.size());
  reserveWithSlack(mark_, mesh.positions.size());
  reserveWithSlack(mergedInto_, mesh.positions.size());
  first_.assign(mesh.positions.size(), kNone);
  resizeWithSlack(next_, 3 * mesh.triangles.size());
  for (std::uint32_t c = 0; c < next_.size(); ++c) {
    const std::uint32_t v = mesh.triangles[c / 3][c % 3];
    next_[c] = first_[v];
    first_[v] = c;
  }
  mark_.assign(mesh.positions.size(), 0);
  question_ = 0;
  mergedInto_.assign(mesh.positions.size(), kNone);
}

template <class Visit>
void SliverCleanUp::forTriangles(const SurfaceMesh& mesh, std::uint32_t vertex, const Visit& visit) {
  for (std::uint32_t c = first_[vertex]; c != kNone; c = next_[c])
    if (mesh.triangles[c / 3][0] != kGone) visit(c / 3, c % 3);
}

bool SliverCleanUp::canMerge(const SurfaceMesh& mesh, std::uint32_t a, std::uint32_t b) {
  ++question_;
  // In a closed manifold each neighbour follows the vertex in exactly one triangle.
  forTriangles(mesh, a,
               [&](std::uint32_t t, std::uint32_t k) { mark_[mesh.triangles[t][(k + 1) % 3]] = question_; });
  std::array<std::uint32_t, 2> shared{};
  std::size_t count = 0;
  bool neighbours = false;
  forTriangles(mesh, b, [&](std::uint32_t t, std::uint32_t k) {
    const std::uint32_t v = mesh.triangles[t][(k + 1) % 3];
    neighbours |= v == a;
    if (mark_[v] != question_) return;
    if (count < shared.size()) shared[count] = v;
    ++count;
  });
  if (!neighbours || count != 2) return false;
  // Both shared vertices lose a triangle: a vertex with only three would become the tip of a fold.
  return std::all_of(shared.begin(), shared.end(), [&](std::uint32_t v) {
    int triangles = 0;
    forTriangles(mesh, v, [&](std::uint32_t, std::uint32_t) { ++triangles; });
    return triangles > 3;
  });
}

bool SliverCleanUp::staysUpright(const SurfaceMesh& mesh, std::uint32_t kept, std::uint32_t lost) {
  bool upright = true;
  forTriangles(mesh, lost, [&](std::uint32_t t, std::uint32_t k) {
    const std::uint32_t b = mesh.triangles[t][(k + 1) % 3], c = mesh.triangles[t][(k + 2) % 3];
    if (b == kept || c == kept) return;
    const Vec3& at = mesh.positions[kept];
    const Vec3 normal = glm::cross(mesh.positions[b] - at, mesh.positions[c] - at);
    upright &= glm::dot(normal, mesh.normals[kept]) > kUpright * glm::length(normal);
  });
  return upright;
}

void SliverCleanUp::merge(SurfaceMesh& mesh, std::uint32_t kept, std::uint32_t lost) {
  std::uint32_t last = kNone;
  for (std::uint32_t c = first_[lost]; c != kNone; c = next_[c]) {
    last = c;
    auto& triangle = mesh.triangles[c / 3];
    if (triangle[0] == kGone) continue;
    if (std::find(triangle.begin(), triangle.end(), kept) != triangle.end())
      triangle[0] = kGone;
    else
      triangle[c % 3] = kept;
  }
  next_[last] = first_[kept];
  first_[kept] = first_[lost];
  mergedInto_[lost] = kept;
}

void SliverCleanUp::compact(SurfaceMesh& mesh, IsosurfaceExtractor& set) {
  // From here on mergedInto_ holds the new index of each remaining vertex.
  std::uint32_t left = 0;
  for (std::uint32_t v = 0; v < mergedInto_.size(); ++v) {
    if (mergedInto_[v] != kNone) {
      mergedInto_[v] = kNone;
      continue;
    }
    mesh.positions[left] = mesh.positions[v];
    mesh.normals[left] = mesh.normals[v];
    mergedInto_[v] = left++;
  }
  mesh.positions.resize(left);
  mesh.normals.resize(left);
  set.keep(mergedInto_);
  std::size_t triangles = 0;
  for (const auto& t : mesh.triangles)
    if (t[0] != kGone)
      mesh.triangles[triangles++] = {mergedInto_[t[0]], mergedInto_[t[1]], mergedInto_[t[2]]};
  mesh.triangles.resize(triangles);
}

std::span<const std::uint32_t> SliverCleanUp::apply(SurfaceMesh& mesh, float shortest,
                                                    IsosurfaceExtractor& set, const Threads& threads) {
  findShortEdges(mesh, shortest, threads);
  if (edges_.empty()) return {};
  linkCorners(mesh);
  for (const ShortEdge& e : edges_) {
    const std::uint32_t a = nowAt(e.a), b = nowAt(e.b);
    const Vec3 between = mesh.positions[b] - mesh.positions[a];
    if (a == b || glm::dot(between, between) >= shortest * shortest || !canMerge(mesh, a, b)) continue;
    if (staysUpright(mesh, a, b))
      merge(mesh, a, b);
    else if (staysUpright(mesh, b, a))
      merge(mesh, b, a);
  }
  compact(mesh, set);
  return mergedInto_;
}

}  // namespace ooze::surface
