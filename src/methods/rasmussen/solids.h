// The solids of a world as a grid sees them: how far the nearest is, and how it moves.
#pragma once

#include "ooze/bodies/bodies.h"

#include "grid/face_conditions.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ooze::rasmussen {

/// Bodies where they stand at the end of a step. What is farther from all of them than the reach is as far
/// as that.
class Solids {
 public:
  static constexpr std::uint32_t kNoBody = ~0u;

  struct Nearest {
    SignedDistance::Sample face;
    std::uint32_t body;  ///< its number; kNoBody: none is within reach
  };

  /// @param bodies    to outlive what is asked
  /// @param reach     [m]
  /// @param friction  alpha_f of solids without one of their own [1]
  void pose(const Bodies& bodies, float reach, float friction);

  /// Where a solid stands, by which it is known whether one moved.
  struct Stand {
    ShapePtr shape;
    Pose pose;

    friend bool operator==(const Stand& a, const Stand& b) {
      return a.shape == b.shape && a.pose.position == b.pose.position &&
             a.pose.orientation == b.pose.orientation;
    }
  };
  [[nodiscard]] std::vector<Stand> stands() const;

  [[nodiscard]] bool none() const { return boxed_.empty(); }
  [[nodiscard]] float reach() const { return reach_; }
  [[nodiscard]] float distance(const Vec3& p) const;  ///< [m]
  [[nodiscard]] Nearest nearest(const Vec3& p) const;
  /// Of the solid that is nearest to p.
  [[nodiscard]] grid::SolidMotion motion(const Vec3& p) const;

 private:
  struct Boxed {
    const Body* body;
    Aabb box;  ///< in the world, by the reach larger than the body [m]
    std::uint32_t number;
  };
  std::vector<Boxed> boxed_;
  float reach_ = 0.f, friction_ = 0.f;
  std::optional<grid::SolidMotion> common_;  ///< of all, where nothing moves and all hold liquid alike
};

}  // namespace ooze::rasmussen
