// Saving, restoring and hashing a world.
#include "ooze/base/error.h"

#include "world/record_bytes.h"
#include "world/record_checks.h"
#include "world/settings.h"
#include "world/speeds.h"
#include "world/state.h"
#include "world/targets.h"

#include <algorithm>
#include <span>

namespace ooze {
namespace {

// Of a state that needs nothing newer, so that older saves, and hashes that were noted, hold.
constexpr std::uint32_t kWorldVersion = 5;
// With the sizes of bodies that were scaled, and the kinds of added nozzles.
constexpr std::uint32_t kScaledVersion = 6;
// With functions of pairs that are not the specification's.
constexpr std::uint32_t kPairsVersion = 7;

}  // namespace

std::uint32_t World::State::version() const {
  if (materials.pairsChanged()) return kPairsVersion;
  return bodies.anyScaled() || emitters.anyStays() ? kScaledVersion : kWorldVersion;
}

void World::State::saveState(ByteWriter& out) const {
  out.value(version());
  out.text(spec.method);
  out.value(spec.methodSettings.interactionRadius);
  out.value(spec.framesPerSecond);
  out.value(settings);
  clock.save(out);
  out.value(startSpeed);
  out.value(startBodySpeed);
  out.value(static_cast<std::uint64_t>(timelineDone));
  materials.save(out, version() >= kPairsVersion);
  emitters.save(out, version() >= kScaledVersion);
  bodies.save(out, version() >= kScaledVersion);
  method->save(out);
  hand.save(out);
  push.save(out);
  out.value(events);
  out.value(stash.digest());
  out.value(static_cast<std::uint8_t>(changed));
}

std::uint64_t World::hash() const {
  ByteWriter out;
  state_->saveState(out);
  return hashBytes(out.bytes());
}

void World::State::restoreState(ByteReader& in) {
  const auto version = in.value<std::uint32_t>();
  requireSoundSave(version >= kWorldVersion && version <= kPairsVersion,
                   "the save is of another version of Ooze");
  requireSoundSave(in.text() == spec.method, kSaveOfAnotherWorld);
  requireSoundSave(in.value<float>() == spec.methodSettings.interactionRadius,
                   "the save is of another detail or scene");
  requireSoundSave(in.value<double>() == spec.framesPerSecond, kSaveOfAnotherWorld);
  settings = in.value<WorldSettings>();
  for (std::size_t r = 0; r < kWorldParameters.size(); ++r)
    requireInRange(worldParameters()[r], settings.*kWorldParameters[r].member);
  clock.restore(in);
  startSpeed = in.value<float>();
  startBodySpeed = in.value<float>();
  requireSoundSave(startSpeed >= 0.f && startSpeed <= kMostSpeed);
  requireSoundSave(startBodySpeed >= 0.f && startBodySpeed <= kMostSpeed);
  timelineDone = in.value<std::uint64_t>();
  requireSoundSave(timelineDone <= spec.timeline.size(), kSaveOfAnotherWorld);
  materials.restore(in, version >= kPairsVersion);
  emitters.restore(in, version >= kScaledVersion, materials.size());
  bodies.restore(in, version >= kScaledVersion);
  applySettings();
  method->restore(in);
  requireSoundSave(method->view().particles->size() <= spec.particleLimit);
  hand.restore(in, *method->view().particles);
  push.restore(in);
  events = in.value<std::uint64_t>();
  stashDigest = in.value<std::uint64_t>();
  changed = in.flag();
}

/// What restoreState() does not hold: it is large, and shared by the copies of a frame's start.
void World::State::restoreStash(ByteReader& in) {
  stash.restore(in);
  requireSoundSave(stash.digest() == stashDigest);
  stash.visit([this](const KeptEvent& event) { requireTakeable(event); });
}

void World::save(ByteWriter& out) const {
  const State& s = *state_;
  s.saveState(out);
  s.stash.save(out);
  s.commands.save(out, s.clock.step());
  // In the middle of a frame, what the world would go back to.
  const bool midFrame = !atFrameBoundary();
  out.value(static_cast<std::uint8_t>(midFrame));
  if (!midFrame) return;
  out.value(static_cast<std::uint8_t>(s.retaken));
  out.value(s.frameStart.logged);
  out.array(s.frameStart.state.bytes());
  s.frameStart.stash.save(out);
}

void World::restore(ByteReader& in) {
  // Into a fresh state, so that a damaged save leaves this world as it was.
  auto fresh = std::make_unique<State>(state_->spec, state_->threads.count(), state_->meshes);
  State& s = *fresh;
  s.observer = state_->observer;
  s.restoreState(in);
  s.restoreStash(in);
  s.commands.restore(in, s.clock.step());
  s.requireValidInOrder(s.commands.scheduled());
  TargetScope scope = s.scope();
  for (const Command& c : s.commands.submitted()) {
    requireValid(c, scope);
    scope.expect(c);
  }
  const bool midFrame = in.flag();
  requireSoundSave(midFrame == !s.clock.atFrameBoundary());
  if (midFrame) s.restoreFrameStart(in);
  requireSoundSave(in.atEnd());
  state_ = std::move(fresh);
}

void World::State::restoreFrameStart(ByteReader& in) {
  retaken = in.flag();
  frameStart.logged = in.value<std::uint64_t>();
  requireSoundSave(frameStart.logged <= commands.log().size());
  const auto bytes = in.array<std::byte>();
  // It must be sound now, and not only when a frame has gone wrong.
  State trial(spec, 1, meshes);
  ByteReader state(bytes);
  trial.restoreState(state);
  requireSoundSave(state.atEnd() && trial.clock.atFrameBoundary() && trial.clock.frame() == clock.frame() &&
                   trial.clock.step() <= clock.step());
  trial.restoreStash(in);
  trial.keepFrameStart();
  frameStart.state = std::move(trial.frameStart.state);
  frameStart.stash = std::move(trial.frameStart.stash);
  frameStart.step = trial.clock.step();
}

}  // namespace ooze
