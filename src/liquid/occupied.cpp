#include "liquid/occupied.h"

#include <algorithm>
#include <cmath>

namespace ooze {

void Occupied::find(const Vec3Array& points, float distance) {
  points_ = &points, distance_ = distance;
  cells_.clear();
  for (std::size_t i = 0; i < points.size(); ++i) cells_.emplace_back(cellOf(points[i], {}), i);
  std::sort(cells_.begin(), cells_.end());
}

bool Occupied::near(const Vec3& p) const {
  for (int k = 0; k < 27; ++k) {
    const std::uint64_t cell = cellOf(p, glm::ivec3(k % 3, k / 3 % 3, k / 9) - 1);
    auto at = std::lower_bound(cells_.begin(), cells_.end(), std::make_pair(cell, std::size_t{0}));
    for (; at != cells_.end() && at->first == cell; ++at)
      if (glm::distance((*points_)[at->second], p) < distance_) return true;
  }
  return false;
}

/// Returns the hash key of a cell. Rare collisions are harmless, because distances decide.
std::uint64_t Occupied::cellOf(const Vec3& p, const glm::ivec3& beside) const {
  std::uint64_t key = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const auto cell = static_cast<std::int64_t>(std::floor(p[axis] / distance_)) + beside[axis];
    key = key << 21 ^ (static_cast<std::uint64_t>(cell) & 0xffffffffu) ^ key >> 43;
  }
  return key;
}

}  // namespace ooze
