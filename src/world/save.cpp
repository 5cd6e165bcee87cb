// Saving, restoring and hashing a world.
#include "ooze/base/error.h"
#include "ooze/world/added_names.h"

#include "world/moment.h"
#include "world/record_bytes.h"
#include "world/settings.h"
#include "world/sound_spec.h"
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

template <class List>
void saveCommands(ByteWriter& out, const List& list) {
  out.value(static_cast<std::uint64_t>(list.size()));
  for (const LoggedCommand& c : list) writeLogged(out, c);
}

template <class List>
List restoreCommands(ByteReader& in) {
  List list;
  for (auto n = in.value<std::uint64_t>(); n > 0; --n) list.push_back(readLogged(in));
  return list;
}

constexpr const char* kOther = "the save is of another world";
constexpr const char* kDamaged = "the save is damaged";

void require(bool sound, const char* what) {
  if (!sound) throw InputError(what);
}

/// What the log holds was applied before this step.
void requireSound(const std::vector<LoggedCommand>& log, std::uint64_t stepIndex) {
  require(isInOrder(log) && (log.empty() || log.back().step <= stepIndex), kDamaged);
}

}  // namespace

std::uint32_t World::State::version() const {
  const bool stays =
      std::any_of(emitters.begin() + static_cast<std::ptrdiff_t>(spec.emitters.size()), emitters.end(),
                  [](const Emitter& e) { return !isAddedNozzle(e.spec().name); });
  if (methodSettings.pairs != spec.methodSettings.pairs) return kPairsVersion;
  return bodies.anyScaled() || stays ? kScaledVersion : kWorldVersion;
}

void World::State::saveState(ByteWriter& out) const {
  out.value(version());
  out.text(spec.method);
  out.value(spec.methodSettings.interactionRadius);
  out.value(spec.framesPerSecond);
  out.value(settings);
  out.value(stepIndex);
  out.value(frame);
  out.value(static_cast<std::int32_t>(substeps));
  out.value(static_cast<std::int32_t>(substepsDone));
  plan.save(out);
  out.value(static_cast<std::int32_t>(halvings));
  out.value(startSpeed);
  out.value(startBodySpeed);
  out.value(static_cast<std::uint64_t>(timelineDone));
  out.value(static_cast<std::uint64_t>(materials.size()));
  for (const MaterialDefinition& m : materials) writeMaterial(out, m);
  if (version() >= kPairsVersion) savePairs(out);
  out.value(static_cast<std::uint64_t>(spec.emitters.size()));
  out.array(addedEmitters);
  if (version() >= kScaledVersion)
    for (std::size_t k = 0; k < addedEmitters.size(); ++k)
      out.value(static_cast<std::uint8_t>(!isAddedNozzle(emitters[spec.emitters.size() + k].spec().name)));
  for (const Emitter& e : emitters) {
    e.save(out);
    out.value(e.spec().material);
  }
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
  require(version >= kWorldVersion && version <= kPairsVersion, "the save is of another version of Ooze");
  require(in.text() == spec.method, kOther);
  require(in.value<float>() == spec.methodSettings.interactionRadius,
          "the save is of another detail or scene");
  require(in.value<double>() == spec.framesPerSecond, kOther);
  settings = in.value<WorldSettings>();
  for (std::size_t r = 0; r < kWorldParameters.size(); ++r)
    requireInRange(worldParameters()[r], settings.*kWorldParameters[r].member);
  stepIndex = in.value<std::uint64_t>();
  frame = in.value<std::uint64_t>();
  require(isMoment(frame, stepIndex), kDamaged);
  substeps = in.value<std::int32_t>();
  substepsDone = in.value<std::int32_t>();
  require(substeps >= 0 && substeps <= kMostStepsOfFrame, kDamaged);
  require(substepsDone >= 0 && (substepsDone == 0 || substepsDone < substeps), kDamaged);
  plan.restore(in);
  halvings = in.value<std::int32_t>();
  require(halvings >= 0 && halvings <= kMostHalvings, kDamaged);
  startSpeed = in.value<float>();
  startBodySpeed = in.value<float>();
  require(startSpeed >= 0.f && startSpeed <= kMostSpeed, kDamaged);
  require(startBodySpeed >= 0.f && startBodySpeed <= kMostSpeed, kDamaged);
  timelineDone = in.value<std::uint64_t>();
  require(timelineDone <= spec.timeline.size(), kOther);
  restoreMaterials(in);
  methodSettings.pairs = spec.methodSettings.pairs;
  if (version >= kPairsVersion) restorePairs(in);
  restoreEmitters(in, version);
  bodies.restore(in, version >= kScaledVersion);
  applySettings();
  method->restore(in);
  require(method->view().particles->size() <= spec.particleLimit, kDamaged);
  hand.restore(in, *method->view().particles);
  push.restore(in);
  events = in.value<std::uint64_t>();
  stashDigest = in.value<std::uint64_t>();
  changed = in.flag();
}

/// What restoreState() does not hold: it is large, and shared by the copies of a frame's start.
void World::State::restoreStash(ByteReader& in) {
  stash.restore(in);
  require(stash.digest() == stashDigest, kDamaged);
  stash.visit([this](const KeptEvent& event) { requireTakeable(event); });
}

