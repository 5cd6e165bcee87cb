#include "liquid/solid_contact.h"

#include "liquid/solid_view.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace ooze {
namespace {

/// Returns the fraction of the path at which a particle first comes within `radius` of the solid; 1 if never.
/// Sphere tracing in the local frame: the signed distance bounds the free way ahead.
float firstContact(const SignedDistance& shape, const Vec3& from, const Vec3& to, float radius) {
  const float length = glm::distance(from, to);
  // Unstable liquid makes paths so long that a step of a fixed size would be lost in rounding. A stable path
  // is shorter than 50 radii and unaffected by this.
  const float smallest = std::max(0.05f * radius, length / 1000.f);
  float travelled = 0.f;
  while (travelled < length) {
    const float d = shape.distance(glm::mix(from, to, travelled / length)) - radius;
    if (d <= 0.f) return travelled / length;
    travelled += std::max(d, smallest);
  }
  return 1.f;
}

/// Faces of a concave corner; an edge has two.
constexpr int kFacesOfACorner = 3;
/// Tolerated penetration in radii, for rounding and the curvature of a mesh.
constexpr float kOut = 0.01f;
/// Normals with a greater dot product count as one face.
constexpr float kSameFace = 0.9f;

/// A particle in contact is traced with this part of its distance from the face, so that the trace does not
/// stop at the face that the particle leaves or slides along [1].
constexpr float kClear = 0.99f;
/// A slide is traced with this part of the radius, because the chord of a curved face comes nearer to it.
constexpr float kSlide = 0.6f;

/// Returns the radius with which a particle's path is traced; nothing if the path cannot cross a face.
/// A particle that starts clear of the solid, or in contact but moving in, keeps its radius. A particle at
/// rest on a thin plate is in contact, and a push may still drive it through the plate. A particle in contact
/// that moves along or away may cross another face: on the floor of a vessel it may cross the wall.
std::optional<float> radiusOfPath(const SolidView& solid, const Vec3& from, const Vec3& to, float radius) {
  const SignedDistance::Sample start = solid.seenWithin(from, std::numeric_limits<float>::infinity());
  if (start.distance > radius) return radius;
  if (!(start.distance > 0.f)) return std::nullopt;
  if (glm::dot(start.normal, to - from) < 0.f) return radius;
  // A path that is shorter than the distance from the solid cannot cross a face.
  if (glm::distance(from, to) <= start.distance) return std::nullopt;
  return kClear * start.distance;
}

/// Stops a particle at the first face that it may have crossed, and lets it slide (continuous collision
/// detection). All positions are in the solid's frame.
/// @param end        signed distance at `to` [m]
/// @param hasPassed  true: the path ends beyond the solid. false: it ends inside, and the particle stops only
/// if the face nearest to the end is not the one that it crossed, as in a thin wall.
/// @return the corrected position; `to` if the path meets nothing
Vec3 stopAtFirstFace(const SignedDistance& shape, const Vec3& from, const Vec3& to, float radius, float end,
                     bool hasPassed) {
  const float t = firstContact(shape, from, to, radius);
  if (t >= 1.f) return to;
  const Vec3 hit = glm::mix(from, to, t);
  const SignedDistance::Sample face = shape.sample(hit);
  if (!hasPassed && glm::dot(face.normal, shape.sample(to).normal) > kSameFace) return to;
  const Vec3 rest = to - hit;
  Vec3 slid = hit + rest - std::min(0.f, glm::dot(rest, face.normal)) * face.normal;
  // Sliding follows a face that curves away, which also holds for the faces of a rotating solid.
  const SignedDistance::Sample there = shape.sample(slid);
  slid -= std::max(0.f, there.distance - std::max(face.distance, end)) * there.normal;
  // The slide may cross another face, for example from a floor through a wall.
  if (face.distance > 0.f && glm::distance(hit, slid) > face.distance)
    slid = glm::mix(hit, slid, firstContact(shape, hit, slid, kSlide * std::min(radius, face.distance)));
  // Sliding may leave the face around a corner, while the hit point itself is always safe. A path that began
  // deep in contact may stay as deep, otherwise a rotating solid would carry the particle along.
  return shape.distance(slid) >= std::min(0.5f * radius, 0.9f * face.distance) ? slid : hit;
}

}  // namespace

float SolidContact::reach(const Bodies& bodies) const {
  float beyond = distances_.film * distances_.unit;
  for (const ContactCoefficients& c : materials_) beyond = std::max(beyond, c.stickDistance);
  for (const Body& body : bodies.list) beyond = std::max(beyond, body.stickDistance.value_or(0.f));
  const bool meetsMoved = std::ranges::any_of(bodies.list, &Body::isMoved);
  return beyond + (meetsMoved ? distances_.farthest() : distances_.still * distances_.unit);
}

