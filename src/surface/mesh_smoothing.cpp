#include "surface/mesh_smoothing.h"

#include "surface/spare_capacity.h"

#include <algorithm>
#include <optional>

namespace ooze::surface {
namespace {

constexpr std::size_t kSmoothingChunk = 1024;
/// Mean squared edge length up to which a vertex takes its full weight; most edges are longer [cells^2].
constexpr float kBriskEdge2 = 0.5f;

Vec3 unitOr(const Vec3& v, const Vec3& otherwise) {
  const float length = glm::length(v);
  return length > 0.f ? v / length : otherwise;
}

constexpr std::size_t kBorderChunk = 512;

/// Returns the share at vertex `there` of the first liquid of vertex `here`.
/// Returns none if the leading liquid at `there` is neither of the liquids of `here`.
/// `here` leads at `there`.
std::optional<float> shareOf(const VertexLiquids& here, const VertexLiquids& there) {
  const auto [first, second] = here.materials;
  const auto [leader, other] = there.materials;
  if (leader == first) return other == second ? there.share : 1.f;
  if (leader == second) return other == first ? 1.f - there.share : 0.f;
  return std::nullopt;
}

float meanShare(const std::vector<VertexLiquids>& liquids, const VertexLiquids& here,
                std::span<const std::uint32_t> neighbours) {
  float sum = here.share, count = 1.f;
  for (const std::uint32_t n : neighbours)
    if (const std::optional<float> share = shareOf(here, liquids[n])) sum += *share, count += 1.f;
  return sum / count;
}

}  // namespace

void MeshSmoothing::findRings(const SurfaceMesh& mesh, const std::vector<VertexContact>& standing) {
  reserveWithSlack(first_, mesh.positions.size() + 1);
  first_.assign(mesh.positions.size() + 1, 0);
  resizeWithSlack(after_, 3 * mesh.triangles.size());
  resizeWithSlack(before_, after_.size());
  for (const auto& t : mesh.triangles)
    for (const std::uint32_t v : t) ++first_[v];
  std::uint32_t end = 0;
  for (std::uint32_t& f : first_) f = end += f;
  // Filling from the back leaves `first_` at the start of each ring.
  for (const auto& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t v = t[k], at = --first_[v];
      const bool onLine = !standing.empty() && standing[v] == VertexContact::OnContactLine;
      // Neighbours against the wall would pull the line inward and turn its normals.
      const auto seen = [&](std::uint32_t other) {
        return onLine && standing[other] == VertexContact::Against ? v : other;
      };
      after_[at] = seen(t[(k + 1) % 3]);
      before_[at] = seen(t[(k + 2) % 3]);
    }
}

void MeshSmoothing::findPace(const SurfaceMesh& mesh, const std::vector<float>& weights, float cell,
                             const Threads& threads) {
  // Departs from the paper: the plain Laplacian step grows with the squared edge length. On a curved surface
  // the pattern of the marching-cubes cells would show, and would flicker when liquid moves.
  resizeWithSlack(pace_, weights.size());
  threads.forChunks(weights.size(), kSmoothingChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      float sum = 0.f;
      for (std::uint32_t k = first_[v]; k < first_[v + 1]; ++k) {
        const Vec3 d = mesh.positions[after_[k]] - mesh.positions[v];
        sum += glm::dot(d, d);
      }
      const float brisk = kBriskEdge2 * cell * cell * static_cast<float>(first_[v + 1] - first_[v]);
      pace_[v] = sum > brisk ? weights[v] * brisk / sum : weights[v];
    }
  });
}

void MeshSmoothing::smooth(std::vector<Vec3>& points, const std::vector<float>& weights, int rounds,
                           const Threads& threads) {
  resizeWithSlack(other_, points.size());
  for (int round = 0; round < rounds; ++round) {
    threads.forChunks(points.size(), kSmoothingChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t v = begin; v < end; ++v) {
        Vec3 sum(0.f);
        // In a closed mesh each neighbour follows the vertex in exactly one triangle.
        for (std::uint32_t k = first_[v]; k < first_[v + 1]; ++k) sum += points[after_[k]];
        const Vec3 mean = sum / static_cast<float>(first_[v + 1] - first_[v]);
        other_[v] = points[v] + weights[v] * (mean - points[v]);
      }
    });
    points.swap(other_);
  }
}

void MeshSmoothing::moveOutwards(SurfaceMesh& mesh, const std::vector<float>& weights,
                                 const std::vector<float>& offsets, int rounds, const Threads& threads) {
  resizeWithSlack(moved_, offsets.size());
  for (std::size_t v = 0; v < offsets.size(); ++v) moved_[v] = {offsets[v], 0.f, 0.f};
  smooth(moved_, weights, rounds, threads);
  for (std::size_t v = 0; v < offsets.size(); ++v)
    mesh.positions[v] += std::max(0.f, moved_[v].x) * mesh.normals[v];
}

