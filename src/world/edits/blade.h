// A blade that the mouse draws through liquid, for cutting.
#pragma once

#include "ooze/base/math.h"

#include <array>
#include <optional>
#include <span>

namespace ooze {

/// The surface that an edge sweeps as it moves from a-b to d-c, as two triangles.
class Blade {
 public:
  Blade(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) : corners_{a, b, c, d} {}

  /// Returns where the segment between two points crosses the blade, as a fraction of the segment in [0, 1].
  [[nodiscard]] std::optional<float> crossing(const Vec3& from, const Vec3& to) const;
  /// Returns the signed distance of a point from the blade along `normal`: positive on the side that the
  /// normal points to. Returns nothing if the point is farther than `reach` or not straight in front of or
  /// behind the blade.
  [[nodiscard]] std::optional<float> distance(const Vec3& place, const Vec3& normal, float reach) const;
  /// Returns the blade with every edge moved outward by `margin` [m].
  [[nodiscard]] Blade widened(float margin) const;
  /// Returns the unit normal; nothing if the swept area is zero.
  [[nodiscard]] std::optional<Vec3> normal() const;
  [[nodiscard]] Aabb bounds() const;

 private:
  std::array<Vec3, 4> corners_;
};

}  // namespace ooze
