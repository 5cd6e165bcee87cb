#include "ooze/base/error.h"
#include "ooze/geometry/signed_distance.h"

#include "geometry/require_positive.h"

#include <algorithm>
#include <cmath>

namespace ooze {
namespace {

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

}  // namespace ooze
