#include "geometry/wall_thickness.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace ooze {
namespace {

constexpr std::size_t kSurveyPoints = 2048;
// Way along a wall over its thickness. A square rod ends within 1.67 thicknesses of any place (goesOn()).
constexpr float kWayAlongWall = 1.8f;

/// Returns whether the surface goes on around a point, as that of a wall does: along every axis, to one side
/// at least. The surface of a rod turns away.
bool goesOn(const TriangleTree& tree, const Vec3& p, const Vec3& normal, float way) {
  constexpr float kContinued = 0.6f;  // part of the way that the nearest surface covers
  constexpr float kAlike = 0.5f;      // cosine from which a face belongs to the same wall, not to another rod
  const Vec3 along = glm::normalize(
      glm::cross(normal, std::abs(normal.x) < 0.7f ? Vec3(1.f, 0.f, 0.f) : Vec3(0.f, 1.f, 0.f)));
  const std::array<Vec3, 2> sides{along, glm::cross(normal, along)};
  const auto reaches = [&](const Vec3& direction) {
    const Vec3 q = p + way * direction;
    const auto found = tree.nearest(q, std::numeric_limits<float>::infinity(), TriangleTree::kNone);
    return glm::distance(tree.nearestPoint(q, found.triangle), p) > kContinued * way &&
           std::abs(glm::dot(tree.normalOf(found.triangle), normal)) > kAlike;
  };
  constexpr int kAxes = 8;
  for (int k = 0; k < kAxes; ++k) {
    const float angle = std::numbers::pi_v<float> * static_cast<float>(k) / kAxes;
    const Vec3 direction = std::cos(angle) * sides[0] + std::sin(angle) * sides[1];
    if (!reaches(direction) && !reaches(-direction)) return false;
  }
  return true;
}

}  // namespace

WallSurvey surveyWalls(const Mesh& mesh, const TriangleTree& tree, float limit) {
  std::vector<double> areaUpTo;
  double area = 0;
  for (const auto& [a, b, c] : mesh.triangles) {
    const glm::dvec3 origin(mesh.positions[a]);
    area += 0.5 * glm::length(glm::cross(glm::dvec3(mesh.positions[b]) - origin,
                                         glm::dvec3(mesh.positions[c]) - origin));
    areaUpTo.push_back(area);
  }
  std::vector<float> walls;
  for (std::size_t k = 0; k < kSurveyPoints && area > 0; ++k) {
    const double at = (static_cast<double>(k) + 0.5) / kSurveyPoints * area;
    const auto triangle = std::min<std::size_t>(
        static_cast<std::size_t>(std::ranges::lower_bound(areaUpTo, at) - areaUpTo.begin()),
        areaUpTo.size() - 1);
    const auto& [a, b, c] = mesh.triangles[triangle];
    // Places within triangles follow the additive sequence of Roberts 2018 (R2).
    float u = std::fmod(0.7548776662f * static_cast<float>(k), 1.f),
          v = std::fmod(0.5698402910f * static_cast<float>(k), 1.f);
    if (u + v > 1.f) u = 1.f - u, v = 1.f - v;
    const Vec3 origin = mesh.positions[a], ab = mesh.positions[b] - origin, ac = mesh.positions[c] - origin;
    const Vec3 p = origin + u * ab + v * ac,
               normal(glm::normalize(glm::cross(glm::dvec3(ab), glm::dvec3(ac))));
    const auto own = tree.nearest(p, std::numeric_limits<float>::infinity(), TriangleTree::kNone);
    if (own.triangle == TriangleTree::kNone || !isFinite(normal)) continue;
    const float thickness = tree.thickness(p, own.triangle, limit);
    if (thickness < limit && goesOn(tree, p, normal, kWayAlongWall * std::max(thickness, 0.4f * limit)))
      walls.push_back(thickness);
  }
  WallSurvey survey;
  if (walls.empty()) return survey;
  std::ranges::sort(walls);
  const auto share = [](std::ptrdiff_t count) { return static_cast<double>(count) / kSurveyPoints; };
  survey.thin = share(std::ssize(walls));
  survey.veryThin = share(std::ranges::lower_bound(walls, 0.25f * limit) - walls.begin());
  survey.thinnest = walls[walls.size() / 20];
  return survey;
}

void thickenWalls(const TriangleTree& tree, const std::vector<std::uint8_t>& isSheet,
                  const GridLayout& layout, float least, const Threads& threads,
                  std::vector<float>& distances, const CancellationToken* work) {
  constexpr std::size_t kGrain = 1024;
  std::vector<float> shifts(layout.count());
  const auto nx = static_cast<std::size_t>(layout.size.x), ny = static_cast<std::size_t>(layout.size.y);
  const auto nodeAt = [&](std::size_t n) { return glm::ivec3(n % nx, n / nx % ny, n / (nx * ny)); };
  threads.forChunks(shifts.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    if (work && work->cancelled) return;
    for (std::size_t n = begin; n < end; ++n) {
      if (distances[n] <= -0.5f * least) continue;  // as deep as no thin wall is
      const Vec3 p = layout.position(nodeAt(n));
      const auto found =
          tree.nearest(p, 1.001f * std::abs(distances[n]) + 1e-3f * layout.cell, TriangleTree::kNone);
      if (found.triangle == TriangleTree::kNone) continue;  // beside the cap of a hole
      const bool sheet = !isSheet.empty() && isSheet[tree.sourceOf(found.triangle)] != 0;
      const float thickness =
          sheet ? 0.f : tree.thickness(tree.nearestPoint(p, found.triangle), found.triangle, least);
      shifts[n] = 0.5f * (least - thickness);
    }
  });
  throwIfCancelled(work);
  // A shift decreases by at most half of the way, in both directions of a chamfer sweep.
  for (const int direction : {1, -1})
    for (std::size_t step = 0; step < shifts.size(); ++step) {
      const std::size_t self = direction > 0 ? step : shifts.size() - 1 - step;
      const glm::ivec3 i = nodeAt(self);
      for (int k = 0; k < 13; ++k) {
        const glm::ivec3 way = direction * glm::ivec3(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1), j = i + way;
        if (glm::any(glm::lessThan(j, glm::ivec3(0))) || glm::any(glm::greaterThanEqual(j, layout.size)))
          continue;
        shifts[self] =
            std::max(shifts[self], shifts[layout.index(j)] - 0.5f * layout.cell * glm::length(Vec3(way)));
      }
    }
  for (std::size_t n = 0; n < shifts.size(); ++n) distances[n] -= shifts[n];
}

}  // namespace ooze
