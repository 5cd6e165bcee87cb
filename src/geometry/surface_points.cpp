// Poisson-disk sampling of a solid's surface.
// Lattice places near the surface are moved onto the surface. Each one stays if no earlier point is near.
#include "ooze/base/error.h"
#include "ooze/geometry/sampling.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <unordered_map>

namespace ooze {
namespace {

/// The accepted points in a spatial hash, with cells as large as the least distance between points.
class AcceptedPoints {
 public:
  explicit AcceptedPoints(float distance) : distance_(distance) {}

  /// Accepts a point unless an accepted point is near.
  /// @return true if the point was accepted
  bool take(const Vec3& p) {
    const glm::ivec3 at(glm::floor(p / distance_));
    for (int z = -1; z <= 1; ++z)
      for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
          if (const auto cell = cells_.find(keyOf(at + glm::ivec3(x, y, z))); cell != cells_.end())
            for (const Vec3& other : cell->second)
              if (glm::distance(p, other) < distance_) return false;
    cells_[keyOf(at)].push_back(p);
    return true;
  }

 private:
  static std::uint64_t keyOf(const glm::ivec3& c) {
    const auto part = [](int i) { return static_cast<std::uint64_t>(i) & 0x1fffffu; };
    return part(c.x) | part(c.y) << 21 | part(c.z) << 42;
  }

  float distance_;
  std::unordered_map<std::uint64_t, std::vector<Vec3>> cells_;
};

/// Projects a place onto the surface; returns none where the distance field does not lead there.
std::optional<SurfacePoint> onSurface(const SignedDistance& shape, Vec3 p, float near) {
  for (int round = 0; round < 4; ++round) {
    const SignedDistance::Sample s = shape.sample(p);
    p -= s.distance * s.normal;
  }
  const SignedDistance::Sample s = shape.sample(p);
  if (!(std::abs(s.distance) < near)) return {};
  return SurfacePoint{p, s.normal};
}

}  // namespace

std::vector<SurfacePoint> spreadOnSurface(const SignedDistance& shape, float spacing, const Aabb& within,
                                          std::size_t limit) {
  constexpr double kMostNodes = 1 << 27;
  const float cell = 0.5f * spacing;
  const Aabb bounds = shape.bounds();
  const Aabb box = Aabb{glm::max(bounds.lower, within.lower), glm::min(bounds.upper, within.upper)};
  std::vector<SurfacePoint> points;
  if (glm::any(glm::greaterThan(box.lower, box.upper))) return points;
  if (!isFinite(box.lower) || !isFinite(box.upper)) throw InputError("the surface is infinite in this box");
  const Aabb searched = box.expanded(cell);
  const glm::dvec3 nodes = glm::ceil(glm::dvec3(searched.size()) / static_cast<double>(cell)) + 1.0;
  if (nodes.x * nodes.y * nodes.z > kMostNodes)
    throw InputError(fmt::format("a spacing of {:g} m is too fine for a surface {:.3g} m long", spacing,
                                 std::max({box.size().x, box.size().y, box.size().z})));
  AcceptedPoints taken(0.75f * spacing);
  const auto offer = [&](const Vec3& node) {
    if (std::abs(shape.distance(node)) > cell) return;
    const auto point = onSurface(shape, node, 0.1f * spacing);
    if (!point || !within.contains(point->place) || !taken.take(point->place)) return;
    if (points.size() >= limit)
      throw InputError(fmt::format("the surface would hold more than {} points", limit));
    points.push_back(*point);
  };
  // Skips blocks of nodes that are far from the surface, as most are.
  constexpr int kSide = 8;
  const float reach = (0.5f * kSide * std::sqrt(3.f) + 1.f) * cell;
  const glm::ivec3 blocks((glm::ivec3(nodes) + kSide - 1) / kSide);
  for (int b = 0; b < blocks.x * blocks.y * blocks.z; ++b) {
    const glm::ivec3 block(b % blocks.x, b / blocks.x % blocks.y, b / (blocks.x * blocks.y));
    const Vec3 corner = searched.lower + kSide * cell * Vec3(block);
    if (std::abs(shape.distance(corner + 0.5f * kSide * cell)) > reach) continue;
    for (int k = 0; k < kSide * kSide * kSide; ++k)
      offer(corner + cell * Vec3(k % kSide, k / kSide % kSide, k / (kSide * kSide)));
  }
  return points;
}

}  // namespace ooze
