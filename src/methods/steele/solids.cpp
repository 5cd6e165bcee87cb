#include "methods/steele/solids.h"

#include "methods/steele/near_solids.h"

#include <algorithm>
#include <cmath>

namespace ooze::steele {
namespace {

Pose between(const Pose& a, const Pose& b, float part) {
  if (part >= 1.f) return b;
  return {glm::mix(a.position, b.position, part), glm::slerp(a.orientation, b.orientation, part)};
}

/// Samples the surface inside one block. The centre of each cell is projected onto the nearest surface point
/// and kept if the point lies inside the cell. Therefore each cell along a face has one particle, which
/// stands for up to 1.7 squares of a face at an angle to the grid.
std::vector<ObjectParticle> sampleSurface(const SignedDistance& shape, const Vec3& origin, float edge) {
  std::vector<ObjectParticle> particles;
  constexpr std::int32_t kCells = BoundaryBlocks::kCells;
  const float farthest = 0.9f * edge;  // slightly more than half the diagonal of a cell
  for (std::int32_t c = 0; c < kCells * kCells * kCells; ++c) {
    const Vec3 corner = origin + edge * Vec3(c % kCells, c / kCells % kCells, c / (kCells * kCells));
    Vec3 at = corner + Vec3(0.5f * edge);
    SignedDistance::Sample s = shape.sample(at);
    if (!(std::abs(s.distance) < farthest)) continue;
    // Project twice, because a sampled distance is not exact.
    for (int pass = 0; pass < 2; ++pass) at -= s.distance * s.normal, s = shape.sample(at);
    const Vec3 within = (at - corner) / edge;
    const bool inside = within.x >= 0.f && within.y >= 0.f && within.z >= 0.f && within.x < 1.f &&
                        within.y < 1.f && within.z < 1.f;
    if (!inside) continue;
    const Vec3 n = glm::abs(s.normal);
    // Place the centre one radius inside the surface. Liquid touching the surface is then two radii away,
    // which is the contact distance of particles.
    particles.push_back({at - 0.5f * edge * s.normal, std::max({n.x, n.y, n.z})});
  }
  return particles;
}

}  // namespace

ObjectParticles::ObjectParticles(float radius)
    : BoundarySamples(2.f * radius, sampleSurface, [](const Aabb&, float) { return Vec3(0.f); }) {}

float SolidInteractions::reach() const {
  float reach = 0.f;
  for (const SolidInteraction& c : contacts_) reach = std::max(reach, c.adhesion.reach());
  return reach;
}

float SolidInteractions::stiffness() const {
  float most = 0.f;
  for (const SolidInteraction& c : contacts_) most = std::max(most, c.adhesion.stiffness());
  return most;
}

void resolveSolidContacts(Particles& particles, const Bodies& bodies, const SolidInteractions& contacts,
                          float radius, float dt, float part, const Threads& threads) {
  const float touching = (1.f + kContactTolerance) * radius;
  const auto meet = [&](std::size_t i, const Body& body, float slip) {
    const Pose pose = between(body.previousPose, body.pose, part);
    const Vec3 local = pose.toLocal(particles.position[i]);
    if (!(body.shape->distance(local) < touching)) return;
    const SignedDistance::Sample s = body.shape->sample(local);
    const Vec3 normal = pose.directionToWorld(s.normal);
    const Vec3 solid = body.velocityAt(particles.position[i]);
    Vec3 relative = particles.velocity[i] - solid;
    relative -= std::min(0.f, glm::dot(relative, normal)) * normal;
    relative *= std::pow(slip, 30.f * dt);
    particles.velocity.set(i, solid + relative);
    if (s.distance < radius) particles.position.add(i, (radius - s.distance) * normal);
  };
  forParticlesNearSolids(
      particles, bodies, 2.f * touching, threads, [&](std::size_t i, std::span<const BoxedBody> near) {
        if (particles.isFrozen(i)) return;
        for (const auto& [body, within] : near)
          if (body->motion != Motion::Dynamic)
            meet(
                i, *body,
                contacts.of(particles.material[i], static_cast<std::size_t>(body - bodies.list.data())).slip);
      });
}

void applyBodyReactions(Particles& particles, const Bodies& bodies, const SolidContact& contact, float dt,
                        const Threads& threads) {
  if (std::none_of(bodies.list.begin(), bodies.list.end(), [](const Body& b) { return b.isMoved(); })) return;
  const auto take = [&](std::size_t i, const Body& body) {
    const Vec3 local = body.pose.toLocal(particles.position[i]);
    const float d = body.shape->distance(local) - contact.distances().contact(body);
    if (!(d < 0.f)) return;
    const Vec3 normal = body.pose.directionToWorld(body.shape->sample(local).normal);
    const Vec3 solid = body.velocityAt(particles.position[i] - d * normal);
    const Vec3 relative = particles.velocity[i] - solid;
    const Vec3 out = glm::dot(relative, normal) * normal;
    const float taken = FrictionPerStep(dt)(body, contact.of(particles.material[i]));
    particles.velocity.add(i, -(glm::dot(out, normal) < 0.f ? out : Vec3(0.f)) - taken * (relative - out));
  };
  const float farthest = contact.distances().farthest();
  forParticlesNearSolids(particles, bodies, farthest, threads,
                         [&](std::size_t i, std::span<const BoxedBody> near) {
                           if (particles.isFrozen(i)) return;
                           for (const auto& [body, within] : near)
                             if (body->isMoved()) take(i, *body);
                         });
}

}  // namespace ooze::steele