void World::State::restoreMaterials(ByteReader& in) {
  const auto count = in.value<std::uint64_t>();
  require(count >= spec.materials.size() && count <= UINT16_MAX, kOther);
  materials.clear();
  for (std::uint64_t k = 0; k < count; ++k) {
    MaterialDefinition m = readMaterial(in);
    if (k < spec.materials.size())
      require(m.name == spec.materials[k].name && m.referenceRadius == spec.materials[k].referenceRadius &&
                  m.density == spec.materials[k].density,
              kOther);
    require(m.values.size() == methodRow->parameters().size(), kOther);
    requireSound(m, *methodRow);
    materials.push_back(std::move(m));
  }
}

void World::State::savePairs(ByteWriter& out) const {
  out.value(static_cast<std::uint64_t>(methodSettings.pairs.size()));
  for (const PairEntry& e : methodSettings.pairs) {
    out.text(e.function);
    out.value(e.material);
    out.value(static_cast<std::uint8_t>(e.other.has_value()));
    out.value(e.other.value_or(0));
    out.text(e.solid);
    out.array(e.curve);
  }
}

void World::State::restorePairs(ByteReader& in) {
  methodSettings.pairs.clear();
  for (auto n = in.value<std::uint64_t>(); n > 0; --n) {
    PairEntry e;
    e.function = in.text();
    e.material = in.value<std::uint16_t>();
    const bool liquids = in.flag();
    const auto other = in.value<std::uint16_t>();
    if (liquids) e.other = other;
    e.solid = in.text();
    e.curve = in.array<CurvePoint>();
    require(!findPair(methodSettings.pairs, e), kDamaged);
    methodSettings.pairs.push_back(std::move(e));
    requireSoundPairs(methodSettings.pairs, *methodRow, materials.size(), spec.bodies);
  }
}

void World::State::restoreEmitters(ByteReader& in, std::uint32_t version) {
  require(in.value<std::uint64_t>() == spec.emitters.size(), kOther);
  addedEmitters = in.array<std::uint32_t>();
  require(addedEmitters.size() <= kMostAddedEmitters, kDamaged);
  std::vector<std::uint8_t> stays(addedEmitters.size(), 0);
  if (version >= kScaledVersion)
    for (std::uint8_t& s : stays) s = in.flag();
  emitters.clear();
  for (const EmitterSpec& e : spec.emitters)
    emitters.emplace_back(e);  // with its keys, which a save only knows to be there or not
  for (std::size_t k = 0; k < addedEmitters.size(); ++k) {
    require(k == 0 ? addedEmitters[k] > 0 : addedEmitters[k] > addedEmitters[k - 1], kDamaged);
    emitters.emplace_back(addedEmitter(addedEmitters[k], stays[k] != 0));
  }
  for (Emitter& e : emitters) {
    // Liquid at rest is always closer than its radius of interaction.
    e.restore(in, spec.methodSettings.interactionRadius);
    requireSound(e.spec());
    e.spec().material = in.value<std::uint16_t>();
    require(e.spec().material < materials.size(), kDamaged);
  }
}

void World::save(ByteWriter& out) const {
  const State& s = *state_;
  s.saveState(out);
  s.stash.save(out);
  saveCommands(out, s.log);
  saveCommands(out, s.scheduled);
  std::vector<LoggedCommand> submitted;
  for (const Command& c : s.submitted) submitted.push_back({s.stepIndex, c});
  saveCommands(out, submitted);
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
  s.log = restoreCommands<std::vector<LoggedCommand>>(in);
  requireSound(s.log, s.stepIndex);
  s.scheduled = restoreCommands<std::deque<LoggedCommand>>(in);
  for (const LoggedCommand& c : restoreCommands<std::vector<LoggedCommand>>(in))
    s.submitted.push_back(c.command);
  require(isInOrder(s.scheduled), kDamaged);
  s.requireValidInOrder(s.scheduled);
  TargetScope scope = s.scope();
  for (const Command& c : s.submitted) {
    requireValid(c, scope);
    scope.expect(c);
  }
  const bool midFrame = in.flag();
  require(midFrame == (s.substepsDone > 0), kDamaged);
  if (midFrame) s.restoreFrameStart(in);
  require(in.atEnd(), kDamaged);
  state_ = std::move(fresh);
}

void World::State::restoreFrameStart(ByteReader& in) {
  retaken = in.flag();
  frameStart.logged = in.value<std::uint64_t>();
  require(frameStart.logged <= log.size(), kDamaged);
  const auto bytes = in.array<std::byte>();
  // It must be sound now, and not only when a frame has gone wrong.
  State trial(spec, 1, meshes);
  ByteReader state(bytes);
  trial.restoreState(state);
  require(state.atEnd() && trial.substepsDone == 0 && trial.frame == frame && trial.stepIndex <= stepIndex,
          kDamaged);
  trial.restoreStash(in);
  trial.keepFrameStart();
  frameStart.state = std::move(trial.frameStart.state);
  frameStart.stash = std::move(trial.frameStart.stash);
  frameStart.step = trial.stepIndex;
}

}  // namespace ooze
