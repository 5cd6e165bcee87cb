// Commands: checked when they come, applied at the next step boundary, logged.
#include "ooze/base/error.h"

#include "world/settings.h"
#include "world/state.h"
#include "world/targets.h"

#include <algorithm>
#include <fmt/format.h>

namespace ooze {

TargetScope World::State::scope() const { return {*methodRow, materials, emitters, bodies.list}; }

void World::submit(const Command& command) {
  State& s = *state_;
  // What waits to be added can be named; other things that are not there cannot.
  TargetScope scope = s.scope();
  const std::size_t body = s.added.empty() ? 0 : s.added.back().number;
  const std::size_t emitter = s.addedEmitters.empty() ? 0 : s.addedEmitters.back();
  scope.bodiesToCome = {body + 1, body};
  scope.emittersToCome = {emitter + 1, emitter};
  for (const Command& waiting : s.submitted) scope.expect(waiting);
  requireValid(command, scope);
  s.requireRoom(command);
  s.requireTakeable(command);
  Command read = withMeshRead(command, *s.meshes);
  if (command.target == "liquid.add_mesh") (void)s.meshSeeds(read, s.room());
  s.submitted.push_back(std::move(read));
}

void World::State::requireRoom(const Command& command) const {
  const auto require = [&](auto adds, std::size_t present, std::size_t most, std::string_view what) {
    if (!adds(command)) return;
    const auto waiting = std::count_if(submitted.begin(), submitted.end(), adds);
    if (present + static_cast<std::size_t>(waiting) >= most)
      throw InputError(fmt::format("{}: there are {} {} already", command.target, most, what));
  };
  require([](const Command& c) { return c.target.starts_with("bodies.add_"); }, added.size(),
          kMostAddedBodies, "added bodies");
  require([](const Command& c) { return c.target == "emitters.add"; }, addedEmitters.size(),
          kMostAddedEmitters, "added nozzles");
  require([](const Command& c) { return !materialAddedBy(c).empty(); }, materials.size(), kMostMaterials,
          "materials");
}

void World::replay(const std::vector<LoggedCommand>& log) {
  State& s = *state_;
  s.requireValidInOrder(log);
  std::vector<LoggedCommand> read;
  for (const LoggedCommand& l : log) {
    if (l.step < s.stepIndex)
      throw InputError(
          fmt::format("cannot replay a command of step {}: the world is at step {}", l.step, s.stepIndex));
    read.push_back({l.step, withMeshRead(l.command, *s.meshes)});
  }
  s.scheduled.insert(s.scheduled.end(), read.begin(), read.end());
  std::stable_sort(s.scheduled.begin(), s.scheduled.end(),
                   [](const LoggedCommand& a, const LoggedCommand& b) { return a.step < b.step; });
}

const std::vector<LoggedCommand>& World::commandLog() const { return state_->log; }

float World::value(std::string_view target) const {
  const State& s = *state_;
  TargetScope scope = s.scope();
  scope.bodiesToCome = scope.emittersToCome = {1, 0};
  const Target t = resolveTarget(target, scope);
  switch (t.kind) {
    case Target::Kind::AllMaterials:
      return s.materials.front().values[t.row];
    case Target::Kind::OneMaterial:
      if (t.field == TargetField::None) return s.materials[t.object].values[t.row];
      if (t.field == TargetField::MaterialLookNumber) return s.lookNumber(t, target);
      break;
    case Target::Kind::World:
      return s.settings.*kWorldParameters[t.row].member;
    case Target::Kind::Body:
      return s.bodyValue(t, target);
    default:
      break;
  }
  switch (t.field) {
    case TargetField::EmitterEnabled:
      return s.emitters[t.object].spec().enabled ? 1.f : 0.f;
    case TargetField::EmitterSpeed:
      return s.emitters[t.object].spec().speed;
    case TargetField::EmitterRadius:
      return s.emitters[t.object].spec().radius;
    case TargetField::EmitterMaterial:
      return s.emitters[t.object].spec().material;
    default:
      throw InputError(fmt::format("{} is not one number", target));
  }
}

void World::applyCommands() {
  State& s = *state_;
  s.keepFrameStart();
  s.changed |= s.applyDueCommands();
}

bool World::State::applyDueCommands() {
  bool any = false;
  constexpr double kRounding = 1e-9;  // a step boundary computed as a fraction of a frame
  for (; timelineDone < spec.timeline.size() && spec.timeline[timelineDone].time <= time() + kRounding;
       ++timelineDone, any = true)
    apply(spec.timeline[timelineDone].command);
  if (retaken && substepsDone > 0) return any;  // they wait for the next frame (roll_back.cpp)
  const auto applyAndLog = [&](const Command& c) {
    apply(c);
    log.push_back({stepIndex, c});
    any = true;
  };
  while (!scheduled.empty() && scheduled.front().step <= stepIndex) {
    applyAndLog(scheduled.front().command);
    scheduled.pop_front();
  }
  for (const Command& c : submitted) applyAndLog(c);
  submitted.clear();
  return any;
}

void World::State::apply(const Command& command) {
  const Target t = resolveTarget(command.target, scope());
  if (isTakenBack(t)) return edit(t, command);
  switch (t.kind) {
    case Target::Kind::AllMaterials:
      for (MaterialDefinition& m : materials) m.values[t.row] = command.values[0];
      return applySettings();
    case Target::Kind::OneMaterial:
      return applyToMaterial(t, command);
    case Target::Kind::World:
      settings.*kWorldParameters[t.row].member = command.values[0];
      return applySettings();
    case Target::Kind::Emitter:
      return applyToEmitter(t, command.values);
    case Target::Kind::Body:
      return applyToBody(t, command.values);
    case Target::Kind::Deed:
      return carryOut(t, command.values);
  }
}

void World::State::carryOut(const Target& target, std::span<const float> values) {
  const auto place = [&] { return Vec3(values[0], values[1], values[2]); };
  switch (target.field) {
    case TargetField::Grab:
      return hand.grab(*method->view().particles, place(), values[3]);
    case TargetField::Carry:
      return hand.carry(place());
    case TargetField::LetGo:
      hand = {};
      return;
    case TargetField::Push:
      push = Push(place(), values[3], values[4]);
      return;
    case TargetField::TakeBack:
      return takeBack(static_cast<std::uint64_t>(values[0]));
    default:
      return;
  }
}

}  // namespace ooze
