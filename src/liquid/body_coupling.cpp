#include "liquid/body_coupling.h"

#include "bodies/impulse_system.h"
#include "liquid/body_filter.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace ooze {
namespace {

constexpr std::size_t kCouplingGrain = 512;  // particles, or contacts, per parallel chunk
// Most iterations of the active set. Three usually settle which contacts push, except for violent motion
// around a light body.
constexpr int kMostIterations = 10;
// Relative change of the lift from closed gaps at which the iteration stops.
constexpr double kSettled = 0.01;

/// Makes a contact with a frozen particle as immovable as the ground.
/// A body that has sunk into frozen liquid, with another body on top, is raised again slowly.
void makeImmovable(BodyContact& contact, double bodyMass, float depth, float unit, float dt) {
  constexpr float kHeavier = 1e4f;  // mass of the contact as a multiple of the body's mass
  constexpr float kSlack = 0.1f;  // depth up to which the body is not raised [unit of the contact distances]
  const float part = contact.mass;
  contact.mass = kHeavier * static_cast<float>(bodyMass);
  contact.friction *= std::max(part, static_cast<float>(bodyMass)) / contact.mass;
  const float raise = std::clamp(0.2f * (depth - kSlack * unit), 0.f, 0.05f * unit);
  contact.velocity = -raise / dt * contact.normal;  // minus, because the normal points out of the body
}

/// The summed effect of a chunk's contacts on one body. Even among many bodies a chunk touches only a few.
struct BodyContribution {
  std::uint32_t body;
  ImpulseSystem system;
  double push = 0.0;
};

/// Returns the body's share in the list, adding an empty one if missing.
/// The search runs backwards, because consecutive contacts often belong to the same body.
BodyContribution& contributionOf(std::uint32_t body, std::vector<BodyContribution>& shares) {
  const auto found =
      std::find_if(shares.rbegin(), shares.rend(), [&](const BodyContribution& s) { return s.body == body; });
  if (found != shares.rend()) return *found;
  return shares.emplace_back(BodyContribution{body, ImpulseSystem(), 0.0});
}

}  // namespace

