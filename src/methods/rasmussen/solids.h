// Distance to the nearest solid and its motion, as the boundary conditions of the grid need them.
#pragma once

#include "ooze/bodies/bodies.h"

#include "grid/face_conditions.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ooze::rasmussen {

/// Queries the bodies at their poses at the end of a step. Distances beyond the reach are reported as the
/// reach.
class SolidSamples {
 public:
  static constexpr std::uint32_t kNoBody = ~0u;

  struct NearestSolid {
    SignedDistance::Sample face;
    std::uint32_t body;  ///< index of the nearest body; kNoBody: none within reach
  };

  /// Places the bodies at their current poses.
  /// @param bodies    must outlive all queries
  /// @param reach     distance beyond which solids are ignored [m]
  /// @param friction  alpha_f of solids without a friction of their own [1]
  void pose(const Bodies& bodies, float reach, float friction);

  /// Shape and pose of a solid, compared to find out whether a solid has moved.
  struct PosedShape {
    ShapePtr shape;
    Pose pose;

    friend bool operator==(const PosedShape& a, const PosedShape& b) {
      return a.shape == b.shape && a.pose.position == b.pose.position &&
             a.pose.orientation == b.pose.orientation;
    }
  };
  [[nodiscard]] std::vector<PosedShape> posedShapes() const;

  [[nodiscard]] bool none() const { return posedBodies_.empty(); }
  [[nodiscard]] float reach() const { return reach_; }
  [[nodiscard]] float distance(const Vec3& p) const;  ///< distance to the nearest solid [m]
  [[nodiscard]] NearestSolid nearest(const Vec3& p) const;
  /// Returns the velocity and friction of the solid nearest to p.
  [[nodiscard]] grid::SolidMotion motion(const Vec3& p) const;
  /// Returns the velocity and friction of the solid nearest to p that does not move freely.
  [[nodiscard]] grid::SolidMotion motionOfOthers(const Vec3& p) const;

 private:
  struct PosedBody {
    const Body* body;
    Aabb box;  ///< bounding box of the solid in the world, extended by the reach [m]
    std::uint32_t number;
  };
  template <class Wanted>
  [[nodiscard]] grid::SolidMotion motionOf(const Vec3& p, const Wanted& wanted) const;

  std::vector<PosedBody> posedBodies_;
  float reach_ = 0.f, friction_ = 0.f;
  std::optional<grid::SolidMotion>
      common_;  ///< motion shared by all solids, if all are at rest with equal friction
};

}  // namespace ooze::rasmussen
