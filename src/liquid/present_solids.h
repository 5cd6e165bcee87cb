// The solids of the bodies that are present, for tests of many points.
#pragma once

#include "ooze/bodies/bodies.h"

#include "geometry/box_tree.h"

#include <vector>

namespace ooze {

/// Tests points against all bodies that are present. A test costs little however many bodies lie elsewhere.
class PresentSolids {
 public:
  /// @param bodies  must outlive this object unchanged
  explicit PresentSolids(const std::vector<Body>& bodies);

  /// Returns true if the point is inside a body [m].
  [[nodiscard]] bool contain(const Vec3& place) const;

  /// Moves a point out of thin walls that cover it only because they act thicker than they are
  /// (withLeastWall(), standingOut()). The point comes to lie in front of the nearest face. A point inside a
  /// solid as it was given stays there.
  void moveOutOfThickWalls(Vec3& place) const;

 private:
  // Returns the body that contains a point, or the number of bodies.
  [[nodiscard]] std::size_t bodyAround(const Vec3& place) const;

  const std::vector<Body>& bodies_;
  BoxTree boxes_;
};

}  // namespace ooze
