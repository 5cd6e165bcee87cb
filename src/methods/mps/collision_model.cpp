#include "methods/mps/collision_model.h"

#include <algorithm>

namespace ooze::mps {
namespace {

constexpr float kClosest = 0.6f;      // distance below which pairs collide [spacings]
constexpr float kPartingRate = 10.f;  // rate at which the missing distance is restored [1/s]
constexpr float kOnePlace = 1e-4f;    // points closer than this have no direction of separation [spacings]

}  // namespace

void CollisionModel::find(const PointSet& points, std::span<const float> mass, float spacing,
                          Vec3Array& change, const Threads& threads) {
  const float inverse = 1.f / spacing;
  const auto meets = [&](std::size_t k) {
    return points.distance[k] < kClosest && points.kind[points.neighbour[k]] == PointKind::Liquid;
  };
  count_.resize(points.size()), change.resize(points.size());
  points.forEach(threads, [&](std::size_t i) {
    int count = 0;
    if (points.kind[i] == PointKind::Liquid)
      for (std::size_t k = points.first[i]; k < points.first[i + 1]; ++k) count += meets(k) ? 1 : 0;
    count_[i] = static_cast<std::uint8_t>(std::min(count, 255));
  });
  points.forEach(threads, [&](std::size_t i) {
    Vec3 sum(0.f);
    for (std::size_t k = points.first[i]; count_[i] > 0 && k < points.first[i + 1]; ++k) {
      if (!meets(k)) continue;
      const std::size_t j = points.neighbour[k];
      const Vec3 offset = points.offset(i, j, inverse);
      const float q = glm::length(offset);
      if (!(q > kOnePlace)) continue;
      const Vec3 along = offset / q;
      const float parting = glm::dot(points.velocity[j] - points.velocity[i], along);
      const float missing = std::max(0.f, kPartingRate * spacing * (kClosest - q) - parting);
      // A point with several collisions gets a fraction of each, so that the sum does not overshoot.
      const auto shared = static_cast<float>(std::max(count_[i], count_[j]));
      sum -= (missing * mass[j] / ((mass[i] + mass[j]) * shared)) * along;
    }
    change.set(i, sum);
  });
}

}  // namespace ooze::mps
