// Signed distance fields of solids of revolution about y.
// The surface point nearest to p lies in the half-plane through the axis and p. Each distance is therefore a
// 2D distance in (distance from the axis, height).
#include "ooze/geometry/signed_distance.h"

#include "geometry/require_positive.h"

#include <algorithm>
#include <cmath>

namespace ooze {
namespace {

/// A point in profile coordinates, within its half-plane through the axis. For a point on the axis any
/// half-plane is valid.
struct Profile {
  Vec2 at;       // distance from the axis, and height along the axis [m]
  Vec3 outward;  // unit vector that points away from the axis

  explicit Profile(const Vec3& p) : at(std::sqrt(p.x * p.x + p.z * p.z), p.y), outward(1.f, 0.f, 0.f) {
    if (at.x > 0.f) outward = glm::normalize(Vec3(p.x / at.x, 0.f, p.z / at.x));
  }
  [[nodiscard]] Vec3 direction(const Vec2& n) const { return n.x * outward + Vec3(0.f, n.y, 0.f); }
};

class Capsule final : public SignedDistance {
 public:
  Capsule(float radius, float halfLength) : radius_(radius), half_(halfLength) {
    requirePositive({radius, halfLength, 1.f}, "a capsule needs a radius and a length above zero");
  }
  float distance(const Vec3& p) const override { return glm::length(fromAxis(p)) - radius_; }
  Sample sample(const Vec3& p) const override {
    const Vec3 offset = fromAxis(p);
    const float length = glm::length(offset);
    return {length - radius_, length > 0.f ? offset / length : Vec3(1.f, 0.f, 0.f)};
  }
  Aabb bounds() const override {
    const Vec3 half(radius_, half_ + radius_, radius_);
    return {-half, half};
  }
  Aabb solidBounds() const override { return bounds(); }

 private:
  [[nodiscard]] Vec3 fromAxis(const Vec3& p) const {
    return {p.x, p.y - std::clamp(p.y, -half_, half_), p.z};
  }

  float radius_, half_;
};

class Cylinder final : public SignedDistance {
 public:
  Cylinder(float radius, float halfHeight) : size_(radius, halfHeight) {
    requirePositive({radius, halfHeight, 1.f}, "a cylinder needs a radius and a height above zero");
  }
  float distance(const Vec3& p) const override { return sample(p).distance; }
  Sample sample(const Vec3& p) const override {
    const Profile profile(p);
    const Vec2 excess = Vec2(profile.at.x, std::abs(profile.at.y)) - size_;
    const float up = std::copysign(1.f, p.y);
    const Vec2 beyond = glm::max(excess, Vec2(0.f));
    if (const float outside = glm::length(beyond); outside > 0.f)
      return {outside, profile.direction(Vec2(beyond.x, up * beyond.y) / outside)};
    if (excess.x >= excess.y) return {excess.x, profile.outward};
    return {excess.y, {0.f, up, 0.f}};
  }
  Aabb bounds() const override {
    const Vec3 half(size_.x, size_.y, size_.x);
    return {-half, half};
  }
  Aabb solidBounds() const override { return bounds(); }

 private:
  Vec2 size_;
};

class Cup final : public SignedDistance {
 public:
  Cup(float radius, float halfHeight, float wall) : radius_(radius), half_(halfHeight), wall_(wall) {
    requirePositive({radius, halfHeight, wall},
                    "a cup needs a radius, a height and a wall thickness above zero");
    if (!(wall < radius) || !(wall < 2.f * halfHeight))
      throw InputError("the wall of a cup must be thinner than its radius and its height");
  }

  float distance(const Vec3& p) const override { return sample(p).distance; }

  // Returns the sample of the nearest of the outline's five sides.
  Sample sample(const Vec3& p) const override {
    const Profile profile(p);
    const float inner = radius_ - wall_, floor = wall_ - half_;
    struct ProfileEdge {
      Vec2 from, to, normal;
    };
    const std::array<ProfileEdge, 5> outline{{{{0.f, -half_}, {radius_, -half_}, {0.f, -1.f}},
                                              {{radius_, -half_}, {radius_, half_}, {1.f, 0.f}},
                                              {{radius_, half_}, {inner, half_}, {0.f, 1.f}},
                                              {{inner, half_}, {inner, floor}, {-1.f, 0.f}},
                                              {{inner, floor}, {0.f, floor}, {0.f, 1.f}}}};
    const float sign = isSolid(profile.at) ? -1.f : 1.f;
    float best = std::numeric_limits<float>::infinity();
    Vec2 normal(0.f, 1.f);
    for (const ProfileEdge& side : outline) {
      const Vec2 nearest = glm::clamp(profile.at, glm::min(side.from, side.to), glm::max(side.from, side.to));
      const Vec2 offset = profile.at - nearest;
      const float length = glm::length(offset);
      if (!(length < best)) continue;
      best = length;
      // Beside a side, uses the side's own normal, which rounding cannot turn; from its ends, the direction
      // to the point.
      const bool across = glm::dot(offset, side.normal) * sign >= length;
      normal = across || !(length > 0.f) ? side.normal : sign * offset / length;
    }
    return {sign * best, profile.direction(normal)};
  }

  Faces facesWithin(const Vec3& p, float reach) const override {
    const Profile profile(p);
    // Inside the cavity, or nearer to the cavity's side of the wall and of the floor than to the outer side.
    const bool within =
        profile.at.x < radius_ - 0.5f * wall_ && profile.at.y > 0.5f * wall_ - half_ && profile.at.y < half_;
    if (!within) return SignedDistance::facesWithin(p, reach);
    Faces faces;
    if (const float above = profile.at.y - (wall_ - half_); above < reach)
      faces.add({above, {0.f, 1.f, 0.f}});
    if (const float beside = radius_ - wall_ - profile.at.x; beside < reach)
      faces.add({beside, -profile.outward});
    return faces;
  }

  Aabb bounds() const override {
    const Vec3 half(radius_, half_, radius_);
    return {-half, half};
  }
  Aabb solidBounds() const override { return bounds(); }

 private:
  [[nodiscard]] bool isSolid(const Vec2& at) const {
    const bool inCavity = at.x < radius_ - wall_ && at.y > wall_ - half_;
    return at.x < radius_ && std::abs(at.y) < half_ && !inCavity;
  }

  float radius_, half_, wall_;
};

}  // namespace

ShapePtr makeCapsule(float radius, float halfLength) { return std::make_shared<Capsule>(radius, halfLength); }
ShapePtr makeCylinder(float radius, float halfHeight) {
  return std::make_shared<Cylinder>(radius, halfHeight);
}
ShapePtr makeCup(float radius, float halfHeight, float wall) {
  return std::make_shared<Cup>(radius, halfHeight, wall);
}

}  // namespace ooze
