// Commands: checked when they come, applied at the next step boundary, logged.
#include "ooze/base/error.h"

#include "world/settings.h"
#include "world/state.h"
#include "world/targets.h"

#include <algorithm>
#include <fmt/format.h>

namespace ooze {

void World::submit(const Command& command) {
  State& s = *state_;
  requireValues(command, resolveTarget(command.target, *s.methodRow, s.materials, s.emitters), *s.methodRow);
  s.submitted.push_back(command);
}

void World::replay(const std::vector<LoggedCommand>& log) {
  State& s = *state_;
  for (const LoggedCommand& l : log) {
    requireValues(l.command, resolveTarget(l.command.target, *s.methodRow, s.materials, s.emitters),
                  *s.methodRow);
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
  const Target t = resolveTarget(target, *s.methodRow, s.materials, s.emitters);
  switch (t.kind) {
    case Target::Kind::AllMaterials:
      return s.materials.front().values[t.row];
    case Target::Kind::OneMaterial:
      return s.materials[t.object].values[t.row];
    case Target::Kind::World:
      return s.settings.*kWorldParameters[t.row].member;
    case Target::Kind::Emitter:
      break;
  }
  const EmitterSpec& e = s.emitters[t.object].spec();
  switch (t.field) {
    case EmitterField::Enabled:
      return e.enabled ? 1.f : 0.f;
    case EmitterField::Speed:
      return e.speed;
    case EmitterField::Radius:
      return e.radius;
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
  const Target t = resolveTarget(command.target, *methodRow, materials, emitters);
  const float value = command.values[0];
  switch (t.kind) {
    case Target::Kind::AllMaterials:
      for (MaterialDefinition& m : materials) m.values[t.row] = value;
      return applySettings();
    case Target::Kind::OneMaterial:
      materials[t.object].values[t.row] = value;
      return applySettings();
    case Target::Kind::World:
      settings.*kWorldParameters[t.row].member = value;
      return applySettings();
    case Target::Kind::Emitter:
      break;
  }
  EmitterSpec& e = emitters[t.object].spec();
  const auto vector = [&] { return Vec3(command.values[0], command.values[1], command.values[2]); };
  switch (t.field) {
    case EmitterField::Enabled:
      emitters[t.object].setEnabled(value >= 0.5f);
      break;
    case EmitterField::Speed:
      e.speed = value;
      break;
    case EmitterField::Radius:
      e.radius = value;
      break;
    case EmitterField::Position:
      e.keys.clear();
      e.position = vector();
      break;
    case EmitterField::Direction:
      e.keys.clear();
      e.direction = glm::normalize(vector());
      break;
  }
}

}  // namespace ooze