void MeshSmoothing::smoothPositions(SurfaceMesh& mesh, int rounds, const Threads& threads) {
  reserveWithSlack(moved_, mesh.positions.size());
  moved_.assign(mesh.positions.begin(), mesh.positions.end());
  smooth(mesh.positions, pace_, rounds - rounds / 2, threads);
  // Departs from the paper, in which round shapes shrink: the displacements are smoothed too and subtracted.
  // Low-frequency displacements are undone, while displacements that vary within a few triangles remain.
  for (std::size_t v = 0; v < moved_.size(); ++v) moved_[v] = mesh.positions[v] - moved_[v];
  smooth(moved_, pace_, rounds / 2, threads);
  for (std::size_t v = 0; v < moved_.size(); ++v) mesh.positions[v] -= moved_[v];
}

MeshSmoothing::MeshSize MeshSmoothing::measure(const SurfaceMesh& mesh, const std::vector<float>& weights,
                                               const Threads& threads) {
  const std::size_t chunks = Threads::chunkCount(mesh.triangles.size(), kSmoothingChunk);
  resizeWithSlack(extents_, chunks);
  // Relative to a vertex of the mesh, where rounding errors are smallest.
  const Vec3 from = mesh.positions.front();
  threads.forChunks(
      mesh.triangles.size(), kSmoothingChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
        MeshSize sum{0.0, 0.0};
        for (std::size_t t = begin; t < end; ++t) {
          const auto& k = mesh.triangles[t];
          const Vec3 a = mesh.positions[k[0]] - from, b = mesh.positions[k[1]] - from,
                     c = mesh.positions[k[2]] - from;
          sum.volume += static_cast<double>(glm::dot(a, glm::cross(b, c))) / 6.0;
          const float weight = (weights[k[0]] + weights[k[1]] + weights[k[2]]) / 3.f;
          sum.area += static_cast<double>(0.5f * weight * glm::length(glm::cross(b - a, c - a)));
        }
        extents_[chunk] = sum;
      });
  MeshSize all{0.0, 0.0};
  for (const MeshSize& e : extents_) all.volume += e.volume, all.area += e.area;
  return all;
}

void MeshSmoothing::giveBackVolume(SurfaceMesh& mesh, const std::vector<float>& weights, double volume,
                                   float farthest, const Threads& threads) {
  const MeshSize now = measure(mesh, weights, threads);
  if (!(now.area > 0.0)) return;
  const double wanted = (volume - now.volume) / now.area;
  const float outwards = std::clamp(static_cast<float>(wanted), -farthest, farthest);
  for (std::size_t v = 0; v < mesh.positions.size(); ++v)
    mesh.positions[v] += outwards * weights[v] * mesh.normals[v];
}

void MeshSmoothing::makeNormals(SurfaceMesh& mesh, const std::vector<float>& weights,
                                const Threads& threads) {
  threads.forChunks(
      mesh.positions.size(), kSmoothingChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t v = begin; v < end; ++v) {
          const Vec3& at = mesh.positions[v];
          Vec3 sum(0.f);
          for (std::uint32_t k = first_[v]; k < first_[v + 1]; ++k)
            sum += glm::cross(mesh.positions[after_[k]] - at, mesh.positions[before_[k]] - at);
          const Vec3 ofTriangles = unitOr(sum, mesh.normals[v]);
          mesh.normals[v] =
              unitOr(mesh.normals[v] + weights[v] * (ofTriangles - mesh.normals[v]), ofTriangles);
        }
      });
}

void MeshSmoothing::apply(SurfaceMesh& mesh, const std::vector<float>& weights,
                          const std::vector<float>& offsets, const std::vector<VertexContact>& standing,
                          Rounds rounds, const Threads& threads) {
  if (mesh.triangles.empty() || (rounds.positions == 0 && rounds.normals == 0 && offsets.empty())) return;
  findRings(mesh, standing);
  if (!offsets.empty()) moveOutwards(mesh, weights, offsets, rounds.normals, threads);
  if (rounds.positions > 0) {
    const double volume = measure(mesh, weights, threads).volume;
    findPace(mesh, weights, rounds.cell, threads);
    smoothPositions(mesh, rounds.positions, threads);
    makeNormals(mesh, weights, threads);
    giveBackVolume(mesh, weights, volume, rounds.farthest, threads);
  }
  if (rounds.normals > 0) {
    smooth(mesh.normals, weights, rounds.normals, threads);
    for (Vec3& n : mesh.normals) n = unitOr(n, Vec3(0.f, 1.f, 0.f));
  }
}

void BorderSmoothing::apply(std::vector<VertexLiquids>& liquids, const MeshSmoothing& mesh, int rounds,
                            const Threads& threads) {
  places_.clear();
  for (std::uint32_t v = 0; v < liquids.size(); ++v)
    if (liquids[v].materials[0] != liquids[v].materials[1]) places_.push_back({v, 1.f});
  const auto forPlaces = [&](const auto& visit) {
    threads.forChunks(places_.size(), kBorderChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) visit(places_[k]);
    });
  };
  for (int round = 0; round < rounds; ++round) {
    forPlaces([&](SharedVertex& place) {
      place.share = meanShare(liquids, liquids[place.vertex], mesh.neighbours(place.vertex));
    });
    forPlaces([&](const SharedVertex& place) {
      VertexLiquids& here = liquids[place.vertex];
      here.share = place.share;
      if (here.share >= 0.5f) return;
      std::swap(here.materials[0], here.materials[1]);
      std::swap(here.colours[0], here.colours[1]);
      here.share = 1.f - here.share;
    });
  }
}

}  // namespace ooze::surface
