// Positions on a lattice as node plus fraction, and trilinear interpolation.
#pragma once

#include "ooze/base/math.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace ooze::grid {

/// Largest node coordinate [cells]. Beyond, floats of metres cannot distinguish two neighbouring nodes.
inline constexpr double kMaxNodeIndex = 4194304.0;

/// Returns the floor of v, which must fit an int. Without SSE4, std::floor() would be a function call.
template <class T>
[[gnu::always_inline]] inline int floorToInt(T v) {
  const int n = static_cast<int>(v);
  return n - static_cast<int>(v < static_cast<T>(n));
}
template <class T>
[[gnu::always_inline]] inline glm::ivec3 floorToInt(const glm::vec<3, T>& v) {
  return {floorToInt(v.x), floorToInt(v.y), floorToInt(v.z)};
}

/// A position stored as the lower node and the fraction of a cell along each axis.
/// The precision is the same everywhere, and a shift by whole cells changes no bit of `part`.
struct LatticePosition {
  glm::ivec3 node{0};
  Vec3 part{0.f};  ///< offset from the node along each axis, from 0 to 1 [cells]

  /// Returns the position moved by a vector.
  /// @param by  shorter than kMaxNodeIndex [cells]
  [[nodiscard]] LatticePosition moved(const Vec3& by) const {
    const Vec3 to = part + by;
    const glm::ivec3 low = floorToInt(to);
    LatticePosition place{node + low, to - Vec3(low)};
    for (int axis = 0; axis < 3; ++axis)  // a slightly negative fraction may have been rounded to 1
      if (place.part[axis] >= 1.f) place.part[axis] = 0.f, ++place.node[axis];
    return place;
  }
  /// Returns the position in space [m], for nodes at a distance of `cell` [m].
  [[nodiscard]] Vec3 position(float cell) const {
    return Vec3(static_cast<double>(cell) * (glm::dvec3(node) + glm::dvec3(part)));
  }

  friend bool operator==(const LatticePosition&, const LatticePosition&) = default;
};

/// Converts a position to lattice coordinates.
/// @return nothing if p is too far away or NaN
inline std::optional<LatticePosition> toLatticePosition(const Vec3& p, float cell) {
  const glm::dvec3 at = glm::dvec3(p) / static_cast<double>(cell);
  if (!(std::max({std::abs(at.x), std::abs(at.y), std::abs(at.z)}) < kMaxNodeIndex)) return std::nullopt;
  const glm::ivec3 low = floorToInt(at);
  return LatticePosition{low, Vec3(at - glm::dvec3(low))};
}

/// Interpolates trilinearly. If all corners are equal the result is exactly that value.
/// @param corners  values at the eight corners of a cell, x fastest
/// @param part     position within the cell, from 0 to 1 along each axis
template <class T>
T trilinear(const std::array<T, 8>& corners, const Vec3& part) {
  const auto between = [](const T& a, const T& b, float t) { return a + t * (b - a); };
  const auto plane = [&](std::size_t k) {
    return between(between(corners[k], corners[k + 1], part.x),
                   between(corners[k + 2], corners[k + 3], part.x), part.y);
  };
  return between(plane(0), plane(4), part.z);
}

}  // namespace ooze::grid
