#include "world/sane_speeds.h"

#include "ooze/base/error.h"

#include "world/record_checks.h"

#include <algorithm>
#include <fmt/format.h>

namespace ooze {
namespace {

// In a frame, the fastest thing of its start may gain as much as the method says (MethodRow::mostGain),
// beside what falling adds. To that, pressure, springs and tension may add one h per longest stable step: in
// the scenes that ship they add 0.05, in random materials 0.26. And what parts close pairs shifts them by
// part of the farthest way of a step whatever its length.
constexpr float kBurst = 1.f;
constexpr float kShift = 0.25f / 0.45f;
// A light body that a heavy one hits leaves at up to twice its speed, and may turn as well.
constexpr float kBodyGain = 3.f;

/// What nothing exceeds unless it ran away [m/s].
float saneSpeed(float gain, float fastest, const SpeedSources& s, float dt) {
  return gain * (fastest + s.gravity * s.frameSeconds() + s.push.gain(s.frameSeconds())) +
         s.interactionRadius * kBurst / s.stable.seconds + kShift * s.farthestMove / dt;
}

}  // namespace

void SaneSpeeds::beginFrame(const Particles& particles, const std::vector<Body>& bodies) {
  particles_ = fastestParticle(particles);
  bodies_ = fastestDynamicBody(bodies);
}

void SaneSpeeds::allow(const Particles& particles) {
  particles_ = std::max(particles_, fastestParticle(particles));
}

void SaneSpeeds::allow(const std::vector<Body>& bodies) {
  bodies_ = std::max(bodies_, fastestDynamicBody(bodies));
}

void SaneSpeeds::require(const SpeedSources& sources, float dt) {
  float fastest = std::max(particles_, sources.controls);
  for (const Emitter& e : sources.emitters) fastest = std::max(fastest, e.spec().speed);
  for (const Body& b : sources.bodies) fastest = std::max(fastest, fastestPoint(b));
  const Particles& p = sources.particles;
  fastest = std::max(fastest, sources.hand.fastest(p, sources.interactionRadius, sources.threads));
  const float limit = saneSpeed(sources.mostGain, fastest, sources, dt);
  const float limit2 = limit * limit;
  // Negated, so that a NaN is not let through.
  const auto sane = [&](std::size_t i) {
    const Vec3 v = p.velocity[i];
    return glm::dot(v, v) <= limit2 && isFinite(p.position[i]);
  };
  constexpr std::size_t kGrain = 4096;
  insaneChunks_.assign(Threads::chunkCount(p.size(), kGrain), 0);
  sources.threads.forChunks(p.size(), kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    bool all = true;
    for (std::size_t i = begin; i < end; ++i) all &= sane(i);
    if (!all) insaneChunks_[chunk] = 1;
  });
  const auto chunk = std::find(insaneChunks_.begin(), insaneChunks_.end(), 1);
  if (chunk == insaneChunks_.end()) return requireBodies(sources, dt);
  std::size_t i = kGrain * static_cast<std::size_t>(chunk - insaneChunks_.begin());
  while (sane(i)) ++i;
  if (!isFinite(p.velocity[i]) || !isFinite(p.position[i]))
    throw RunError(fmt::format("particle {} is no longer finite", p.id[i]));
  throw RunError(fmt::format("particle {} runs away at {:.3g} m/s, where up to {:.3g} m/s is sane", p.id[i],
                             glm::length(p.velocity[i]), limit));
}

/// Bodies may get their speed from the liquid, from each other and from what holds them.
void SaneSpeeds::requireBodies(const SpeedSources& sources, float dt) const {
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
      throw RunError(fmt::format("body \"{}\" runs away at {:.3g} m/s, where up to {:.3g} m/s is sane",
                                 b.name, fastestPoint(b), limit));
  }
}

void SaneSpeeds::save(ByteWriter& out) const {
  out.value(particles_);
  out.value(bodies_);
}

void SaneSpeeds::restore(ByteReader& in) {
  particles_ = in.value<float>();
  bodies_ = in.value<float>();
  requireSoundSave(particles_ >= 0.f && particles_ <= kMostSpeed);
  requireSoundSave(bodies_ >= 0.f && bodies_ <= kMostSpeed);
}

}  // namespace ooze
