#include "liquid/solid_contact.h"

#include "liquid/body_filter.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ooze {
namespace {

/// Where the path from `from` to `to` (local frame) first comes within `radius` of the solid, as a fraction
/// of the path; 1 if it does not. Marches by the distance, which the solid cannot be nearer than.
float firstContact(const SignedDistance& shape, const Vec3& from, const Vec3& to, float radius) {
  const float length = glm::distance(from, to);
  // A liquid that explodes makes paths so long that a step of a fixed size would be lost in rounding; a sane
  // path is shorter than 50 radii and not touched by this.
  const float smallest = std::max(0.05f * radius, length / 1000.f);
  float travelled = 0.f;
  while (travelled < length) {
    const float d = shape.distance(glm::mix(from, to, travelled / length)) - radius;
    if (d <= 0.f) return travelled / length;
    travelled += std::max(d, smallest);
  }
  return 1.f;
}

/// Of a concave corner; an edge has two.
constexpr int kFacesOfACorner = 3;
/// What is this little inside is out, but for rounding and the curvature of a mesh, in radii.
constexpr float kOut = 0.01f;

/// True if the path can enter the solid: it starts clear of it, or in contact but on its way in. (A particle
/// at rest on a thin plate is in contact, and a push may yet drive it through.)
bool startsOutside(const SignedDistance& shape, const Vec3& from, const Vec3& to, float radius) {
  const SignedDistance::Sample start = shape.sample(from);
  return start.distance > radius || (start.distance > 0.f && glm::dot(start.normal, to - from) < 0.f);
}

}  // namespace

float SolidContact::reach(const Bodies& bodies) const {
  float stick = 0.f;
  for (const ContactCoefficients& c : materials_) stick = std::max(stick, c.stickDistance);
  for (const Body& body : bodies.list) stick = std::max(stick, body.stickDistance.value_or(0.f));
  return stick + distances_.farthest();
}

/// Contact in one step.
class SolidContact::Stage {
 public:
  Stage(const SolidContact& contact, float dt, Particles& particles, Vec3Array& previous)
      : contact_(contact), dt_(dt), particles_(particles), previous_(previous) {}

  void collide(std::size_t i, const Body& body, FrictionPerStep& friction);
  void keepOut(std::size_t i, std::span<const Body* const> near);

 private:
  [[nodiscard]] Vec3 touched(std::size_t i, const Body& body, const Vec3& x, const Vec3& normal, float d,
                             float friction) const;
  [[nodiscard]] Vec3 extracted(std::size_t i, const Body& body, const Vec3& x);

  const SolidContact& contact_;
  float dt_;
  Particles& particles_;
  Vec3Array& previous_;
};

void SolidContact::resolve(float dt, const Threads& threads, const Bodies& bodies, Particles& particles,
                           Vec3Array& previous) const {
  if (bodies.list.empty()) return;
  const Vec3Array& x = particles.position;
  const float reach = this->reach(bodies);
  Stage stage(*this, dt, particles, previous);
  threads.forChunks(x.size(), 512, [&](std::size_t, std::size_t begin, std::size_t end) {
    const auto pathsOf = [&](std::size_t first, std::size_t last) {
      Aabb bounds = boundsOf(x, first, last);
      bounds.include(boundsOf(previous, first, last));
      return bounds;
    };
    BodyFilter filter(bodies, pathsOf(begin, end), reach);
    FrictionPerStep friction(dt);
    for (std::size_t i = begin; i < end; ++i) {
      if ((i - begin) % BodyFilter::kGroup == 0)
        filter.choose(pathsOf(i, std::min(end, i + BodyFilter::kGroup)));
      if (particles.isFrozen(i)) continue;
      for (const Body* body : filter.near()) stage.collide(i, *body, friction);
      if (filter.near().size() > 1) stage.keepOut(i, filter.near());
    }
  });
}

/// A particle between two solids may have been pushed out of one and into the other. There is room for its
/// centre between them, if not for its radius; where there is none, what does not give way comes last.
void SolidContact::Stage::keepOut(std::size_t i, std::span<const Body* const> near) {
  const auto extract = [&](const Body& body) {
    const Vec3 local = body.pose.toLocal(particles_.position[i]);
    if (body.shape->distance(local) >= 0.f) return;
    const SignedDistance::Sample s = body.shape->sample(local);
    const Vec3 out = -s.distance * body.pose.directionToWorld(s.normal);
    particles_.position.add(i, out);
    previous_.add(i, out);
  };
  for (const Motion motion : {Motion::Dynamic, Motion::Kinematic, Motion::Static})
    for (const Body* body : near)
      if (body->motion == motion) extract(*body);
}

