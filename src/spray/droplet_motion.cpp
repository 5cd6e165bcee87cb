#include "spray/droplet_motion.h"

#include "spray/potentials.h"

namespace ooze::spray {
namespace {

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
