// Signed distance fields of solids of revolution about y.
// The surface point nearest to p lies in the half-plane through the axis and p. Each distance is therefore a
// 2D distance in (distance from the axis, height).
// Exact signed distance field of an ellipsoid, by the Lagrange multiplier of the nearest point.
#include "ooze/base/error.h"
#include "ooze/geometry/signed_distance.h"

#include <algorithm>
#include <cmath>

namespace ooze {
namespace {

/// Checks that all three components are finite and above zero.
/// @throws InputError with this message otherwise
void requirePositive(const Vec3& v, const char* message) {
  if (!isFinite(v) || !glm::all(glm::greaterThan(v, Vec3(0.f)))) throw InputError(message);
}

constexpr float kInfinity = std::numeric_limits<float>::infinity();

class PlaneDistance final : public SignedDistance {
 public:
  explicit PlaneDistance(const Vec3& normal) : normal_(glm::normalize(normal)) {
    if (!isFinite(normal_)) throw InputError("a plane needs a normal of finite length, not zero");
  }
  float distance(const Vec3& p) const override { return glm::dot(p, normal_); }
  Sample sample(const Vec3& p) const override { return {distance(p), normal_}; }
  Aabb bounds() const override {
    Aabb box{Vec3(-kInfinity), Vec3(kInfinity)};
    for (int axis = 0; axis < 3; ++axis)
      if (std::abs(normal_[axis]) == 1.f) box.lower[axis] = box.upper[axis] = 0.f;
    return box;
  }

 private:
  Vec3 normal_;
};

class Sphere final : public SignedDistance {
 public:
  explicit Sphere(float radius) : radius_(radius) {
    requirePositive(Vec3(radius), "a sphere needs a radius above zero");
  }
  float distance(const Vec3& p) const override { return glm::length(p) - radius_; }
  Sample sample(const Vec3& p) const override {
    const float length = glm::length(p);
    return {length - radius_, length > 0.f ? p / length : Vec3(0.f, 1.f, 0.f)};
  }
  Aabb bounds() const override { return {Vec3(-radius_), Vec3(radius_)}; }
  Aabb solidBounds() const override { return bounds(); }

 private:
  float radius_;
};

// Returns the signed distance and gradient of a box, given the excess of each coordinate over its side.
// The distance is negative inside and exact everywhere. Inside, the gradient is that of the nearest side; the
// first side wins if several are equally near.
SignedDistance::Sample sampleBox(const Vec3& excess, const Vec3& outward) {
  const Vec3 beyond = glm::max(excess, Vec3(0.f));
  const float outside = glm::length(beyond);
  if (outside > 0.f) return {outside, outward * beyond / outside};
  const int axis = excess.x >= excess.y ? (excess.x >= excess.z ? 0 : 2) : (excess.y >= excess.z ? 1 : 2);
  Vec3 normal(0.f);
  normal[axis] = outward[axis];
  return {excess[axis], normal};
}

float boxDistance(const Vec3& excess) {
  return glm::length(glm::max(excess, Vec3(0.f))) +
         std::min(std::max(excess.x, std::max(excess.y, excess.z)), 0.f);
}

Vec3 signs(const Vec3& p) {
  return {std::copysign(1.f, p.x), std::copysign(1.f, p.y), std::copysign(1.f, p.z)};
}

class BoxDistance final : public SignedDistance {
 public:
  explicit BoxDistance(const Vec3& halfExtents) : half_(halfExtents) {
    requirePositive(half_, "a box needs half extents above zero");
  }
  float distance(const Vec3& p) const override { return boxDistance(glm::abs(p) - half_); }
  Sample sample(const Vec3& p) const override { return sampleBox(glm::abs(p) - half_, signs(p)); }
  Aabb bounds() const override { return {-half_, half_}; }
  Aabb solidBounds() const override { return bounds(); }

 private:
  Vec3 half_;
};

// The complement of a box. Without its lid the box has no upper side.
class Tank final : public SignedDistance {
 public:
  Tank(const Vec3& halfExtents, bool openTop) : half_(halfExtents), openTop_(openTop) {
    requirePositive(half_, "a tank needs half extents above zero");
  }
  float distance(const Vec3& p) const override { return -boxDistance(excess(p)); }
  Sample sample(const Vec3& p) const override {
    Vec3 outward = signs(p);
    if (openTop_) outward.y = -1.f;
    const Sample box = sampleBox(excess(p), outward);
    return {-box.distance, -box.normal};
  }
  Faces facesWithin(const Vec3& p, float reach) const override {
    Faces faces;
    for (int axis = 0; axis < 3; ++axis)
      for (const float side : {-1.f, 1.f}) {
        if (openTop_ && axis == 1 && side > 0.f) continue;
        Vec3 inward(0.f);
        inward[axis] = -side;
        if (const float d = half_[axis] - side * p[axis]; d < reach) faces.add({d, inward});
      }
    return faces;
  }
  Aabb bounds() const override { return {-half_, half_}; }