void SolidContact::Stage::collide(std::size_t i, const Body& body, FrictionPerStep& friction) {
  const float dt = dt_;
  const ContactCoefficients& c = contact_.of(particles_.material[i]);
  const float radius = contact_.distances_.contact(body);
  const float range = stickDistance(body, c);
  const float kStick = stickiness(body, c);
  const float film = contact_.distances_.filmReach(body);
  const float reach = std::max(film, kStick > 0.f ? range : 0.f);
  Vec3 x = particles_.position[i];
  Vec3 local = body.pose.toLocal(x);
  const Vec3 localPrevious = body.previousPose.toLocal(previous_[i]);
  const float path = glm::distance(local, localPrevious);
  // What a sum rounds away must not be left out: the distance itself is asked next.
  SignedDistance::Sample s = body.shape->sampleWithin(local, 1.001f * (radius + std::max(path, reach)));
  float d = s.distance - radius;
  // Neither in contact nor held, and it cannot have passed through.
  if (d >= path && d >= reach) return;

  if (path > std::max(d, 0.f) && (d >= 0.f || glm::dot(s.normal, local - localPrevious) > 0.f) &&
      startsOutside(*body.shape, localPrevious, local, radius)) {
    // It may have crossed something thin: stop it at the first face and let it slide there.
    if (const float t = firstContact(*body.shape, localPrevious, local, radius); t < 1.f) {
      const Vec3 hit = glm::mix(localPrevious, local, t);
      const SignedDistance::Sample face = body.shape->sample(hit);
      const Vec3 rest = local - hit;
      Vec3 slid = hit + rest - std::min(0.f, glm::dot(rest, face.normal)) * face.normal;
      // Sliding follows a face that curves away, as that of a solid that turns does from here.
      const SignedDistance::Sample end = body.shape->sample(slid);
      slid -= std::max(0.f, end.distance - std::max(face.distance, s.distance)) * end.normal;
      // Sliding on may leave the face round a corner; the face itself is always safe. But what began deep in
      // contact may stay as deep, or a solid that turns would carry it along.
      local = body.shape->distance(slid) >= std::min(0.5f * radius, 0.9f * face.distance) ? slid : hit;
      x = body.pose.toWorld(local);
      s = body.shape->sample(local);
      d = s.distance - radius;
    }
  }
  if (d >= reach) {
    particles_.position.set(i, x);
    return;
  }

  Vec3 normal = body.pose.directionToWorld(s.normal);
  if (d < 0.f) {
    x = touched(i, body, x, normal, d, friction(body, c));
    // What has met one face of a concave edge may yet be on its way into the next. Where the nearest alone is
    // met, by turns, the two push what rests there to and fro: at 150 mm/s along the edges of a tank. The
    // first alone rubs.
    constexpr float kSameFace = 0.9f;  // cosine between normals
    for (int face = 1; c.meetsEveryFace && face < kFacesOfACorner; ++face) {
      s = body.shape->sample(body.pose.toLocal(x));
      const Vec3 met = std::exchange(normal, body.pose.directionToWorld(s.normal));
      if (s.distance >= radius || glm::dot(normal, met) > kSameFace) break;
      x = touched(i, body, x, normal, s.distance - radius, 0.f);
    }
    x = extracted(i, body, x);
  } else {
    // Eq. 12, inside its range only: beyond it, it would repel.
    const float drawn = d < range ? dt * stickImpulse(dt, kStick, d, range) : 0.f;
    const float gap = std::max(0.f, d - drawn);
    const float share = gap < film ? friction.throughFilm(body, c, gap / film) : 0.f;
    const Vec3 relative = (x - previous_[i]) / dt - body.velocityAt(x);
    const Vec3 sliding = relative - glm::dot(relative, normal) * normal;
    x = extracted(i, body, x - (drawn * normal + dt * share * sliding));
  }
  particles_.position.set(i, x);
}

/// Eq. 11, added to the velocity, at a face that the particle is `d` from contact with (negative): approach
/// is cancelled, separation never (no glue, no bounce).
/// @return where that takes it from x
Vec3 SolidContact::Stage::touched(std::size_t i, const Body& body, const Vec3& x, const Vec3& normal, float d,
                                  float friction) const {
  // Friction acts where extraction will put the particle, or what that moves outward would gain angular
  // momentum that nothing loses.
  const Vec3 relative = (x - previous_[i]) / dt_ - body.velocityAt(x - d * normal);
  const float speedOut = glm::dot(relative, normal);
  const Vec3 sliding = relative - speedOut * normal;
  return x - dt_ * (std::min(0.f, speedOut) * normal + friction * sliding);
}

/// Puts out what is still inside. The start of the step moves along, so that this gives no speed.
/// @return where the particle is then
Vec3 SolidContact::Stage::extracted(std::size_t i, const Body& body, const Vec3& x) {
  const float radius = contact_.distances_.contact(body);
  Vec3 place = x;
  const int faces = contact_.of(particles_.material[i]).meetsEveryFace ? kFacesOfACorner : 1;
  for (int face = 0; face < faces; ++face) {
    const SignedDistance::Sample s = body.shape->sample(body.pose.toLocal(place));
    const float depth = radius - s.distance;
    if (!(depth > (face == 0 ? 0.f : kOut * radius))) break;
    const Vec3 out = depth * body.pose.directionToWorld(s.normal);
    place += out;
    previous_.add(i, out);
    // Its centre is in there only if the solid has come over it in no time. That moves it, but is no motion.
    if (depth > radius) particles_.frameStart.add(i, out);
  }
  return place;
}

}  // namespace ooze
