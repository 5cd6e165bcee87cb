#include "methods/mps/collision_model.h"

#include "methods/mps/pair_sums.h"

#include <algorithm>

namespace ooze::mps {
namespace {

constexpr float kClosest = 0.6f;      // distance below which pairs collide [spacings]
constexpr float kPartingRate = 10.f;  // rate at which the missing distance is restored [1/s]
constexpr float kOnePlace = 1e-4f;    // points closer than this have no direction of separation [spacings]

}  // namespace

void CollisionModel::find(const PointSet& points, std::span<const float> mass, float spacing,
                          Vec3Array& change, const Threads& threads) {
  count_.resize(points.size()), change.resize(points.size());
  points.forEach(threads, [&](std::size_t i) {
    const int count = points.kind[i] == PointKind::Liquid ? countLiquidWithin(points, kClosest, i) : 0;
    count_[i] = static_cast<std::uint8_t>(std::min(count, 255));
  });
  points.forEach(threads, [&](std::size_t i) {
    change.set(i, Vec3(0.f));
    if (count_[i] == 0) return;
    Vec3 sum(0.f);
    points.forEachNeighbour(i, [&](std::size_t j, float distance) {
      if (!(distance < kClosest) || points.kind[j] != PointKind::Liquid) return;
      const Vec3 offset = points.offset(i, j);
      const float q = glm::length(offset);
      if (!(q > kOnePlace)) return;
      const Vec3 along = offset / q;
      const float parting = glm::dot(points.velocity[j] - points.velocity[i], along);
      const float missing = std::max(0.f, kPartingRate * spacing * (kClosest - q) - parting);
      // A point with several collisions gets a fraction of each, so that the sum does not overshoot.
      const auto shared = static_cast<float>(std::max(count_[i], count_[j]));
      sum -= (missing * mass[j] / ((mass[i] + mass[j]) * shared)) * along;
    });
    change.set(i, sum);
  });
}

}  // namespace ooze::mps