/// The contact stage of one time step.
class SolidContact::Stage {
 public:
  Stage(const SolidContact& contact, float dt, Particles& particles, Vec3Array& previous)
      : contact_(contact), dt_(dt), particles_(particles), previous_(previous) {}

  void collide(std::size_t i, const SolidView& solid, FrictionPerStep& friction);
  template <class ForSolids>
  void extractCentre(std::size_t i, const ForSolids& forSolids);

 private:
  [[nodiscard]] Vec3 applyContact(std::size_t i, const SolidView& solid, const Vec3& x, const Vec3& normal,
                                  float d, float friction) const;
  [[nodiscard]] Vec3 extract(std::size_t i, const SolidView& solid, const Vec3& x, SignedDistance::Sample s);

  const SolidContact& contact_;
  float dt_;
  Particles& particles_;
  Vec3Array& previous_;
};

void SolidContact::resolve(float dt, const Threads& threads, const Bodies& bodies, Particles& particles,
                           Vec3Array& previous, const NearBodies* seen) {
  if (bodies.list.empty()) return;
  const Vec3Array& x = particles.position;
  boxes_.find(bodies, reach(bodies));
  // With static solids only, a particle that has not moved far already knows all faces within reach.
  const bool allStand =
      std::ranges::all_of(bodies.list, [](const Body& b) { return b.motion == Motion::Static; });
  const auto knowsAll = [&](const NearFaces& faces, std::size_t i) {
    const float moved = SolidView::kSlack * glm::distance(x[i], faces.from);
    return allStand && faces.reach >= moved + std::max(boxes_.reach(), distances_.still * distances_.unit +
                                                                           glm::distance(x[i], previous[i]));
  };
  Stage stage(*this, dt, particles, previous);
  threads.forChunks(x.size(), 512, [&](std::size_t, std::size_t begin, std::size_t end) {
    FrictionPerStep friction(dt);
    const auto meet = [&](std::size_t i, bool several, const auto& forSolids) {
      forSolids([&](const SolidView& solid) { stage.collide(i, solid, friction); });
      if (several) stage.extractCentre(i, forSolids);
    };
    const auto pathsOf = [&](std::size_t first, std::size_t last) {
      Aabb bounds = boundsOf(x, first, last);
      bounds.include(boundsOf(previous, first, last));
      return bounds;
    };
    std::optional<BodyFilter> filter;
    std::size_t chosenTo = begin;
    for (std::size_t i = begin; i < end; ++i) {
      if (particles.isFrozen(i)) continue;
      const NearFaces faces = seen ? seen->of(i) : NearFaces{};
      if (knowsAll(faces, i)) {
        meet(i, faces.ofSeveralBodies(), [&](const auto& visit) {
          faces.forBodies([&](const Body& body, const NearFaces& found) { visit(SolidView(body, found)); });
        });
        continue;
      }
      if (!filter) filter.emplace(boxes_, pathsOf(begin, end));
      if (i >= chosenTo) {
        chosenTo = std::min(end, i + BodyFilter::kGroup);
        filter->choose(pathsOf(i, chosenTo));
      }
      const Vec3 lower = glm::min(x[i], previous[i]), upper = glm::max(x[i], previous[i]);
      meet(i, filter->near().size() > 1, [&](const auto& visit) {
        for (const BoxedBody& near : filter->near())
          if (!near.isFar(lower, upper))
            visit(SolidView(*near.body,
                            near.body->motion == Motion::Dynamic ? NearFaces{} : faces.of(*near.body)));
      });
    }
  });
}

/// Moves a particle whose centre is inside a solid out of it, dynamic bodies first and static ones last.
/// A particle between two solids may have been pushed out of one solid into the other. If the gap has no room
/// even for the centre, the solid that cannot move decides.
template <class ForSolids>
void SolidContact::Stage::extractCentre(std::size_t i, const ForSolids& forSolids) {
  for (const Motion motion : {Motion::Dynamic, Motion::Kinematic, Motion::Static})
    forSolids([&](const SolidView& solid) {
      const Vec3 x = particles_.position[i];
      if (solid.body().motion != motion || solid.isBeyond(x, 0.f)) return;
      const SignedDistance::Sample s = solid.sampleWithin(x, 0.f);
      if (s.distance >= 0.f) return;
      const Vec3 out = -s.distance * s.normal;
      particles_.position.add(i, out);
      previous_.add(i, out);
    });
}

