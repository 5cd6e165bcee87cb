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
  // Bodies that wait to be added can be named; others that are not there cannot.
  TargetScope scope = s.scope();
  const auto adds = [](const Command& c) { return c.target.starts_with("bodies.add_"); };
  const auto waiting = std::count_if(s.submitted.begin(), s.submitted.end(), adds);
  scope.addedBodies = s.added.size() + static_cast<std::size_t>(waiting);
  requireValid(command, scope);
  if (adds(command) && scope.addedBodies >= kMostAddedBodies)
    throw InputError(fmt::format("{}: there are {} added bodies already", command.target, kMostAddedBodies));
  s.submitted.push_back(command);
}

void World::replay(const std::vector<LoggedCommand>& log) {
  State& s = *state_;
  for (const LoggedCommand& l : log) {
    requireValid(l.command, s.scope());
    if (l.step < s.stepIndex)
      throw InputError(
          fmt::format("cannot replay a command of step {}: the world is at step {}", l.step, s.stepIndex));
  }
  s.scheduled.insert(s.scheduled.end(), log.begin(), log.end());
  std::stable_sort(s.scheduled.begin(), s.scheduled.end(),
                   [](const LoggedCommand& a, const LoggedCommand& b) { return a.step < b.step; });
}

const std::vector<LoggedCommand>& World::commandLog() const { return state_->log; }

float World::value(std::string_view target) const {
  const State& s = *state_;
  TargetScope scope = s.scope();
  scope.addedBodies = 0;
  const Target t = resolveTarget(target, scope);
  switch (t.kind) {
    case Target::Kind::AllMaterials:
      return s.materials.front().values[t.row];
    case Target::Kind::OneMaterial:
      return s.materials[t.object].values[t.row];
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
    default:
      throw InputError(fmt::format("{} is not one number", target));
  }
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
  switch (t.kind) {
    case Target::Kind::AllMaterials:
      for (MaterialDefinition& m : materials) m.values[t.row] = command.values[0];
      return applySettings();
    case Target::Kind::OneMaterial:
      materials[t.object].values[t.row] = command.values[0];
      return applySettings();
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

void World::State::applyToEmitter(const Target& target, std::span<const float> values) {
  EmitterSpec& e = emitters[target.object].spec();
  const auto vector = [&] { return Vec3(values[0], values[1], values[2]); };
  switch (target.field) {
    case TargetField::EmitterEnabled:
      emitters[target.object].setEnabled(values[0] >= 0.5f);
      break;
    case TargetField::EmitterSpeed:
      e.speed = values[0];
      break;
    case TargetField::EmitterRadius:
      e.radius = values[0];
      break;
    case TargetField::EmitterPosition:
      e.keys.clear();
      e.position = vector();
      break;
    case TargetField::EmitterDirection:
      e.keys.clear();
      e.direction = glm::normalize(vector());
      break;
    default:
      break;
  }
}

void World::State::carryOut(const Target& target, std::span<const float> values) {
  const auto place = [&] { return Vec3(values[0], values[1], values[2]); };
  switch (target.field) {
    case TargetField::AddSprings:
      method->addSprings(threads);
      break;
    case TargetField::RemoveSprings:
      method->removeSprings();
      break;
    case TargetField::Grab:
      hand.grab(*method->view().particles, place(), values[3]);
      break;
    case TargetField::Carry:
      hand.carry(place());
      break;
    case TargetField::LetGo:
      hand = {};
      break;
    case TargetField::RemoveAdded:
      removeAddedBodies();
      break;
    default:
      addBody({addedKind(target.field), values[3]}, place(), values[4]);
      break;
  }
}

}  // namespace ooze