 private:
  Vec3 excess(const Vec3& p) const {
    Vec3 e = glm::abs(p) - half_;
    if (openTop_) e.y = -p.y - half_.y;
    return e;
  }

  Vec3 half_;
  bool openTop_;
};

class Complement final : public SignedDistance {
 public:
  explicit Complement(ShapePtr shape) : shape_(std::move(shape)) {}
  float distance(const Vec3& p) const override { return -shape_->distance(p); }
  Sample sample(const Vec3& p) const override {
    const Sample inner = shape_->sample(p);
    return {-inner.distance, -inner.normal};
  }
  Aabb bounds() const override { return shape_->bounds(); }

 private:
  ShapePtr shape_;
};

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

class Ellipsoid final : public SignedDistance {
 public:
  explicit Ellipsoid(const Vec3& semiAxes) : axes_(semiAxes) {
    requirePositive(semiAxes, "an ellipsoid needs semi-axes above zero");
  }
  float distance(const Vec3& p) const override { return sample(p).distance; }

  // Returns the signed distance and normal at p.
  // The nearest point x satisfies p - x = t m, where m with m_i = x_i / e_i^2 is a normal at x. Hence m_i =
  // p_i / (t + e_i^2), the distance is t |m|, and sum (e_i m_i)^2 = 1 determines t, negative inside.
  Sample sample(const Vec3& p) const override {
    const glm::dvec3 e(axes_), squares = e * e;
    // On a plane of symmetry the nearest point may not be unique. A tiny offset makes it unique and changes
    // the distance by a part in 10^9.
    const double hair = 1e-9 * std::min({e.x, e.y, e.z});
    const glm::dvec3 q = glm::max(glm::abs(glm::dvec3(p)), glm::dvec3(hair));

    // Newton iteration for 1 / |e m| = 1.
    // The left side is concave in t (Conn, Gould and Toint 2000, section 7.3). From below the root the
    // iteration ascends without overshoot and converges in a few steps.
    const glm::dvec3 start = e * q - squares;
    double t = std::max({start.x, start.y, start.z});
    for (int i = 0; i < kIterations; ++i) {
      const glm::dvec3 em = e * q / (t + squares);
      const double norm2 = glm::dot(em, em), norm = std::sqrt(norm2);
      const double next = t + norm2 * (norm - 1.0) / glm::dot(em, em / (t + squares));
      if (!(next > t)) break;
      t = next;
    }
    const glm::dvec3 m = q / (t + squares);
    const double length = glm::length(m);
    const Vec3 normal(m / length);
    return {static_cast<float>(t * length),
            {std::copysign(normal.x, p.x), std::copysign(normal.y, p.y), std::copysign(normal.z, p.z)}};
  }
  /// Ignores the reach, because sample() costs no more than distance().
  Sample sampleWithin(const Vec3& p, float) const override { return sample(p); }
  Aabb bounds() const override { return {-axes_, axes_}; }
  Aabb solidBounds() const override { return bounds(); }

 private:
  static constexpr int kIterations = 60;  // about 5 are needed; 60 guards against rounding

  Vec3 axes_;
};

}  // namespace

SignedDistance::Sample SignedDistance::sampleWithin(const Vec3& p, float reach) const {
  const float d = distance(p);
  return d < reach ? sample(p) : Sample{d, Vec3(0.f)};
}

SignedDistance::Faces SignedDistance::facesWithin(const Vec3& p, float reach) const {
  Faces faces;
  if (const Sample nearest = sampleWithin(p, reach); nearest.distance < reach) faces.add(nearest);
  return faces;
}

Aabb SignedDistance::solidBounds() const { return {Vec3(-kInfinity), Vec3(kInfinity)}; }

ShapePtr makePlane(const Vec3& normal) { return std::make_shared<PlaneDistance>(normal); }
ShapePtr makeSphere(float radius) { return std::make_shared<Sphere>(radius); }
ShapePtr makeBox(const Vec3& halfExtents) { return std::make_shared<BoxDistance>(halfExtents); }
ShapePtr makeTank(const Vec3& halfExtents, bool openTop) {
  return std::make_shared<Tank>(halfExtents, openTop);
}
ShapePtr makeComplement(ShapePtr shape) { return std::make_shared<Complement>(std::move(shape)); }

ShapePtr makeCapsule(float radius, float halfLength) { return std::make_shared<Capsule>(radius, halfLength); }
ShapePtr makeCylinder(float radius, float halfHeight) {
  return std::make_shared<Cylinder>(radius, halfHeight);
}
ShapePtr makeCup(float radius, float halfHeight, float wall) {
  return std::make_shared<Cup>(radius, halfHeight, wall);
}

ShapePtr makeEllipsoid(const Vec3& semiAxes) { return std::make_shared<Ellipsoid>(semiAxes); }

}  // namespace ooze
