#include "ooze/geometry/sampling.h"

#include "ooze/base/error.h"

#include "base/random.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace ooze {
namespace {

// All lengths of the relaxation are in spacings.
// Distance of the outermost points from the wall; the liquid's surface is about as far outside them.
constexpr float kFromWall = 0.4f;
// Diameter of the repelling spheres, close to random close packing.
constexpr float kDiameter = 1.05f;
// A place near a wall and farther than this from all points gets a new point.
constexpr float kCovered = 0.95f;
constexpr float kSurfaceLayer = 1.f;  // depth below the wall that counts as near
constexpr float kWallGap = 0.01f;     // least distance of a new point from the wall
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
      if (distance < -kWallGap * spacing && distance > -kSurfaceLayer * spacing) visit(place);
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

// Estimates the volume of a shape in cubes of the spacing, from at most about 64^3 samples.
class CountEstimate {
 public:
  CountEstimate(const SignedDistance& shape, const Aabb& box, float spacing, float margin)
      : shape_(shape), margin_(margin) {
    const float longest = std::max({box.size().x, box.size().y, box.size().z});
    cell_ = std::max(longest / 64.f, 1e-30f);
    n_ = glm::ivec3(glm::ceil(box.size() / cell_)) + 1;
    start_ = box.centre() - 0.5f * cell_ * Vec3(n_ - 1);
    perCell_ = std::pow(static_cast<double>(cell_) / spacing, 3);
  }

  // The estimate of a shape that fills its whole box; costs no samples.
  [[nodiscard]] double atMost() const { return static_cast<double>(n_.x) * n_.y * n_.z * perCell_; }

  // Each sample counts the part of its cell that the distance leaves inside, which is exact for a box along
  // the axes.
  [[nodiscard]] double count() const {
    double cells = 0;
    for (int z = 0; z < n_.z; ++z)
      for (int y = 0; y < n_.y; ++y)
        for (int x = 0; x < n_.x; ++x) {
          const float depth = -margin_ - shape_.distance(start_ + cell_ * Vec3(x, y, z));
          cells += std::clamp(0.5 + static_cast<double>(depth) / cell_, 0.0, 1.0);
        }
    return cells * perCell_;
  }

 private:
  const SignedDistance& shape_;
  float margin_, cell_;
  glm::ivec3 n_;
  Vec3 start_;
  double perCell_;
};

// A periodic tile of blue-noise points, one per unit volume, about one unit apart.
// The points are jittered in a lattice, then pushed apart as hard spheres. A liquid's packing at this density
// (0.45) has no axis and is far from freezing.
class BlueNoiseTile {
 public:
  static constexpr int kSide = 10;

  explicit BlueNoiseTile(std::uint64_t seed) {
    points_.reserve(kSide * kSide * kSide);
    for (int i = 0; i < kSide * kSide * kSide; ++i) {
      const Vec3 corner(i % kSide, i / kSide % kSide, i / (kSide * kSide));
      const auto counter = 3 * static_cast<std::uint64_t>(i);
      points_.push_back(corner + Vec3(randomUnit(seed, counter), randomUnit(seed, counter + 1),
                                      randomUnit(seed, counter + 2)));
    }
    for (int sweep = 0; sweep < 100 && pushApart() < 0.85f; ++sweep) {
    }
    for (Vec3& p : points_) p -= static_cast<float>(kSide) * glm::floor(p / static_cast<float>(kSide));
  }

  [[nodiscard]] const std::vector<Vec3>& points() const { return points_; }

 private:
  // Pushes all pairs apart once; returns the least distance found.
  float pushApart() {
    constexpr float kPatternDiameter = 0.95f;
    constexpr auto kPeriod = static_cast<float>(kSide);
    float least = kPeriod;
    for (std::size_t i = 0; i < points_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        Vec3 apart = points_[i] - points_[j];
        apart -= kPeriod * glm::round(apart / kPeriod);
        const float squared = glm::dot(apart, apart);
        if (squared >= kPatternDiameter * kPatternDiameter) continue;
        const float distance = std::sqrt(squared);
        least = std::min(least, distance);
        const Vec3 push = distance > 0.f ? apart * (0.5f * (kPatternDiameter - distance) / distance)
                                         : Vec3(0.5f * kPatternDiameter, 0.f, 0.f);
        points_[i] += push, points_[j] -= push;
      }
    return least;
  }

