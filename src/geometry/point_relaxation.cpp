#include "geometry/point_relaxation.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace ooze {
namespace {

// All lengths are in spacings.
constexpr float kFromWall =
    // Distance of the outermost points from the wall; the liquid's surface is about as far outside them.
    0.4f;
// Diameter of the repelling spheres, close to random close packing.
constexpr float kDiameter = 1.05f;
// A place near a wall and farther than this from all points gets a new point.
constexpr float kCovered = 0.95f;
constexpr float kSurfaceLayer = 1.f;  // depth below the wall that counts as near
constexpr float kEdge = 0.01f;        // least distance of a new point from the wall
constexpr float kStep = 0.25f;        // spacing of the candidate places
constexpr int kSweeps = 40;

/// A uniform grid that finds points by the cubic cell in which they lie.
class PointCells {
 public:
  PointCells(const Aabb& box, float side) : start_(box.lower), side_(side) {}

  void add(const Vec3& p, std::uint32_t index) { cells_[key(cellOf(p))].push_back(index); }
  /// Calls visit(index) for the points in the cell of p and in the 26 cells around it.
  template <class Visit>
  void visitNear(const Vec3& p, const Visit& visit) const {
    const glm::ivec3 home = cellOf(p);
    for (int z = -1; z <= 1; ++z)
      for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
          if (const auto cell = cells_.find(key(home + glm::ivec3(x, y, z))); cell != cells_.end())
            for (const std::uint32_t index : cell->second) visit(index);
  }

 private:
  [[nodiscard]] glm::ivec3 cellOf(const Vec3& p) const {
    return glm::ivec3(glm::floor((p - start_) / side_));
  }
  static std::uint64_t key(const glm::ivec3& c) {
    constexpr int kBits = 21;  // bits of a cell's key for each axis
    const auto part = [](int i) { return static_cast<std::uint64_t>(i + (1 << (kBits - 1))); };
    return part(c.x) << (2 * kBits) | part(c.y) << kBits | part(c.z);
  }

  Vec3 start_;
  float side_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> cells_;
};

PointCells sorted(const SignedDistance& shape, float side, const std::vector<Vec3>& points) {
  PointCells cells(shape.bounds(), side);
  for (std::size_t i = 0; i < points.size(); ++i) cells.add(points[i], static_cast<std::uint32_t>(i));
  return cells;
}

/// Moves a point away from the wall up to the clearance.
/// In a thin part the point moves no farther than to where both walls are equally near.
Vec3 inward(const SignedDistance& shape, const Vec3& p, float clearance) {
  const SignedDistance::Sample wall = shape.sample(p);
  for (float way = wall.distance + clearance; way > 0.05f * clearance; way *= 0.5f)
    if (const Vec3 q = p - way * wall.normal; shape.distance(q) < wall.distance) return q;
  return p;
}

/// Moves all points at once by half of the sum of their neighbours' pushes, then away from the wall.
void pushApart(const SignedDistance& shape, float spacing, float margin, std::vector<Vec3>& points) {
  const float diameter = kDiameter * spacing;
  const PointCells cells = sorted(shape, diameter, points);
  std::vector<Vec3> moved(points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    Vec3 push(0.f);
    cells.visitNear(points[i], [&](std::uint32_t j) {
      const Vec3 apart = points[i] - points[j];
      const float r = glm::length(apart);
      if (r > 0.f && r < diameter) push += apart * (0.5f * (diameter - r) / r);
    });
    moved[i] = inward(shape, moved[i] + 0.5f * push, kFromWall * spacing + margin);
  }
  points = std::move(moved);
}

/// Calls visit(place) for lattice places in the layer under the surface, in a fixed order.
template <class Visit>
void visitSurfaceLayer(const SignedDistance& shape, float spacing, float margin, const Visit& visit) {
  constexpr int kBlockEdge = 4;  // candidate places along a block's side
  const float step = kStep * spacing, block = kBlockEdge * step;
  const float reach = kSurfaceLayer * spacing + 0.87f * block;  // 0.87 is half of a cube's diagonal
  const Aabb box = shape.bounds();
  const glm::ivec3 n = glm::ivec3(glm::ceil(box.size() / block));
  for (int b = 0; b < n.x * n.y * n.z; ++b) {
    const Vec3 corner = box.lower + block * Vec3(b % n.x, b / n.x % n.y, b / (n.x * n.y));
    if (std::abs(shape.distance(corner + 0.5f * block) + margin) > reach) continue;
    for (int i = 0; i < kBlockEdge * kBlockEdge * kBlockEdge; ++i) {
      const Vec3 place =
          corner + step * Vec3(i % kBlockEdge, i / kBlockEdge % kBlockEdge, i / (kBlockEdge * kBlockEdge));
      const float distance = shape.distance(place) + margin;
      if (distance < -kEdge * spacing && distance > -kSurfaceLayer * spacing) visit(place);
    }
  }
}

/// Adds points in the layer under the surface where no point is near.
void fillSurfaceLayer(const SignedDistance& shape, float spacing, float margin, std::vector<Vec3>& points) {
  const float reach = kCovered * spacing;
  PointCells cells = sorted(shape, reach, points);
  visitSurfaceLayer(shape, spacing, margin, [&](const Vec3& place) {
    bool near = false;
    cells.visitNear(place, [&](std::uint32_t j) { near |= glm::length(place - points[j]) < reach; });
    if (near) return;
    cells.add(place, static_cast<std::uint32_t>(points.size()));
    points.push_back(place);
  });
}

}  // namespace

void settlePoints(const SignedDistance& shape, float spacing, float margin, std::vector<Vec3>& points) {
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    if (sweep == kSweeps / 2) fillSurfaceLayer(shape, spacing, margin, points);
    pushApart(shape, spacing, margin, points);
  }
  std::erase_if(points, [&](const Vec3& p) { return !(shape.distance(p) < -margin); });
  fillSurfaceLayer(shape, spacing, margin, points);
}

}  // namespace ooze