/// Couples the liquid to dynamic bodies by an implicit version of Clavet 2005, Algorithm 6.
/// Departs from the paper in two ways. Contacts act on the velocities at the end of the time step, because
/// the paper's explicit sum of impulses is unstable for bodies much lighter than the liquid that touches
/// them. The weight of a body acts here and not before, otherwise the liquid would carry only part of the
/// weight (src/methods/clavet/README.md, Bodies in the liquid).
void BodyCoupling::couple(float dt, const Threads& threads, Bodies& bodies, const Vec3& gravity,
                          const CoupledLiquid& liquid) {
  if (std::ranges::none_of(bodies.list, &Body::isMoved)) return;
  findContacts(dt, threads, bodies, liquid);
  std::vector<ImpulseSystem> alone(bodies.list.size());
  std::vector<ImpulseSystem::Vector6> u(bodies.list.size(), ImpulseSystem::Vector6::Zero());
  for (std::size_t b = 0; b < alone.size(); ++b) {
    if (!bodies.list[b].isMoved()) continue;
    alone[b] = ImpulseSystem(bodies.list[b], gravity, dt);
    u[b] = alone[b].solve();
  }
  findClosedGaps(threads, bodies, liquid);
  const std::size_t chunks = Threads::chunkCount(contacts_.size(), kCouplingGrain);
  std::vector<std::vector<BodyContribution>> shares(chunks);
  std::vector<double> lifts(alone.size(), 0.0);
  std::vector<std::uint8_t> changed(chunks, 1);
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    std::fill(changed.begin(), changed.end(), iteration == 0);
    threads.forChunks(
        contacts_.size(), kCouplingGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
          shares[chunk].clear();
          for (std::size_t k = begin; k < end; ++k) {
            BodyContact& c = contacts_[k];
            BodyContribution& share = contributionOf(c.body, shares[chunk]);
            ImpulseSystem& system = share.system;
            if (c.attraction > 0.f) {
              system.addImpulse(c.arm, glm::dvec3(c.mass * c.attraction * c.normal));
              continue;
            }
            // Contacts cancel approach but never separation: no adhesion, no bounce.
            const glm::dvec3 relative =
                glm::dvec3(c.velocity) - ImpulseSystem::velocityAt(u[c.body], glm::dvec3(c.arm));
            const double apart = glm::dot(relative, glm::dvec3(c.normal));
            const bool nearer = apart < 0.0;
            if (nearer != c.pushes) changed[chunk] = 1;
            c.pushes = nearer;
            if (c.samplesPressure && nearer) share.push -= static_cast<double>(c.mass) * apart;
            system.addContact(c.mass, c.arm, c.normal, c.velocity, c.pushes ? 1.0 : 0.0, c.friction);
          }
        });
    bool settled = std::find(changed.begin(), changed.end(), 1) == changed.end();
    std::vector<ImpulseSystem> whole = alone;
    std::vector<double> pushes(alone.size(), 0.0);
    for (const std::vector<BodyContribution>& ofChunk : shares)
      for (const BodyContribution& share : ofChunk) {
        whole[share.body] += share.system;
        pushes[share.body] += share.push;
      }
    for (std::size_t b = 0; b < alone.size(); ++b) {
      if (!bodies.list[b].isMoved()) continue;
      const double lift = gaps_.addLift(whole[b], bodies.list[b], b, pushes[b], gravity, dt);
      settled &= std::abs(lift - lifts[b]) <= kSettled * lift;
      lifts[b] = lift;
      u[b] = whole[b].solve();
    }
    if (settled) break;
  }
  for (const BodyContact& c : contacts_) bodies.list[c.body].wet = true;
  for (std::size_t b = 0; b < alone.size(); ++b) {
    Body& body = bodies.list[b];
    if (!body.isMoved()) continue;
    if (!body.wet && !body.pull) {
      body.velocity += dt * gravity;  // the exact solution, without rounding
      continue;
    }
    body.velocity = {u[b][0], u[b][1], u[b][2]};
    body.angularVelocity = {u[b][3], u[b][4], u[b][5]};
  }
}

void BodyCoupling::findContacts(float dt, const Threads& threads, const Bodies& bodies,
                                const CoupledLiquid& liquid) {
  const Particles& particles = liquid.particles;
  const SolidContact& at = liquid.contact;
  const Vec3Array& x = particles.position;
  const std::size_t chunks = Threads::chunkCount(x.size(), kCouplingGrain);
  if (contactChunks_.size() < chunks) contactChunks_.resize(chunks);
  boxes_.find(bodies, at.reach(bodies), std::mem_fn(&Body::isMoved));
  threads.forChunks(x.size(), kCouplingGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    std::vector<BodyContact>& found = contactChunks_[chunk];
    found.clear();
    BodyFilter filter(boxes_, boundsOf(x, begin, end));
    FrictionPerStep friction(dt);
    for (std::size_t i = begin; i < end; ++i) {
      if ((i - begin) % BodyFilter::kGroup == 0)
        filter.choose(boundsOf(x, i, std::min(end, i + BodyFilter::kGroup)));
      const ContactCoefficients& c = at.of(particles.material[i]);
      const Vec3 place = x[i];
      for (const BoxedBody& boxed : filter.near()) {
        if (boxed.isFar(place, place)) continue;
        const Body* body = boxed.body;
        const Vec3 local = body->pose.toLocal(place);
        const float range = stickDistance(*body, c), kStick = stickiness(*body, c);
        // The margin keeps rounding from excluding a contact; the exact condition is tested below.
        const float asked = 1.001f * (at.distances().farthest() + (kStick == 0.f ? 0.f : range));
        const SignedDistance::Sample face = body->shape->sampleWithin(local, asked);
        if (face.distance >= asked) continue;
        const float touching = at.distances().contact(*body);
        const float d = face.distance - touching;
        if (d >= 0.f && (d >= range || kStick == 0.f)) continue;
        BodyContact contact{};
        contact.body = static_cast<std::uint32_t>(body - bodies.list.data());
        contact.normal = body->pose.directionToWorld(face.normal);
        // Contact arm at the place where step 3 will put the particle.
        contact.arm = place - std::min(0.f, d) * contact.normal - body->centre();
        contact.velocity = (place - liquid.previous[i]) / dt;
        contact.mass = liquid.masses[particles.material[i]].particle;
        contact.friction = d < 0.f ? friction(*body, c) : 0.f;
        contact.attraction = d < 0.f ? 0.f : stickImpulse(dt, kStick, d, range);
        contact.samplesPressure = d < 0.f && !particles.isFrozen(i);
        if (particles.isFrozen(i) && d < 0.f)
          makeImmovable(contact, body->mass(), -d, at.distances().unit, dt);
        found.push_back(contact);
      }
    }
  });
  contacts_.clear();
  for (std::size_t chunk = 0; chunk < chunks; ++chunk)
    contacts_.insert(contacts_.end(), contactChunks_[chunk].begin(), contactChunks_[chunk].end());
}

