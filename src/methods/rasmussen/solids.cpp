#include "methods/rasmussen/solids.h"

#include <algorithm>
#include <cmath>

namespace ooze::rasmussen {
namespace {

bool isFinite(const Aabb& box) { return ooze::isFinite(box.lower) && ooze::isFinite(box.upper); }

/// Returns the bounding box of a posed body, extended by `reach`; infinite for an endless solid.
Aabb worldBox(const Body& body, float reach) {
  const Aabb local = body.shape->solidBounds();
  if (!isFinite(local)) return local;
  const Vec3 middle = body.pose.toWorld(0.5f * (local.lower + local.upper));
  const Vec3 half = 0.5f * (local.upper - local.lower);
  Vec3 extent(0.f);
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 side(0.f);
    side[axis] = half[axis];
    extent += glm::abs(body.pose.directionToWorld(side));
  }
  return {middle - extent - reach, middle + extent + reach};
}

bool holds(const Aabb& box, const Vec3& p) {
  return !(p.x < box.lower.x || p.y < box.lower.y || p.z < box.lower.z || p.x > box.upper.x ||
           p.y > box.upper.y || p.z > box.upper.z);
}

}  // namespace

void SolidSamples::pose(const Bodies& bodies, float reach, float friction) {
  reach_ = reach, friction_ = friction;
  posedBodies_.clear();
  for (std::uint32_t b = 0; b < bodies.list.size(); ++b) {
    const Body& body = bodies.list[b];
    if (!body.present) continue;
    const Aabb box = worldBox(body, reach);
    posedBodies_.push_back({&body, isFinite(box) ? box : Aabb{Vec3(-HUGE_VALF), Vec3(HUGE_VALF)}, b});
  }
  common_.reset();
  if (none()) return;
  const auto hold = [&](const PosedBody& b) { return b.body->friction.value_or(friction_); };
  const bool alike = std::ranges::all_of(posedBodies_, [&](const PosedBody& b) {
    return b.body->velocity == Vec3(0.f) && b.body->angularVelocity == Vec3(0.f) &&
           hold(b) == hold(posedBodies_.front());
  });
  if (alike) common_ = grid::SolidMotion{Vec3(0.f), hold(posedBodies_.front())};
}

std::vector<SolidSamples::PosedShape> SolidSamples::posedShapes() const {
  std::vector<PosedShape> posedShapes;
  for (const PosedBody& b : posedBodies_) posedShapes.push_back({b.body->shape, b.body->pose});
  return posedShapes;
}

float SolidSamples::distance(const Vec3& p) const {
  float least = reach_;
  for (const PosedBody& b : posedBodies_)
    if (holds(b.box, p)) least = std::min(least, b.body->shape->distance(b.body->pose.toLocal(p)));
  return least;
}

SolidSamples::NearestSolid SolidSamples::nearest(const Vec3& p) const {
  NearestSolid found{{reach_, Vec3(0.f, 1.f, 0.f)}, kNoBody};
  for (const PosedBody& b : posedBodies_) {
    if (!holds(b.box, p)) continue;
    const SignedDistance::Sample at =
        b.body->shape->sampleWithin(b.body->pose.toLocal(p), found.face.distance);
    if (at.distance >= found.face.distance) continue;
    found = {{at.distance, b.body->pose.directionToWorld(at.normal)}, b.number};
  }
  return found;
}

/// Returns the motion of the nearest solid among those for which wanted(body) holds.
template <class Wanted>
grid::SolidMotion SolidSamples::motionOf(const Vec3& p, const Wanted& wanted) const {
  const Body* body = nullptr;
  float least = reach_;
  for (const PosedBody& b : posedBodies_) {
    if (!holds(b.box, p) || !wanted(*b.body)) continue;
    const float d = b.body->shape->distance(b.body->pose.toLocal(p));
    if (d < least) least = d, body = b.body;
  }
  if (!body) return {};
  return {body->velocityAt(p), body->friction.value_or(friction_)};
}

grid::SolidMotion SolidSamples::motion(const Vec3& p) const {
  if (common_) return *common_;
  return motionOf(p, [](const Body&) { return true; });
}

grid::SolidMotion SolidSamples::motionOfOthers(const Vec3& p) const {
  return motionOf(p, [](const Body& body) { return !body.isMoved(); });
}

}  // namespace ooze::rasmussen
