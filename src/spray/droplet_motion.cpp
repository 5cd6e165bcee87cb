#include "spray/droplet_motion.h"

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

constexpr float kBuoyancy = 1.5f;  ///< k_b: buoyancy of a bubble as a multiple of gravity
/// K_d: part of the velocity difference to the liquid that a bubble adopts per frame.
constexpr float kDrag = 0.7f;
/// Ageing rates relative to foam. Departs from the paper, where only foam dissolves: free spray, and bubbles
/// under a lid, would never vanish.
constexpr float kAgeingOfSpray = 0.4f, kAgeingOfBubbles = 0.7f;

struct DropletLiquid {
  int neighbours = 0;
  Vec3 velocity{0.f};  ///< mean velocity of the neighbours, weighted as in Ihmsen et al. 2012 [m/s]
};

DropletLiquid liquidAt(const Vec3& place, const DropletSurroundings& in) {
  DropletLiquid liquid;
  float weights = 0.f;
  in.near.visit(place, [&](std::uint32_t j, const Vec3&, float distance) {
    const float w = weight(distance, in.near.reach());
    liquid.velocity += w * in.velocities[j];
    weights += w;
    ++liquid.neighbours;
  });
  if (weights > 0.f) liquid.velocity /= weights;
  return liquid;
}

DropletKind kindAmong(int neighbours) {
  return neighbours < kMinFoamNeighbours   ? DropletKind::Spray
         : neighbours > kMaxFoamNeighbours ? DropletKind::Bubble
                                           : DropletKind::Foam;
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

bool advanceDroplet(Droplet& droplet, const DropletSurroundings& in) {
  const DropletLiquid liquid = liquidAt(droplet.position, in);
  const float dt = in.seconds;
  const Vec3 from = droplet.position;
  droplet.kind = kindAmong(liquid.neighbours);
  float ageing = 1.f;
  switch (droplet.kind) {
    case DropletKind::Spray:
      // Exact parabola, because the paper's Euler step would make the path depend on the frame rate.
      droplet.position += dt * droplet.velocity + 0.5f * dt * dt * in.gravity;
      droplet.velocity += dt * in.gravity;
      ageing = kAgeingOfSpray;
      break;
    case DropletKind::Foam:
      droplet.velocity = liquid.velocity;
      droplet.position += dt * droplet.velocity;
      break;
    case DropletKind::Bubble:
      droplet.velocity += kDrag * (liquid.velocity - droplet.velocity) - kBuoyancy * dt * in.gravity;
      droplet.position += dt * droplet.velocity;
      ageing = kAgeingOfBubbles;
      break;
  }
  droplet.life -= ageing * dt;
  return droplet.life > 0.f && !in.solids.stop(from, droplet.position, droplet.radius);
}

}  // namespace ooze::spray