void SolidContact::Stage::collide(std::size_t i, const SolidView& solid, FrictionPerStep& friction) {
  const float dt = dt_;
  const Body& body = solid.body();
  const ContactCoefficients& c = contact_.of(particles_.material[i]);
  const float range = stickDistance(body, c);
  const float kStick = stickiness(body, c);
  const float film = contact_.distances_.filmReach(body);
  const float reach = std::max(film, kStick > 0.f ? range : 0.f);
  Vec3 x = particles_.position[i];
  // Start of the path in the frame of the moving solid.
  const Vec3 from = body.motion == Motion::Static
                        ? previous_[i]
                        : body.pose.toWorld(body.previousPose.toLocal(previous_[i]));
  const float path = glm::distance(x, from);
  // The margin keeps rounding from excluding a contact; the exact distance is tested next.
  const float asked = 1.001f * (contact_.distances_.farthest() + std::max(path, reach));
  if (solid.isBeyond(x, asked)) return;
  SignedDistance::Sample s = solid.seenWithin(x, asked);
  if (s.distance >= asked) return;
  const float radius = contact_.distances_.contact(body);
  float d = s.distance - radius;
  // No contact, no attraction, and no chance of having passed through the solid.
  if (d >= path && d >= reach) return;

  const bool hasPassed = d >= 0.f || glm::dot(s.normal, x - from) > 0.f;
  if (path > std::max(d, 0.f) && (hasPassed || s.distance < 0.f))
    if (const std::optional<float> traced = radiusOfPath(solid, from, x, radius)) {
      const Vec3 local = body.pose.toLocal(x), localFrom = body.pose.toLocal(from);
      if (const Vec3 stopped = stopAtFirstFace(*body.shape, localFrom, local, *traced, s.distance, hasPassed);
          stopped != local) {
        x = body.pose.toWorld(stopped);
        s = solid.sample(x);
        d = s.distance - radius;
      }
    }
  if (d >= reach) {
    particles_.position.set(i, x);
    return;
  }

  if (d < 0.f) {
    x = applyContact(i, solid, x, s.normal, d, friction(body, c));
    Vec3 met = s.normal;
    s = solid.sample(x);
    // After the first face, the particle may still move into the next face of a concave edge. Resolving only
    // the nearest face, alternately, would push resting particles to and fro (README.md, Measurements). Only
    // the first face applies friction.
    for (int face = 1; c.resolvesAllFaces && face < kFacesOfACorner; ++face) {
      if (s.distance >= radius || glm::dot(s.normal, met) > kSameFace) break;
      x = applyContact(i, solid, x, s.normal, s.distance - radius, 0.f);
      met = s.normal;
      s = solid.sample(x);
    }
    x = extract(i, solid, x, s);
  } else {
    // Eq. 12 applies inside its range only; beyond the range the formula would repel.
    const float drawn = d < range ? dt * stickImpulse(dt, kStick, d, range) : 0.f;
    const float gap = std::max(0.f, d - drawn);
    const float share = gap < film ? friction.removedInFilm(body, c, gap / film) : 0.f;
    const Vec3 relative = (x - previous_[i]) / dt - solid.velocityAt(x);
    const Vec3 sliding = relative - glm::dot(relative, s.normal) * s.normal;
    x -= drawn * s.normal + dt * share * sliding;
    if (!solid.isBeyond(x, radius)) x = extract(i, solid, x, solid.sampleWithin(x, radius));
  }
  particles_.position.set(i, x);
}

/// Applies eq. 11 as a velocity change at a face; d < 0 is the distance to contact.
/// Approach is cancelled, separation never (no adhesion, no bounce).
/// @return the new position, starting from x
Vec3 SolidContact::Stage::applyContact(std::size_t i, const SolidView& solid, const Vec3& x,
                                       const Vec3& normal, float d, float friction) const {
  // Friction is evaluated where extraction will put the particle; otherwise particles moved outward would
  // gain angular momentum that nothing loses.
  const Vec3 relative = (x - previous_[i]) / dt_ - solid.velocityAt(x - d * normal);
  const float speedOut = glm::dot(relative, normal);
  const Vec3 sliding = relative - speedOut * normal;
  return x - dt_ * (std::min(0.f, speedOut) * normal + friction * sliding);
}

/// Moves a particle that is still inside to the surface (extraction).
/// The start of the step moves along, so the displacement gives no velocity.
/// @param s  sample at x
/// @return the new position
Vec3 SolidContact::Stage::extract(std::size_t i, const SolidView& solid, const Vec3& x,
                                  SignedDistance::Sample s) {
  const float radius = contact_.distances_.contact(solid.body());
  Vec3 place = x;
  const int faces = contact_.of(particles_.material[i]).resolvesAllFaces ? kFacesOfACorner : 1;
  for (int face = 1;; ++face) {
    const float depth = radius - s.distance;
    if (!(depth > (face == 1 ? 0.f : kOut * radius))) break;
    const Vec3 out = depth * s.normal;
    place += out;
    previous_.add(i, out);
    // The centre is inside only if the solid jumped over the particle. The displacement is then no motion.
    if (depth > radius) particles_.frameStart.add(i, out);
    // No other face was nearer, and this displacement has brought none significantly nearer.
    if (face == faces || depth < 0.4f * kOut * radius) break;
    s = solid.sampleWithin(place, radius);
  }
  return place;
}

}  // namespace ooze
