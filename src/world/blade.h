// A blade that is drawn through liquid.
#pragma once

#include "ooze/base/math.h"

#include <array>
#include <optional>
#include <span>

namespace ooze {

/// What an edge sweeps as it moves from a-b to d-c: two triangles.
class Blade {
 public:
  Blade(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) : corners_{a, b, c, d} {}

  /// Where the line from one point to another comes through, as a part of it.
  [[nodiscard]] std::optional<float> crossing(const Vec3& from, const Vec3& to) const;
  /// How far from it a place is, below 0 on the side that the normal leaves; nothing if it is farther than
  /// `reach` or not straight before or behind it.
  [[nodiscard]] std::optional<float> distance(const Vec3& place, const Vec3& normal, float reach) const;
  /// The same blade with every edge this much farther out.
  [[nodiscard]] Blade widened(float margin) const;
  /// Unit; nothing if nothing was swept.
  [[nodiscard]] std::optional<Vec3> normal() const;
  [[nodiscard]] Aabb bounds() const;

 private:
  std::array<Vec3, 4> corners_;
};

}  // namespace ooze
