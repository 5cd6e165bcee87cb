#include "spray/solids.h"

#include <algorithm>

namespace ooze::spray {
namespace {

constexpr int kMostSteps = 24;

/// Sphere tracing (Hart 1996) along a path: the signed distance bounds the free way ahead.
bool meets(const SignedDistance& shape, const Vec3& from, const Vec3& to, float radius) {
  const float length = glm::distance(from, to);
  float gone = 0.f;
  for (int step = 0; step < kMostSteps; ++step) {
    const Vec3 at = length > 0.f ? glm::mix(from, to, gone / length) : from;
    const float room = shape.distance(at) - radius;
    if (room < 0.f) return true;
    if (gone >= length) return false;
    // A path that grazes a face advances by at least half a radius.
    gone = std::min(length, gone + std::max(room, 0.5f * radius));
  }
  return shape.distance(to) < radius;
}

bool overlap(const Aabb& a, const Aabb& b) {
  return glm::all(glm::lessThanEqual(a.lower, b.upper)) && glm::all(glm::lessThanEqual(b.lower, a.upper));
}

}  // namespace

SpraySolids::SpraySolids(std::span<const Body> bodies, const std::optional<Aabb>& domain) : domain_(domain) {
  for (const Body& body : bodies) {
    if (!body.present || !body.shape) continue;
    const Aabb bounds = body.shape->bounds();
    // Tanks and planes are solid all around: points far outside their bounds are inside the solid.
    const bool finite = isFinite(bounds.lower) && isFinite(bounds.upper);
    const bool outward = finite && body.shape->distance(bounds.upper + bounds.size() + Vec3(1.f)) > 0.f &&
                         body.shape->distance(bounds.lower - bounds.size() - Vec3(1.f)) > 0.f;
    solids_.push_back({body.shape.get(), body.pose, bounds, outward});
  }
}

bool SpraySolids::stop(const Vec3& from, const Vec3& to, float radius) const {
  if (domain_ && !domain_->contains(to)) return true;
  for (const SpraySolid& solid : solids_) {
    const Vec3 a = solid.pose.toLocal(from), b = solid.pose.toLocal(to);
    Aabb path;
    path.include(a), path.include(b);
    if (solid.outward && !overlap(path.expanded(radius), solid.bounds)) continue;
    if (meets(*solid.shape, a, b, radius)) return true;
  }
  return false;
}

}  // namespace ooze::spray
