// Saving, restoring and hashing a world.
#include "ooze/base/error.h"

#include "world/settings.h"
#include "world/state.h"
#include "world/targets.h"

#include <span>

namespace ooze {
namespace {

constexpr std::uint32_t kWorldVersion = 1;

void saveCommand(ByteWriter& out, const LoggedCommand& c) {
  out.value(c.step);
  out.text(c.command.target);
  out.array(c.command.values);
}

LoggedCommand restoreCommand(ByteReader& in) {
  LoggedCommand c;
  c.step = in.value<std::uint64_t>();
  c.command.target = in.text();
  c.command.values = in.array<float>();
  return c;
}

template <class List>
void saveCommands(ByteWriter& out, const List& list) {
  out.value(static_cast<std::uint64_t>(list.size()));
  for (const LoggedCommand& c : list) saveCommand(out, c);
}

template <class List>
List restoreCommands(ByteReader& in) {
  List list;
  for (auto n = in.value<std::uint64_t>(); n > 0; --n) list.push_back(restoreCommand(in));
  return list;
}

void require(bool sound, const char* what) {
  if (!sound) throw InputError(what);
}

}  // namespace

void World::State::saveState(ByteWriter& out) const {
  out.value(kWorldVersion);
  out.text(spec.method);
  out.value(spec.methodSettings.interactionRadius);
  out.value(spec.framesPerSecond);
  out.value(settings);
  out.value(stepIndex);
  out.value(frame);
  out.value(static_cast<std::int32_t>(substeps));
  out.value(static_cast<std::int32_t>(substepsDone));
  out.value(static_cast<std::uint64_t>(timelineDone));
  out.value(static_cast<std::uint64_t>(materials.size()));
  for (const MaterialDefinition& m : materials) {
    out.text(m.name);
    out.array(m.values);
  }
  out.value(static_cast<std::uint64_t>(emitters.size()));
  for (const Emitter& e : emitters) e.save(out);
  out.value(static_cast<std::uint64_t>(bodies.list.size()));
  for (const Body& b : bodies.list) {
    out.value(b.pose);
    out.value(b.velocity);
    out.value(b.angularVelocity);
  }
  method->save(out);
}

std::uint64_t World::hash() const {
  ByteWriter out;
  state_->saveState(out);
  return hashBytes(out.bytes());
}

void World::save(ByteWriter& out) const {
  const State& s = *state_;
  s.saveState(out);
  saveCommands(out, s.log);
  saveCommands(out, s.scheduled);
  std::vector<LoggedCommand> submitted;
  for (const Command& c : s.submitted) submitted.push_back({s.stepIndex, c});
  saveCommands(out, submitted);
}

void World::restore(ByteReader& in) {
  // Into a fresh state, so that a damaged save leaves this world as it was.
  auto fresh = std::make_unique<State>(state_->spec, state_->threads.count());
  State& s = *fresh;
  s.observer = state_->observer;
  constexpr const char* kOther = "the save is of another world";
  require(in.value<std::uint32_t>() == kWorldVersion, "the save is of another version of Ooze");
  require(in.text() == s.spec.method, kOther);
  require(in.value<float>() == s.spec.methodSettings.interactionRadius,
          "the save is of another detail or scene");
  require(in.value<double>() == s.spec.framesPerSecond, kOther);
  s.settings = in.value<WorldSettings>();
  for (std::size_t r = 0; r < kWorldParameters.size(); ++r)
    requireInRange(worldParameters()[r], s.settings.*kWorldParameters[r].member);
  s.stepIndex = in.value<std::uint64_t>();
  s.frame = in.value<std::uint64_t>();
  s.substeps = in.value<std::int32_t>();
  s.substepsDone = in.value<std::int32_t>();
  require(s.substepsDone >= 0 && (s.substepsDone == 0 || s.substepsDone < s.substeps), "the save is damaged");
  s.timelineDone = in.value<std::uint64_t>();
  require(s.timelineDone <= s.spec.timeline.size(), kOther);
  require(in.value<std::uint64_t>() == s.materials.size(), kOther);
  for (MaterialDefinition& m : s.materials) {
    require(in.text() == m.name, kOther);
    m.values = in.array<float>();
    require(m.values.size() == s.methodRow->parameters().size(), kOther);
    for (std::size_t r = 0; r < m.values.size(); ++r)
      requireInRange(s.methodRow->parameters()[r], m.values[r]);
  }
  require(in.value<std::uint64_t>() == s.emitters.size(), kOther);
  // Liquid at rest is always closer than its radius of interaction.
  for (Emitter& e : s.emitters) e.restore(in, s.spec.methodSettings.interactionRadius);
  require(in.value<std::uint64_t>() == s.bodies.list.size(), kOther);
  for (Body& b : s.bodies.list) {
    b.pose = b.previousPose = in.value<Pose>();
    b.velocity = in.value<Vec3>();
    b.angularVelocity = in.value<Vec3>();
  }
  s.applySettings();
  s.method->restore(in);
  s.log = restoreCommands<std::vector<LoggedCommand>>(in);
  s.scheduled = restoreCommands<std::deque<LoggedCommand>>(in);
  for (const LoggedCommand& c : restoreCommands<std::vector<LoggedCommand>>(in))
    s.submitted.push_back(c.command);
  const auto requireValid = [&](const Command& c) {
    requireValues(c, resolveTarget(c.target, *s.methodRow, s.materials, s.emitters), *s.methodRow);
  };
  for (const LoggedCommand& c : s.scheduled) requireValid(c.command);
  for (const Command& c : s.submitted) requireValid(c);
  state_ = std::move(fresh);
}

}  // namespace ooze
