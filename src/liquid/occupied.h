// Where liquid is already.
#pragma once

#include "ooze/base/math.h"
#include "ooze/particles/particles.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ooze {

/// Tells which places are too near to any of the points that it was made of, which outlive it.
class Occupied {
 public:
  /// @param distance  [m]
  Occupied(const Vec3Array& points, float distance);

  [[nodiscard]] bool near(const Vec3& p) const;

 private:
  [[nodiscard]] std::uint64_t cellOf(const Vec3& p, const glm::ivec3& beside) const;

  const Vec3Array& points_;
  float distance_;
  std::vector<std::pair<std::uint64_t, std::size_t>> cells_;
};

}  // namespace ooze
