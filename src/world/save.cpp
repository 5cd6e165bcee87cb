// Serialization of a world: saving, restoring and hashing.
#include "ooze/base/error.h"

#include "world/commands/command_scope.h"
#include "world/commands/settings.h"
#include "world/guard/record_validation.h"
#include "world/history/record_serialization.h"
#include "world/state.h"

#include <algorithm>
#include <span>

namespace ooze {
namespace {

// Save format versions. A state is saved in the oldest version that can hold the state, so that older saves
// and recorded hashes stay valid.
constexpr std::uint32_t kWorldVersion = 5;
// Adds the scales of bodies, and the kinds of added nozzles.
constexpr std::uint32_t kScaledVersion = 6;
// Adds pair functions that differ from the specification.
constexpr std::uint32_t kPairsVersion = 7;
// Adds the sleep state, and the setting that allows sleeping (the last row of the settings).
constexpr std::uint32_t kSleepVersion = 8;
// Adds the stop time of each nozzle.
constexpr std::uint32_t kStopsVersion = 9;
// Adds the values of control particles, for worlds that have control particles.
constexpr std::uint32_t kControlsVersion = 10;
// Adds the names of control particles, and the full text of controls that commands added.
constexpr std::uint32_t kWholeControlsVersion = 11;
// Adds the amounts emitted from bands, for worlds that have sources.
constexpr std::uint32_t kSourcesVersion = 12;
// Adds what liquid on grids carries: temperatures (also of materials), initial positions, and the progress of
// jets.
constexpr std::uint32_t kCarriedVersion = 13;
// Adds solids that commands have just put into liquid.
constexpr std::uint32_t kEntryVersion = 14;

std::span<const Parameter<WorldSettings>> settingsOf(std::uint32_t version) {
  return std::span(kWorldParameters).first(kWorldParameters.size() - (version >= kSleepVersion ? 0 : 1));
}

std::uint32_t versionOf(const WorldMaterials& materials, const WorldEmitters& emitters,
                        const WorldBodies& bodies, const WorldControls& controls, const WorldSources& sources,
                        const WorldSettings& settings, const Sleep& sleep, bool carries,
                        const SolidEntry& entry) {
  if (!entry.empty()) return kEntryVersion;
  if (carries) return kCarriedVersion;
  if (!sources.none()) return kSourcesVersion;
  if (controls.anySet()) return kWholeControlsVersion;
  if (!controls.list().empty()) return kControlsVersion;
  if (emitters.anyStopSet()) return kStopsVersion;
  if (!sleep.isFresh() || settings.sleep != WorldSettings{}.sleep) return kSleepVersion;
  if (materials.pairsChanged()) return kPairsVersion;
  return bodies.anyScaled() || emitters.anyStays() ? kScaledVersion : kWorldVersion;
}

/// @param carries  the method's liquid carries temperatures and initial positions; only then the progress of
///                 jets matters
WorldEmitters::Parts emitterPartsOf(std::uint32_t version, bool carries) {
  return {.kinds = version >= kScaledVersion,
          .stops = version >= kStopsVersion,
          .jets = version >= kCarriedVersion && carries};
}

}  // namespace

void World::State::saveState(ByteWriter& out) const {
  const bool carries = method->view().initialPositions != nullptr;
  const std::uint32_t version =
      versionOf(materials, emitters, bodies, controls, sources, settings, sleep, carries, entry);
  out.value(version);
  out.text(spec.method);
  out.value(spec.methodSettings.interactionRadius);
  out.value(spec.framesPerSecond);
  for (const auto& row : settingsOf(version)) out.value(settings.*row.member);
  clock.save(out);
  speeds.save(out);
  out.value(static_cast<std::uint64_t>(timelineDone));
  materials.save(out, version >= kPairsVersion);
  emitters.save(out, emitterPartsOf(version, carries));
  bodies.save(out, version >= kScaledVersion);
  if (version >= kControlsVersion) controls.save(out, version >= kWholeControlsVersion);
  if (version >= kSourcesVersion) sources.save(out);
  method->save(out, threads);
  hand.save(out);
  push.save(out);
  events.save(out);
  out.value(static_cast<std::uint8_t>(changed));
  if (version >= kSleepVersion) sleep.save(out);
  if (version >= kEntryVersion) entry.save(out);
}

std::uint64_t World::hash() const {
  ByteWriter out;
  state_->saveState(out);
  return hashBytes(out.bytes());
}

void World::State::restoreState(ByteReader& in) {
  const auto version = in.value<std::uint32_t>();
  validateSave(version >= kWorldVersion && version <= kEntryVersion,
               "the save was made by another version of Ooze");
  validateSave(in.text() == spec.method, kSaveOfAnotherWorld);
  validateSave(in.value<float>() == spec.methodSettings.interactionRadius,
               "the save has another detail or scene");
  validateSave(in.value<double>() == spec.framesPerSecond, kSaveOfAnotherWorld);
  settings = {};
  for (const auto& row : settingsOf(version)) settings.*row.member = in.value<float>();
  for (std::size_t r = 0; r < kWorldParameters.size(); ++r)
    requireInRange(worldParameters()[r], settings.*kWorldParameters[r].member);
  clock.restore(in);
  speeds.restore(in);
  timelineDone = in.value<std::uint64_t>();
  validateSave(timelineDone <= spec.timeline.size(), kSaveOfAnotherWorld);
  materials.restore(in, version >= kPairsVersion, version >= kCarriedVersion);
  emitters.restore(in, emitterPartsOf(version, method->view().initialPositions != nullptr), materials.size());
  bodies.restore(in, version >= kScaledVersion);
  validateSave(version >= kControlsVersion || controls.list().empty(), kSaveOfAnotherWorld);
  if (version >= kControlsVersion) controls.restore(in, version >= kWholeControlsVersion);
  validateSave(version >= kSourcesVersion || sources.none(), kSaveOfAnotherWorld);
  validateSave(version != kSourcesVersion || !sources.none(), kSaveOfAnotherWorld);
  if (version >= kSourcesVersion) sources.restore(in);
  applySettings();
  method->restore(in);
  validateSave(method->view().particles->size() <= spec.particleLimit);
  hand.restore(in, *method->view().particles);
  push.restore(in);
  events.restore(in);
  changed = in.flag();
  sleep.wake();
  if (version >= kSleepVersion)
    sleep.restore(in, *method->view().particles, bodies.list(), spec.methodSettings.interactionRadius);
  if (version >= kEntryVersion)
    entry.restore(in);
  else
    entry = {};
  poured.forgetFrom(method->view().particles->nextId);
}

void World::save(ByteWriter& out) const {
  const State& s = *state_;
  s.saveState(out);
  s.events.stash().save(out);
  s.commands.save(out, s.clock.step());
  // In the middle of a frame, the save includes the state that a roll-back would restore.
  const bool midFrame = !atFrameBoundary();
  out.value(static_cast<std::uint8_t>(midFrame));
  if (midFrame) s.guard.save(out);
  s.balance.save(out);
  if (midFrame) s.balanceAtFrameStart.save(out);
  if (!s.poured.empty()) s.poured.save(out);
}

void World::restore(ByteReader& in) {
  // The save is restored into a fresh state, so that a damaged save leaves this world unchanged.
  auto fresh = std::make_unique<State>(state_->spec, state_->threads.count(), state_->meshes);
  State& s = *fresh;
  s.observer = state_->observer;
  s.restoreState(in);
  s.events.restoreUndoStore(in, s.materials, *s.method);
  s.commands.restore(in, s.clock.step());
  s.requireValidInOrder(s.commands.scheduled());
  s.requireValidInOrder(s.commands.submitted());
  const bool midFrame = in.flag();
  validateSave(midFrame == !s.clock.atFrameBoundary());
  // The stored start of the frame is validated now, not only when a roll-back needs the start.
  std::uint64_t particlesAtFrameStart = 0;
  const auto remake = [&](ByteReader& state, ByteReader& rest) {
    State trial(s.spec, 1, s.meshes);
    trial.restoreState(state);
    validateSave(state.atEnd() && trial.clock.atFrameBoundary() && trial.clock.frame() == s.clock.frame() &&
                 trial.clock.step() <= s.clock.step());
    trial.events.restoreUndoStore(rest, trial.materials, *trial.method);
    trial.keepFrameStart();
    particlesAtFrameStart = trial.particleCount();
    return std::move(trial.guard);
  };
  if (midFrame) s.guard.restore(in, s.commands.log().size(), remake);
  // Saves of older versions have no balance; what they hold counts as added.
  const bool isBalanced = !in.atEnd();
  const auto restoredBalance = [&](std::uint64_t particles) {
    return isBalanced ? LiquidBalance::restored(in, particles) : LiquidBalance{.added = particles};
  };
  s.balance = restoredBalance(s.particleCount());
  if (midFrame) s.balanceAtFrameStart = restoredBalance(particlesAtFrameStart);
  // Saves of older versions, and of worlds without a pour, end here.
  if (!in.atEnd()) s.poured.restore(in, s.method->view().particles->nextId);
  validateSave(in.atEnd());
  state_ = std::move(fresh);
}

}  // namespace ooze
