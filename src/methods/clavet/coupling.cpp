// Clavet 2005, section 6: contact with solids, eq. 9 to 12 and Algorithm 6. Static and kinematic bodies need
// its step 3 only: they have infinite inertia.
#include "methods/clavet/body_filter.h"
#include "methods/clavet/clavet.h"

#include <algorithm>
#include <cmath>

namespace ooze::clavet {
namespace {

/// Where the path from `from` to `to` (local frame) first comes within `radius` of the solid, as a fraction
/// of the path; 1 if it does not. Marches by the distance, which the solid cannot be nearer than.
float firstContact(const SignedDistance& shape, const Vec3& from, const Vec3& to, float radius) {
  const float length = glm::distance(from, to);
  // A liquid that explodes makes paths so long that a step of a fixed size would be lost in rounding; a sane
  // path is shorter than 10 h and not touched by this.
  const float smallest = std::max(0.05f * radius, length / 1000.f);
  float travelled = 0.f;
  while (travelled < length) {
    const float d = shape.distance(glm::mix(from, to, travelled / length)) - radius;
    if (d <= 0.f) return travelled / length;
    travelled += std::max(d, smallest);
  }
  return 1.f;
}

/// True if the path can enter the solid: it starts clear of it, or in contact but on its way in. (A particle
/// at rest on a thin plate is in contact, and a push may yet drive it through.)
bool startsOutside(const SignedDistance& shape, const Vec3& from, const Vec3& to, float radius) {
  const SignedDistance::Sample start = shape.sample(from);
  return start.distance > radius || (start.distance > 0.f && glm::dot(start.normal, to - from) < 0.f);
}

}  // namespace

/// Departs from Clavet 2005 eq. 11 in time only: mu acts per frictionTime, whatever the number of substeps.
/// Remembers the last answer, because a power costs as much as the rest of a contact.
class FrictionPerStep {
 public:
  explicit FrictionPerStep(float dt) : dt_(dt) {}
  float operator()(float mu, float frictionTime) {
    if (mu != of_ || frictionTime != time_) {
      of_ = mu, time_ = frictionTime;
      perStep_ = 1.f - std::pow(1.f - mu, dt_ / frictionTime);
    }
    return perStep_;
  }

 private:
  float dt_, of_ = 0.f, time_ = 1.f, perStep_ = 0.f;
};

void Clavet::resolveCollisions(float dt, const Threads& threads, const Bodies& bodies) {
  if (bodies.list.empty()) return;
  const Vec3Array& x = particles_.position;
  float stickDistance = 0.f;
  for (const Coefficients& c : coefficients_) stickDistance = std::max(stickDistance, c.stickDistance);
  for (const Body& body : bodies.list)
    stickDistance = std::max(stickDistance, body.stickDistance.value_or(0.f));
  threads.forChunks(x.size(), 512, [&](std::size_t, std::size_t begin, std::size_t end) {
    BodyFilter filter(bodies);
    FrictionPerStep friction(dt);
    for (std::size_t i = begin; i < end; ++i) {
      if ((i - begin) % BodyFilter::kGroup == 0) {
        const std::size_t last = std::min(end, i + BodyFilter::kGroup);
        Aabb bounds = boundsOf(x, i, last);
        bounds.include(boundsOf(previous_, i, last));
        filter.choose(bounds, kCollisionRadius * h_ + stickDistance);
      }
      for (const Body* body : filter.near()) collide(i, dt, *body, friction);
    }
  });
}

void Clavet::collide(std::size_t i, float dt, const Body& body, FrictionPerStep& friction) {
  const Coefficients& c = coefficients_[particles_.material[i]];
  const float radius = kCollisionRadius * h_;
  const float stickDistance = body.stickDistance.value_or(c.stickDistance);
  const float kStick = body.stickiness.value_or(c.stickiness);
  Vec3 x = particles_.position[i];
  Vec3 local = body.pose.toLocal(x);
  float d = body.shape->distance(local) - radius;
  const Vec3 localPrevious = body.previousPose.toLocal(previous_[i]);
  const float path = glm::distance(local, localPrevious);
  // Neither in contact nor held, and it cannot have passed through.
  if (d >= path && (d >= stickDistance || (d >= 0.f && kStick == 0.f))) return;

  SignedDistance::Sample s = body.shape->sample(local);
  if (path > std::max(d, 0.f) && (d >= 0.f || glm::dot(s.normal, local - localPrevious) > 0.f) &&
      startsOutside(*body.shape, localPrevious, local, radius)) {
    // It may have crossed something thin: stop it at the first face and let it slide there (digest, section
    // 5).
    if (const float t = firstContact(*body.shape, localPrevious, local, radius); t < 1.f) {
      const Vec3 hit = glm::mix(localPrevious, local, t);
      const Vec3 normal = body.shape->sample(hit).normal;
      const Vec3 rest = local - hit;
      const Vec3 slid = hit + rest - std::min(0.f, glm::dot(rest, normal)) * normal;
      // Sliding on may leave the face round a corner; the face itself is always safe.
      local = body.shape->distance(slid) >= 0.5f * radius ? slid : hit;
      x = body.pose.toWorld(local);
      s = body.shape->sample(local);
      d = s.distance - radius;
    }
  }
  if (d >= stickDistance) {
    particles_.position.set(i, x);
    return;
  }

  const Vec3 normal = body.pose.directionToWorld(s.normal);
  const Vec3 relative = (x - previous_[i]) / dt - body.velocityAt(x);
  const float speedOut = glm::dot(relative, normal);
  if (d < 0.f) {
    // Eq. 11, added to the velocity; approach is cancelled, separation never (no glue, no bounce).
    const float mu = friction(body.friction.value_or(c.friction), c.frictionTime);
    x -= dt * (std::min(0.f, speedOut) * normal + mu * (relative - speedOut * normal));
  } else {
    // Eq. 12, inside its range only: beyond it, it would repel.
    x -= dt * dt * kStick * d * (1.f - d / stickDistance) * normal;
  }

  // Extract what is still inside. The start of the step moves along, so that extraction gives no speed
  // (digest, section 8).
  s = body.shape->sample(body.pose.toLocal(x));
  if (const float depth = radius - s.distance; depth > 0.f) {
    const Vec3 out = depth * body.pose.directionToWorld(s.normal);
    x += out;
    previous_.add(i, out);
  }
  particles_.position.set(i, x);
}

}  // namespace ooze::clavet
