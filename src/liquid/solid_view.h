// Signed distance queries of one particle to one solid, accelerated by planes found earlier.
#pragma once

#include "ooze/bodies/bodies.h"

#include "liquid/near_bodies.h"

#include <algorithm>
#include <limits>

namespace ooze {

/// A solid at its present pose, queried in world space.
class SolidView {
 public:
  /// @param found  faces of this body, found after it moved; without reach if nothing is known
  SolidView(const Body& body, const NearFaces& found)
      : body_(body), found_(found), isTurned_(body.pose.orientation != Quat(1.f, 0.f, 0.f, 0.f)) {
    nearest_ = found.reach > 0.f ? found.reach : -std::numeric_limits<float>::infinity();
    for (const NearFace& face : found.list) nearest_ = std::min(nearest_, face.distance);
  }
  [[nodiscard]] const Body& body() const { return body_; }

  /// Returns true if the known faces prove that p is at least `distance` away from the solid [m].
  [[nodiscard]] bool isBeyond(const Vec3& p, float distance) const {
    const float spare = nearest_ - distance;
    return spare >= 0.f && spare * spare >= kSlack * kSlack * glm::dot(p - found_.from, p - found_.from);
  }
  /// Returns SignedDistance::sampleWithin() in world space.
  [[nodiscard]] SignedDistance::Sample sampleWithin(const Vec3& p, float reach) const {
    if (!isTurned_) return body_.shape->sampleWithin(p - body_.pose.position, reach);
    const SignedDistance::Sample s = body_.shape->sampleWithin(body_.pose.toLocal(p), reach);
    return {s.distance, body_.pose.directionToWorld(s.normal)};
  }
  [[nodiscard]] SignedDistance::Sample sample(const Vec3& p) const {
    return sampleWithin(p, std::numeric_limits<float>::infinity());
  }
  /// Returns a sample from the known plane while it is valid; in a corner, from the solid itself.
  [[nodiscard]] SignedDistance::Sample seenWithin(const Vec3& p, float reach) const {
    if (found_.list.size() != 1 || !found_.hold(p)) return sampleWithin(p, reach);
    const NearFace& face = found_.list.front();
    return {face.distance + glm::dot(face.normal, p - found_.from), face.normal};
  }
  /// Returns the velocity of the solid's material point at p [m/s].
  [[nodiscard]] Vec3 velocityAt(const Vec3& p) const {
    const Vec3 none(0.f);
    return body_.velocity == none && body_.angularVelocity == none ? none : body_.velocityAt(p);
  }

  /// Lipschitz bound of sampled distances: they may change by this factor more than the position.
  static constexpr float kSlack = 1.1f;

 private:
  const Body& body_;
  NearFaces found_;
  bool isTurned_;
  float nearest_;
};

}  // namespace ooze
