// Proximity test against existing liquid.
#pragma once

#include "ooze/base/math.h"
#include "ooze/particles/particles.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ooze {

/// Tells which places are too near to any of a set of points, by a sorted spatial hash.
class Occupied {
 public:
  Occupied() = default;
  Occupied(const Vec3Array& points, float distance) { find(points, distance); }

  /// Sets the points. Allocates no memory if there have been as many before.
  /// @param points    must outlive the queries of this object
  /// @param distance  least allowed distance to a point, above 0 [m]
  void find(const Vec3Array& points, float distance);

  /// Returns true if a point is nearer to p than the distance.
  [[nodiscard]] bool near(const Vec3& p) const;

 private:
  [[nodiscard]] std::uint64_t cellOf(const Vec3& p, const glm::ivec3& beside) const;

  const Vec3Array* points_ = nullptr;
  float distance_ = 1.f;
  std::vector<std::pair<std::uint64_t, std::size_t>> cells_;
};

}  // namespace ooze
