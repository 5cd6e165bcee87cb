#include "liquid/present_solids.h"

#include "geometry/mesh_work.h"
#include "liquid/body_filter.h"

namespace ooze {
namespace {

/// Returns a box in the world that contains every point inside the body; empty if the body is absent.
Aabb worldBox(const Body& body) {
  if (!body.present) return {};
  const Aabb solid = body.shape->solidBounds();
  if (!isFinite(solid.lower) || !isFinite(solid.upper)) return solid;
  constexpr float kRounding = 1e-5f;  // exceeds the rounding of poses, relative to the coordinates
  const Aabb world = boxInWorld(solid, body.pose);
  return world.expanded(kRounding * (glm::length(world.centre()) + glm::length(world.size())));
}

std::vector<Aabb> worldBoxes(const std::vector<Body>& bodies) {
  std::vector<Aabb> boxes;
  boxes.reserve(bodies.size());
  for (const Body& body : bodies) boxes.push_back(worldBox(body));
  return boxes;
}

}  // namespace

PresentSolids::PresentSolids(const std::vector<Body>& bodies) : bodies_(bodies), boxes_(worldBoxes(bodies)) {}

std::size_t PresentSolids::bodyAround(const Vec3& place) const {
  std::size_t found = bodies_.size();
  boxes_.findOverlaps({place, place}, [&](std::size_t b) {
    if (!(bodies_[b].shape->distance(bodies_[b].pose.toLocal(place)) < 0.f)) return false;
    found = b;
    return true;
  });
  return found;
}

bool PresentSolids::contain(const Vec3& place) const { return bodyAround(place) < bodies_.size(); }

void PresentSolids::moveOutOfThickWalls(Vec3& place) const {
  constexpr int kMostMoves = 16;
  // Between walls that meet, distances are up to a fifth too short (thickenWalls()).
  constexpr float kBeyond = 1.2f, kSlack = 1.05f;
  for (int k = 0; k < kMostMoves; ++k) {
    const std::size_t b = bodyAround(place);
    if (b == bodies_.size()) return;
    const Body& body = bodies_[b];
    const Vec3 local = body.pose.toLocal(place);
    const SignedDistance::Sample face = body.shape->sample(local);
    const bool isInSolidAsGiven = body.solid.mesh ? -face.distance > kSlack * standingOut(*body.shape)
                                                  : makeDistance(body.solid)->distance(local) < 0.f;
    if (isInSolidAsGiven || !isFinite(face.normal)) return;
    place = body.pose.toWorld(local - kBeyond * face.distance * face.normal);
  }
}

}  // namespace ooze