  std::vector<Vec3> points_;
};

// Returns the tile of a seed. The last tile is kept, because all liquids of a scene have one seed and a tile
// takes longer than a small liquid.
std::shared_ptr<const BlueNoiseTile> blueNoiseTile(std::uint64_t seed) {
  static std::mutex mutex;
  static std::pair<std::uint64_t, std::shared_ptr<const BlueNoiseTile>> last;
  const std::lock_guard lock(mutex);
  if (!last.second || last.first != seed) last = {seed, std::make_shared<const BlueNoiseTile>(seed)};
  return last.second;
}

// Calls visit(p) for the points of a cubic lattice centred in the box.
template <class Visit>
void visitLattice(const Aabb& box, float spacing, const Visit& visit) {
  const glm::ivec3 n = glm::max(glm::ivec3(glm::round(box.size() / spacing)), 1);
  const Vec3 start = box.centre() - 0.5f * spacing * Vec3(n - 1);
  for (int z = 0; z < n.z; ++z)
    for (int y = 0; y < n.y; ++y)
      for (int x = 0; x < n.x; ++x) visit(start + spacing * Vec3(x, y, z));
}

// Calls visit(p) for the points of one tile, repeated over the box with a random shift.
template <class Visit>
void visitBlueNoise(const Aabb& box, float spacing, std::uint64_t seed, const Visit& visit) {
  const std::shared_ptr<const BlueNoiseTile> tile = blueNoiseTile(seed);
  const float side = spacing * static_cast<float>(BlueNoiseTile::kSide);
  constexpr std::uint64_t kShift = std::uint64_t{1} << 32;  // beyond every counter that the tile uses
  const Vec3 shift(randomUnit(seed, kShift), randomUnit(seed, kShift + 1), randomUnit(seed, kShift + 2));
  const Vec3 start = box.lower - side * shift;
  const glm::ivec3 n = glm::ivec3(glm::ceil((box.upper - start) / side));
  for (int z = 0; z < n.z; ++z)
    for (int y = 0; y < n.y; ++y)
      for (int x = 0; x < n.x; ++x)
        for (const Vec3& p : tile->points()) {
          const Vec3 q = start + side * Vec3(x, y, z) + spacing * p;
          if (box.contains(q)) visit(q);
        }
}

/// Pushes points apart until they lie evenly up to the walls, and fills thin parts of the shape.
/// Afterwards almost every place in the shape has a point within one spacing, and every place within 1.2
/// spacings. The result is deterministic.
/// @param points   points inside the shape, about one per spacing cubed, in the shape's coordinates [m]
/// @param spacing  wanted distance between adjacent points [m]
/// @param margin   width of a layer inside the walls that stays free of points [m]
void settlePoints(const SignedDistance& shape, float spacing, float margin, std::vector<Vec3>& points) {
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    if (sweep == kSweeps / 2) fillSurfaceLayer(shape, spacing, margin, points);
    pushApart(shape, spacing, margin, points);
  }
  std::erase_if(points, [&](const Vec3& p) { return !(shape.distance(p) < -margin); });
  fillSurfaceLayer(shape, spacing, margin, points);
}

}  // namespace

std::vector<Vec3> fillVolume(const SignedDistance& shape, const Pose& pose, float spacing, Sampling sampling,
                             std::uint64_t seed, float margin, std::size_t limit) {
  if (!(spacing > 0.f) || !std::isfinite(spacing))
    throw InputError("the particle spacing must be above zero");
  const Aabb box = shape.bounds().expanded(-margin);
  if (glm::any(glm::greaterThan(box.lower, box.upper))) return {};
  if (!isFinite(box.lower) || !isFinite(box.upper))
    throw InputError("this shape is infinite, so liquid cannot fill it");

  const auto refuse = [limit](double count) {
    throw InputError(
        fmt::format("the volume would hold about {:.3g} particles, more than the limit of {}", count, limit));
  };
  const CountEstimate estimate(shape, box, spacing, margin);
  const double most = static_cast<double>(limit), refused = 1.1 * most + 16;
  // A small box needs no samples.
  if (estimate.atMost() > refused)
    if (const double count = estimate.count(); count > refused) refuse(count);
  // A sliver in a huge box has few points but needs an endless search.
  const glm::dvec3 cells = glm::dvec3(box.size()) / static_cast<double>(spacing) + 1.0;
  const double candidates = cells.x * cells.y * cells.z;
  if (candidates > 100 * most + 1e6)
    throw InputError(fmt::format("a spacing of {:g} m is too fine to search a box of {:g} x {:g} x {:g} m",
                                 spacing, box.size().x, box.size().y, box.size().z));

  std::vector<Vec3> points;
  const auto keep = [&](const Vec3& p) {
    if (!(shape.distance(p) < -margin)) return;
    if (points.size() == limit) refuse(std::max(estimate.count(), most + 1));
    points.push_back(p);
  };
  if (sampling == Sampling::Lattice)
    visitLattice(box, spacing, keep);
  else
    visitBlueNoise(box, spacing, seed, keep);
  if (sampling == Sampling::Settled) {
    settlePoints(shape, spacing, margin, points);
    if (points.size() > limit) refuse(static_cast<double>(points.size()));
  }
  for (Vec3& p : points) p = pose.toWorld(p);
  return points;
}

}  // namespace ooze
