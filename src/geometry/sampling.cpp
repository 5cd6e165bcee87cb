#include "ooze/geometry/sampling.h"

#include "ooze/base/error.h"

#include "base/random.h"
#include "geometry/point_relaxation.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <utility>

namespace ooze {
namespace {

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
