#include "world/guard/stability_monitor.h"

#include "ooze/base/error.h"

#include "bodies/rotation.h"
#include "world/guard/record_validation.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ooze {
namespace {

// Allowed speed gain in a frame. Beside free fall, the fastest particle may gain the factor
// MethodRow::maxSpeedGain. Pressure, springs and tension may add kBurst * h per longest stable step;
// simulated scenes stay well below. Separating close pairs shifts particles by a fixed fraction (kShift) of
// the farthest move of a step, whatever the step length.
constexpr float kBurst = 1.f;
constexpr float kShift = 0.25f / 0.45f;
// A light body hit by a heavy one leaves at up to twice the speed of the heavy body, and may spin.
constexpr float kBodyGain = 3.f;

/// Returns the speed limit above which a state counts as unstable [m/s].
float saneSpeed(float gain, float fastest, const SpeedSources& s, float dt) {
  return gain * (fastest + s.gravity * s.frameSeconds() + s.push.gain(s.frameSeconds())) +
         s.interactionRadius * kBurst / s.stable.seconds + kShift * s.maxStepDisplacement / dt;
}

}  // namespace

void StabilityMonitor::beginFrame(const Particles& particles, const std::vector<Body>& bodies) {
  particles_ = fastestParticle(particles);
  bodies_ = fastestDynamicBody(bodies);
}

void StabilityMonitor::allow(const Particles& particles) {
  particles_ = std::max(particles_, fastestParticle(particles));
}

void StabilityMonitor::allow(const std::vector<Body>& bodies) {
  bodies_ = std::max(bodies_, fastestDynamicBody(bodies));
}

void StabilityMonitor::require(const SpeedSources& sources, float dt) {
  float fastest = std::max(particles_, sources.controls);
  for (const Emitter& e : sources.emitters) fastest = std::max(fastest, e.spec().speed);
  for (const Body& b : sources.bodies) fastest = std::max(fastest, fastestPoint(b));
  const Particles& p = sources.particles;
  fastest = std::max(fastest, sources.hand.fastest(p, sources.interactionRadius, sources.threads));
  const float limit = saneSpeed(sources.maxSpeedGain, fastest, sources, dt);
  const float limit2 = limit * limit;
  // The comparison is negated so that a NaN is caught too.
  const auto sane = [&](std::size_t i) {
    const Vec3 v = p.velocity[i];
    return glm::dot(v, v) <= limit2 && isFinite(p.position[i]);
  };
  constexpr std::size_t kGrain = 4096;
  unstableChunks_.assign(Threads::chunkCount(p.size(), kGrain), 0);
  sources.threads.forChunks(p.size(), kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    bool all = true;
    for (std::size_t i = begin; i < end; ++i) all &= sane(i);
    if (!all) unstableChunks_[chunk] = 1;
  });
  const auto chunk = std::find(unstableChunks_.begin(), unstableChunks_.end(), 1);
  if (chunk == unstableChunks_.end()) return requireBodies(sources, dt);
  std::size_t i = kGrain * static_cast<std::size_t>(chunk - unstableChunks_.begin());
  while (sane(i)) ++i;
  if (!isFinite(p.velocity[i]) || !isFinite(p.position[i]))
    throw RunError("the place or the speed of some liquid is no longer finite");
  const Vec3 at = p.position[i];
  throw RunError(
      fmt::format("liquid at ({:.3g}, {:.3g}, {:.3g}) m moves at {:.3g} m/s, above the limit of {:.3g} m/s",
                  at.x, at.y, at.z, glm::length(p.velocity[i]), limit));
}

