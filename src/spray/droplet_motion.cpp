#include "spray/droplet_motion.h"

#include "spray/potentials.h"

namespace ooze::spray {
namespace {

constexpr float kBuoyancy = 1.5f;  ///< k_b: how much of gravity a bubble rises with
constexpr float kDrag = 0.7f;      ///< k_d: part of the liquid's velocity that it takes on in a frame
/// Departs from the paper, in which only foam dissolves: spray that nothing stops, and bubbles under a lid,
/// would be there for ever.
constexpr float kAgeingOfSpray = 0.4f, kAgeingOfBubbles = 0.7f;

struct Liquid {
  int neighbours = 0;
  Vec3 velocity{0.f};  ///< mean by the paper's weight
};

Liquid liquidAt(const Vec3& place, const Surroundings& in) {
  Liquid liquid;
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
  return neighbours < kFewestOfFoam ? DropletKind::Spray
         : neighbours > kMostOfFoam ? DropletKind::Bubble
                                    : DropletKind::Foam;
}

}  // namespace

bool moveOn(Droplet& droplet, const Surroundings& in) {
  const Liquid liquid = liquidAt(droplet.position, in);
  const float dt = in.seconds;
  const Vec3 from = droplet.position;
  droplet.kind = kindAmong(liquid.neighbours);
  float ageing = 1.f;
  switch (droplet.kind) {
    case DropletKind::Spray:
      // The paper's step of Euler would make the parabola depend on the frame rate.
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
