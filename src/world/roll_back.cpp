// Never silently wrong: a state that is not finite or runs away is seen at the end of its step. The world
// then goes back to the last good state, the start of the frame, and takes the frame again with steps of half
// the length, at most kMostHalvings times.
//
// What happens then depends on the state and on the log alone, so that a replay and a restored save come to
// the same bits. The commands that came in the middle of the frame move to its start; that is where the log
// has them, and a replay, which gives them there, goes wrong in the same way or not at all as the second
// attempt did. Hence the attempts count afresh when commands have moved, and commands that come while a frame
// is taken again wait for the next one.
#include "ooze/base/error.h"

#include "world/speeds.h"
#include "world/state.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ooze {
namespace {

// What is sane (saneSpeed()). In a frame, the fastest thing of its start may gain half as much again beside
// what falling adds: two jets that meet do less. To that, pressure, springs and tension may add one h per
// longest stable step: in the scenes that ship they add 0.05, in random materials 0.26. And what parts close
// pairs shifts them by part of h whatever the step.
constexpr float kGain = 1.5f;
constexpr float kBurst = 1.f;
constexpr float kShift = 0.25f;
// A light body that a heavy one hits leaves at up to twice its speed, and may turn as well.
constexpr float kBodyGain = 3.f;

}  // namespace

float World::State::saneSpeed(float dt) const {
  float fastest = startSpeed;
  for (const Emitter& e : emitters.list()) fastest = std::max(fastest, e.spec().speed);
  for (const Body& b : bodies.list()) fastest = std::max(fastest, fastestPoint(b));
  fastest = std::max(fastest, hand.fastest(*method->view().particles, spec.methodSettings.interactionRadius));
  return kGain * (fastest + glm::length(gravity()) * clock.frameSeconds() + push.gain(clock.frameSeconds())) +
         spec.methodSettings.interactionRadius * (kBurst / stableStep().seconds + kShift / dt);
}

void World::State::requireSane(float dt) {
  const Particles& p = *method->view().particles;
  const float limit = saneSpeed(dt);
  const float limit2 = limit * limit;
  // Negated, so that a NaN is not let through.
  const auto sane = [&](std::size_t i) {
    const Vec3 v = p.velocity[i];
    return glm::dot(v, v) <= limit2 && isFinite(p.position[i]);
  };
  constexpr std::size_t kGrain = 4096;
  insaneChunks.assign(Threads::chunkCount(p.size(), kGrain), 0);
  threads.forChunks(p.size(), kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    bool all = true;
    for (std::size_t i = begin; i < end; ++i) all &= sane(i);
    if (!all) insaneChunks[chunk] = 1;
  });
  const auto chunk = std::find(insaneChunks.begin(), insaneChunks.end(), 1);
  if (chunk == insaneChunks.end()) return requireSaneBodies(dt);
  std::size_t i = kGrain * static_cast<std::size_t>(chunk - insaneChunks.begin());
  while (sane(i)) ++i;
  if (!isFinite(p.velocity[i]) || !isFinite(p.position[i]))
    throw RunError(fmt::format("particle {} is no longer finite", p.id[i]));
  throw RunError(fmt::format("particle {} runs away at {:.3g} m/s, where up to {:.3g} m/s is sane", p.id[i],
                             glm::length(p.velocity[i]), limit));
}

/// Bodies may get their speed from the liquid, from each other and from what holds them.
void World::State::requireSaneBodies(float dt) const {
  float fastest = std::max(startSpeed, startBodySpeed);
  for (const Emitter& e : emitters.list()) fastest = std::max(fastest, e.spec().speed);
  for (const Body& b : bodies.list()) {
    if (b.motion == Motion::Kinematic) fastest = std::max(fastest, fastestPoint(b));
    fastest = std::max(fastest, speedOfPull(b));
  }
  const float limit = kBodyGain * (fastest + glm::length(gravity()) * clock.frameSeconds() +
                                   push.gain(clock.frameSeconds())) +
                      spec.methodSettings.interactionRadius * (kBurst / stableStep().seconds + kShift / dt);
  for (const Body& b : bodies.list()) {
    if (b.motion != Motion::Dynamic || !b.present) continue;
    if (!isFinite(b.pose.position) || !isFinite(b.velocity) || !isFinite(b.angularVelocity))
      throw RunError(fmt::format("body \"{}\" is no longer finite", b.name));
    if (!(fastestPoint(b) <= limit))
      throw RunError(fmt::format("body \"{}\" runs away at {:.3g} m/s, where up to {:.3g} m/s is sane",
                                 b.name, fastestPoint(b), limit));
  }
}

void World::State::keepFrameStart() {
  if (!clock.atFrameBoundary() || frameKept || retaken) return;
  frameKept = true;
  const StageTimer::Scope scope(timer, "keep");
  frameStart.state.clear();
  saveState(frameStart.state);
  frameStart.stash = stash;
  frameStart.step = clock.step();
  frameStart.logged = commands.log().size();
}

void World::State::returnToFrameStart() {
  ByteReader in(frameStart.state.bytes());
  restoreState(in);
  stash = frameStart.stash;
  // What was applied in this frame waits again.
  commands.waitAgain(frameStart.logged);
  retaken = frameKept = false;
}

void World::State::rollBack(const std::string& reason) {
  const std::vector<LoggedCommand>& log = commands.log();
  const bool moved = log.size() > frameStart.logged && log.back().step > frameStart.step;
  const int again = moved ? 0 : clock.halvings() + 1;
  const int triedWith = clock.substeps();
  returnToFrameStart();
  if (again > kMostHalvings)
    throw RunError(fmt::format("frame {} went wrong even with {} steps: {}; try softer materials",
                               clock.frame(), triedWith, reason));
  clock.halve(again);
  retaken = true;
  rollBacks.push_back({clock.frame(), 0, reason});
}

}  // namespace ooze