/// Checks the bodies, which may gain speed from the liquid, from each other and from their pulls.
void StabilityMonitor::requireBodies(const SpeedSources& sources, float dt) const {
  float fastest = std::max({particles_, bodies_, sources.controls});
  for (const Emitter& e : sources.emitters) fastest = std::max(fastest, e.spec().speed);
  for (const Body& b : sources.bodies) {
    if (b.motion == Motion::Kinematic) fastest = std::max(fastest, fastestPoint(b));
    fastest = std::max(fastest, speedOfPull(b));
  }
  const float limit = saneSpeed(kBodyGain, fastest, sources, dt);
  for (const Body& b : sources.bodies) {
    if (b.motion != Motion::Dynamic || !b.present) continue;
    if (!isFinite(b.pose.position) || !isFinite(b.velocity) || !isFinite(b.angularVelocity))
      throw RunError(fmt::format("body \"{}\" is no longer finite", b.name));
    if (!(fastestPoint(b) <= limit))
      throw RunError(fmt::format("body \"{}\" moves at {:.3g} m/s, above the limit of {:.3g} m/s", b.name,
                                 fastestPoint(b), limit));
  }
}

void StabilityMonitor::save(ByteWriter& out) const {
  out.value(particles_);
  out.value(bodies_);
}

void StabilityMonitor::restore(ByteReader& in) {
  particles_ = in.value<float>();
  bodies_ = in.value<float>();
  validateSave(particles_ >= 0.f && particles_ <= kMaxSpeed);
  validateSave(bodies_ >= 0.f && bodies_ <= kMaxSpeed);
}

namespace {

/// Returns an upper bound for the speed of any point of a body with these velocities [m/s].
float fastestPoint(const Body& body, const Vec3& velocity, const Vec3& angularVelocity) {
  const float turning = glm::length(angularVelocity);
  const float reach = turning > 0.f ? radiusOf(body) : 0.f;
  return glm::length(velocity) + (std::isfinite(reach) ? turning * reach : 0.f);
}

}  // namespace

float fastestParticle(const Particles& particles) {
  const Vec3Array& v = particles.velocity;
  float most = 0.f;
  for (std::size_t i = 0; i < v.size(); ++i)
    most = std::max(most, v.x[i] * v.x[i] + v.y[i] * v.y[i] + v.z[i] * v.z[i]);
  return std::sqrt(most);
}

float radiusOf(const Body& body) {
  const Aabb box = body.shape->bounds();
  const Vec3 centre(body.unitMass.centre);
  return glm::length(glm::max(glm::abs(box.lower - centre), glm::abs(box.upper - centre)));
}

float fastestPoint(const Body& body) {
  return body.present ? fastestPoint(body, body.velocity, body.angularVelocity) : 0.f;
}

float fastestPointAhead(const Body& body, double time, double seconds) {
  if (!body.present) return 0.f;
  // Keyframes are interpolated by cubics. The greatest speed is slightly above the mean speed of the part
  // that contains it.
  constexpr int kParts = 8;
  const double part = seconds / kParts;
  float most = 0.f;
  for (int k = 0; k < kParts; ++k) {
    const double from = time + k * part, to = from + part;
    const Pose start = poseBeforeMotion(body.keys, from, to), end = interpolate(body.keys, to);
    const auto rate = static_cast<float>(1.0 / part);
    most = std::max(most, fastestPoint(body, rate * (end.position - start.position),
                                       rate * rotationBetween(start.orientation, end.orientation)));
  }
  return most;
}

bool keysMove(const Body& body, double time) {
  if (body.motion != Motion::Kinematic || body.keys.empty()) return false;
  const Pose then = interpolate(body.keys, time);
  return then.position != body.pose.position || then.orientation != body.pose.orientation;
}

float speedOfPull(const Body& body) {
  // Twice the natural frequency of the pull's spring: an upper bound for the speed that damping allows.
  constexpr float kPullRate = 30.f;  // greatest speed per unit of distance to the target of the pull [1/s]
  return body.pull ? kPullRate * glm::distance(body.pose.toWorld(body.pull->anchor), body.pull->target) : 0.f;
}

float fastestDynamicBody(const std::vector<Body>& bodies) {
  float most = 0.f;
  for (const Body& b : bodies)
    if (b.motion == Motion::Dynamic) most = std::max(most, fastestPoint(b));
  return most;
}

}  // namespace ooze