void BodyCoupling::findClosedGaps(const Threads& threads, const Bodies& bodies, const CoupledLiquid& liquid) {
  gaps_.find(bodies, liquid.contact.distances());
  if (!gaps_.any()) return;
  const Particles& particles = liquid.particles;
  const Vec3Array& x = particles.position;
  const float reach = gaps_.reach();
  boxes_.find(bodies, reach, std::mem_fn(&Body::isMoved));
  std::vector<std::vector<AdjacentParticle>> found(Threads::chunkCount(x.size(), kCouplingGrain));
  threads.forChunks(x.size(), kCouplingGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    BodyFilter filter(boxes_, boundsOf(x, begin, end));
    for (std::size_t i = begin; i < end; ++i) {
      if ((i - begin) % BodyFilter::kGroup == 0)
        filter.choose(boundsOf(x, i, std::min(end, i + BodyFilter::kGroup)));
      const Vec3 place = x[i];
      for (const BoxedBody& boxed : filter.near()) {
        const auto b = static_cast<std::uint32_t>(boxed.body - bodies.list.data());
        if (boxed.isFar(place, place) || !gaps_.any(b)) continue;
        const Vec3 local = boxed.body->pose.toLocal(place);
        if (boxed.body->shape->distance(local) < reach)
          found[chunk].push_back({b, local, liquid.masses[particles.material[i]].density});
      }
    }
  });
  // Sorted by body; a stable sort keeps each body's particles in order.
  std::vector<AdjacentParticle> beside;
  for (const auto& part : found) beside.insert(beside.end(), part.begin(), part.end());
  std::ranges::stable_sort(beside, {}, &AdjacentParticle::body);
  gaps_.findCoveredPoints(bodies, beside);
  for (BodyContact& c : contacts_) {
    if (!c.samplesPressure || !gaps_.any(c.body)) continue;
    const GapPressure::Clearance room =
        gaps_.clearanceAt(c.body, bodies.list[c.body].centre() + c.arm, c.normal);
    // Particles caught in a gap too narrow for them push in bursts; the gap's pressure replaces these pushes.
    c.mass *= 1.f - room.closed;
    c.samplesPressure = !room.narrow;
  }
}

Vec3 turnGained(const Body& body, const glm::dvec3& impulse) {
  const auto turn = glm::mat3_cast(glm::dquat(body.pose.orientation));
  const glm::dmat3 inertia =
      static_cast<double>(body.density) * turn * body.unitMass.inertia * glm::transpose(turn);
  return Vec3(glm::inverse(inertia) * impulse);
}

}  // namespace ooze
