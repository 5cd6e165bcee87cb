#include "world/parts/nozzle_room.h"

#include "bodies/body_distance.h"

#include <algorithm>

namespace ooze {
namespace {

// Least distance of new liquid from solids [rest spacings].
constexpr float kRoomBesideSolids = 0.5f;

/// Removes the seeds for which the predicate holds.
template <class Predicate>
void removeSeeds(LiquidSeeds& seeds, const Predicate& isRemoved) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < seeds.positions.size(); ++k) {
    if (isRemoved(seeds.positions[k])) continue;
    seeds.positions[kept] = seeds.positions[k];
    seeds.velocities[kept++] = seeds.velocities[k];
  }
  seeds.positions.resize(kept), seeds.velocities.resize(kept);
}

}  // namespace

std::uint64_t NozzleRoom::keep(LiquidSeeds& seeds, float spacing, float clearance, const Particles& present,
                               const std::vector<Body>& bodies) {
  if (seeds.inlet && std::ranges::any_of(bodies, [&](const Body& body) {
        return body.present && distanceTo(body, seeds.pose.position) < 0.f;
      }))
    seeds.inlet.reset();
  const std::size_t asked = seeds.positions.size();
  if (asked == 0) return 0;
  Aabb box;
  for (const Vec3& p : seeds.positions) box.include(p);
  const float room = kRoomBesideSolids * spacing, radius = 0.5f * glm::length(box.size());
  for (const Body& body : bodies)
    if (body.present && distanceTo(body, box.centre()) < radius + room)
      removeSeeds(seeds, [&](const Vec3& p) { return distanceTo(body, p) < room; });

  const float distance = clearance * spacing;
  if (distance > 0.f) {
    box = box.expanded(distance);
    around_.resize(0);
    for (std::size_t i = 0; i < present.size(); ++i)
      if (const Vec3 p = present.position[i]; box.contains(p)) around_.push(p);
    occupied_.find(around_, distance);
    removeSeeds(seeds, [&](const Vec3& p) { return occupied_.near(p); });
  }
  return asked - seeds.positions.size();
}

}  // namespace ooze
