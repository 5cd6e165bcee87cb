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

using Vec2 = glm::vec2;
using Vec3 = glm::vec3;
using Vec4 = glm::vec4;
using Quat = glm::quat;

/// An axis-aligned bounding box (AABB). A default-constructed box is empty.
struct Aabb {
  Vec3 lower{std::numeric_limits<float>::infinity()};
  Vec3 upper{-std::numeric_limits<float>::infinity()};

  void include(const Vec3& p) {
    lower = glm::min(lower, p);
    upper = glm::max(upper, p);
  }
  void include(const Aabb& other) {
    lower = glm::min(lower, other.lower);
    upper = glm::max(upper, other.upper);
  }
  [[nodiscard]] bool empty() const { return lower.x > upper.x; }
  [[nodiscard]] bool contains(const Vec3& p) const {
    return glm::all(glm::greaterThanEqual(p, lower)) && glm::all(glm::lessThanEqual(p, upper));
  }
  [[nodiscard]] Aabb expanded(float margin) const { return {lower - Vec3(margin), upper + Vec3(margin)}; }
  [[nodiscard]] Vec3 centre() const { return 0.5f * (lower + upper); }
  [[nodiscard]] Vec3 size() const { return upper - lower; }
};

/// A rigid transform: maps the local point p to position + orientation * p.
struct Pose {
  Vec3 position{0.f};
  Quat orientation{1.f, 0.f, 0.f, 0.f};  // w, x, y, z

  [[nodiscard]] Vec3 toWorld(const Vec3& local) const { return position + orientation * local; }
  [[nodiscard]] Vec3 toLocal(const Vec3& world) const {
    return glm::conjugate(orientation) * (world - position);
  }
  [[nodiscard]] Vec3 directionToWorld(const Vec3& local) const { return orientation * local; }
};

[[nodiscard]] inline bool isFinite(const Vec3& v) {
  return std::numeric_limits<float>::max() >= glm::abs(v.x) &&
         std::numeric_limits<float>::max() >= glm::abs(v.y) &&
         std::numeric_limits<float>::max() >= glm::abs(v.z);
}

}  // namespace ooze
