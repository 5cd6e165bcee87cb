#include "liquid/present_solids.h"

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

bool PresentSolids::contain(const Vec3& place) const {
  return boxes_.findOverlaps({place, place}, [&](std::size_t b) {
    return bodies_[b].shape->distance(bodies_[b].pose.toLocal(place)) < 0.f;
  });
}

}  // namespace ooze
