// Commands of a world: validated when submitted, applied at the next step boundary, and logged.
#include "ooze/base/error.h"
#include "ooze/world/control_text.h"

#include "world/commands/settings.h"
#include "world/commands/targets.h"
#include "world/state.h"

#include <algorithm>
#include <fmt/format.h>

namespace ooze {

TargetScope World::State::scope() const {
  TargetScope scope{*methodRow, materials.list()};
  for (const Emitter& e : emitters.list()) scope.emitters.emplace_back(e.spec().name);
  for (const Body& b : bodies.list())
    scope.bodies.push_back({b.name, b.motion, b.solid.kind, {b.stickiness, b.stickDistance}});
  for (const Control& c : controls.list()) scope.controls.push_back(&c);
  scope.sceneControls = spec.controls;
  scope.settings = materials.settings();
  return scope;
}

void World::submit(const Command& command) {
  State& s = *state_;
  // A command may name things that waiting commands will add.
  TargetScope scope = s.scope();
  const std::size_t body = s.bodies.lastNumber();
  const std::size_t emitter = s.emitters.lastNumber();
  scope.bodiesToCome = {body + 1, body};
  scope.emittersToCome = {emitter + 1, emitter};
  for (const Command& waiting : s.commands.submitted()) scope.expect(waiting);
  requireValid(command, scope);
  s.requireRoom(command);
  s.requireTakeable(command);
  // The log holds whole pair functions, even if the command sets a part of one.
  Command read = resolveMeshFile(expandToWholeSetting(command, scope), *s.meshes);
  if (command.target == "liquid.add_mesh")
    (void)meshSeeds(read, newParticleBudget(s.spec, *s.method), s.edited());
  s.commands.submit(std::move(read));
}

void World::State::requireRoom(const Command& command) const {
  using Adds = TargetRow::Adds;
  const auto adds = [](const Command& c) {
    const TargetRow* row = findTargetRow(fixedRows(), parseTarget(c.target));
    return row ? row->adds : Adds::Nothing;
  };
  const Adds what = adds(command);
  const auto require = [&](std::size_t present, std::size_t most, std::string_view things) {
    const std::vector<Command>& submitted = commands.submitted();
    const auto waiting =
        std::count_if(submitted.begin(), submitted.end(), [&](const Command& c) { return adds(c) == what; });
    if (present + static_cast<std::size_t>(waiting) >= most)
      throw InputError(fmt::format("{}: there are {} {} already", command.target, most, things));
  };
  if (what == Adds::Body) require(bodies.added(), kMaxAddedBodies, "added bodies");
  if (what == Adds::Emitter) require(emitters.added(), kMaxAddedEmitters, "added nozzles");
  if (what == Adds::Material) require(materials.size(), kMaxMaterials, "materials");
  if (what == Adds::Control && command.text != kNoControl &&
      resolveTarget(command.target, scope()).object == Target::kNotThere)
    require(controls.list().size(), kMaxControls, "controls");
}

void World::State::requireTakeable(const Command& command) const {
  if (command.target != "edits.take_back") return;
  const std::vector<Command>& submitted = commands.submitted();
  const auto adds = [](const Command& c) { return isUndoableEvent(c.target); };
  const auto waiting = std::count_if(submitted.begin(), submitted.end(), adds);
  events.requireTakeable(command.values[0], static_cast<std::uint64_t>(waiting));
}

void World::replay(const std::vector<LoggedCommand>& log) {
  State& s = *state_;
  s.requireValidInOrder(log);
  std::vector<LoggedCommand> read;
  for (const LoggedCommand& l : log) {
    if (l.step < s.clock.step())
      throw InputError(
          fmt::format("cannot replay a command of step {}: the world is at step {}", l.step, s.clock.step()));
    read.push_back({l.step, resolveMeshFile(l.command, *s.meshes)});
  }
  s.commands.schedule(std::move(read));
}

EditedWorld World::State::edited() {
  return {spec, threads, *method, *meshes, materials, emitters, bodies, speeds};
}

const std::vector<LoggedCommand>& World::commandLog() const { return state_->commands.log(); }

void World::applyCommands() {
  State& s = *state_;
  s.keepFrameStart();
  s.changed |= s.applyDueCommands();
}

bool World::State::applyDueCommands() {
  bool any = false;
  constexpr double kRounding = 1e-9;  // tolerance: step boundaries are computed as fractions of a frame
  for (; timelineDone < spec.timeline.size() && spec.timeline[timelineDone].time <= clock.time() + kRounding;
       ++timelineDone, any = true)
    apply(spec.timeline[timelineDone].command);
  if (guard.isRepeatedFrame() && !clock.atFrameBoundary())
    return any;  // the commands wait for the next frame (frame_rollback.h)
  return commands.applyDue(clock.step(), [this](const Command& c) { apply(c); }) || any;
}

/// Returns nothing if the target is of a control that was removed or replaced since the command was checked.
std::optional<Target> World::State::targetNow(std::string_view target) const {
  if (parseTarget(target).group != "control") return resolveTarget(target, scope());
  try {
    return resolveTarget(target, scope());
  } catch (const InputError&) {
    return {};
  }
}

void World::State::apply(const Command& command) {
  sleep.wake();
  const std::optional<Target> found = targetNow(command.target);
  if (!found) return;
  const Target& t = *found;
  if (isUndoableEvent(t)) return events.runEvent(t, command, edited());
  if (t.field == TargetField::TakeBack)
    return events.revert(static_cast<std::uint64_t>(command.values[0]), clock.sinceFrameBegan(), edited());
  if (t.field == TargetField::MaterialAdd) {
    if (materials.add(command)) applySettings();
    return;
  }
  const TargetRow& row = *t.row;
  if (row.adds == TargetRow::Adds::Control)
    return controls.set(parseTarget(command.target).name, controlIn(command, scope()).get());
  if (t.object == Target::kNotThere) return;  // the thing was undone since, or never added
  if (row.is<MaterialDefinition>()) {
    materials.write(t, command);
    if (row.recolours) method->recolour(static_cast<std::uint16_t>(t.object), materials[t.object].colour);
    if (row.parameter) applySettings();
    return;
  }
  if (row.is<EmitterSpec>()) return emitters.write(t, command, materials.size());
  if (row.is<Control>()) return controls.write(t, command);
  if (row.is<PairCurve>()) {
    if (materials.writePair(t, command, scope())) applySettings();
    return;
  }
  if (row.is<BodyValues>()) {
    bodies.write(t, command);
    speeds.allow(bodies.list());
    return;
  }
  if (row.is<WorldNumbers>()) {
    WorldNumbers values = toValues<WorldSettings>(kWorldParameters, settings);
    row.write(values, command);
    settings = fromValues<WorldSettings>(kWorldParameters, values);
    return applySettings();
  }
  MouseTools tools{hand, push, *method->view().particles};
  row.write(tools, command);
}

}  // namespace ooze
