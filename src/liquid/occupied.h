// Proximity test against existing liquid.
#pragma once

#include "ooze/base/math.h"
#include "ooze/particles/particles.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ooze {

/// Tells which places are too near to any of a set of points, by a sorted spatial hash. The points must
/// outlive the object.
class Occupied {
 public:
  /// @param distance  least allowed distance to a point [m]
  Occupied(const Vec3Array& points, float distance);

  /// Returns true if a point is nearer to p than the distance.
  [[nodiscard]] bool near(const Vec3& p) const;

 private:
  [[nodiscard]] std::uint64_t cellOf(const Vec3& p, const glm::ivec3& beside) const;

  const Vec3Array& points_;
  float distance_;
  std::vector<std::pair<std::uint64_t, std::size_t>> cells_;
};

}  // namespace ooze
