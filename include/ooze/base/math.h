// Vector types and small helpers shared by every layer. Positions are metres, y is up.
#pragma once

#include <array>
#include <cstdint>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <limits>

namespace ooze {

/// Vector of two floats.
using Vec2 = glm::vec2;
/// Vector of three floats.
using Vec3 = glm::vec3;
/// Vector of four floats.
using Vec4 = glm::vec4;
/// A rotation as a unit quaternion, in the order w, x, y, z.
using Quat = glm::quat;

/// An axis-aligned bounding box (AABB), in the unit of its corners: mostly metres. A default-constructed box
/// is empty.
struct Aabb {
  Vec3 lower{std::numeric_limits<float>::infinity()};   ///< corner of the box with the smallest coordinates
  Vec3 upper{-std::numeric_limits<float>::infinity()};  ///< corner of the box with the largest coordinates

  /// Grows the box to contain a point.
  void include(const Vec3& p) {
    lower = glm::min(lower, p);
    upper = glm::max(upper, p);
  }
  /// Grows the box to contain another box. An empty `other` changes nothing.
  void include(const Aabb& other) {
    lower = glm::min(lower, other.lower);
    upper = glm::max(upper, other.upper);
  }
  /// Returns true if the box contains no point.
  [[nodiscard]] bool empty() const { return lower.x > upper.x; }
  /// Returns true if the point is in the box or on its surface.
  [[nodiscard]] bool contains(const Vec3& p) const {
    return glm::all(glm::greaterThanEqual(p, lower)) && glm::all(glm::lessThanEqual(p, upper));
  }
  /// Returns the box with each side moved outward by `margin`; a negative margin shrinks the box.
  [[nodiscard]] Aabb expanded(float margin) const { return {lower - Vec3(margin), upper + Vec3(margin)}; }
  /// Returns the centre of the box; not a number if the box is empty.
  [[nodiscard]] Vec3 centre() const { return 0.5f * (lower + upper); }
  /// Returns the lengths of the box's edges; negative if the box is empty.
  [[nodiscard]] Vec3 size() const { return upper - lower; }
};

/// A rigid transform: maps the local point p to position + orientation * p.
struct Pose {
  Vec3 position{0.f};                    ///< position of the local origin in the world [m]
  Quat orientation{1.f, 0.f, 0.f, 0.f};  ///< rotation from local to world axes; w, x, y, z

  /// Returns the world position of a local point [m].
  [[nodiscard]] Vec3 toWorld(const Vec3& local) const { return position + orientation * local; }
  /// Returns the local position of a world point [m].
  [[nodiscard]] Vec3 toLocal(const Vec3& world) const {
    return glm::conjugate(orientation) * (world - position);
  }
  /// Returns a local direction in world axes. The length stays.
  [[nodiscard]] Vec3 directionToWorld(const Vec3& local) const { return orientation * local; }
};

/// Returns true if no component is infinite or not a number.
[[nodiscard]] inline bool isFinite(const Vec3& v) {
  return std::numeric_limits<float>::max() >= glm::abs(v.x) &&
         std::numeric_limits<float>::max() >= glm::abs(v.y) &&
         std::numeric_limits<float>::max() >= glm::abs(v.z);
}

}  // namespace ooze
