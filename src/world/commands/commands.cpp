#include "world/commands/commands.h"

#include "ooze/base/error.h"
#include "ooze/world/control_text.h"

#include "world/commands/command_scope.h"
#include "world/commands/pair_settings.h"
#include "world/commands/settings.h"
#include "world/guard/record_validation.h"
#include "world/history/record_serialization.h"
#include "world/state.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace ooze {
namespace {

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

}  // namespace

void CommandQueue::schedule(std::vector<LoggedCommand> commands) {
  scheduled_.insert(scheduled_.end(), std::make_move_iterator(commands.begin()),
                    std::make_move_iterator(commands.end()));
  std::stable_sort(scheduled_.begin(), scheduled_.end(),
                   [](const LoggedCommand& a, const LoggedCommand& b) { return a.step < b.step; });
}

bool CommandQueue::applyDue(std::uint64_t step, FunctionRef<void(const Command&)> apply) {
  bool any = false;
  const auto applyAndLog = [&](const Command& c) {
    apply(c);
    log_.push_back({step, c});
    any = true;
  };
  while (!scheduled_.empty() && scheduled_.front().step <= step) {
    applyAndLog(scheduled_.front().command);
    scheduled_.pop_front();
  }
  for (const Command& c : submitted_) applyAndLog(c);
  submitted_.clear();
  return any;
}

std::vector<LoggedCommand> CommandQueue::withWaiting(std::uint64_t step) const {
  std::vector<LoggedCommand> all = log_;
  all.insert(all.end(), scheduled_.begin(), scheduled_.end());
  for (const Command& c : submitted_) all.push_back({step, c});
  return all;
}

void CommandQueue::requeueSince(std::uint64_t logged) {
  const auto first = log_.begin() + static_cast<std::ptrdiff_t>(logged);
  std::vector<Command> again;
  for (auto c = first; c != log_.end(); ++c) again.push_back(std::move(c->command));
  log_.erase(first, log_.end());
  submitted_.insert(submitted_.begin(), std::make_move_iterator(again.begin()),
                    std::make_move_iterator(again.end()));
}

void CommandQueue::save(ByteWriter& out, std::uint64_t step) const {
  saveCommands(out, log_);
  saveCommands(out, scheduled_);
  std::vector<LoggedCommand> waiting;
  for (const Command& c : submitted_) waiting.push_back({step, c});
  saveCommands(out, waiting);
}

void CommandQueue::restore(ByteReader& in, std::uint64_t step) {
  log_ = restoreCommands<std::vector<LoggedCommand>>(in);
  // Logged commands were applied at or before this step.
  validateSave(isInOrder(log_) && (log_.empty() || log_.back().step <= step));
  scheduled_ = restoreCommands<std::deque<LoggedCommand>>(in);
  submitted_.clear();
  for (LoggedCommand& c : restoreCommands<std::vector<LoggedCommand>>(in))
    submitted_.push_back(std::move(c.command));
  validateSave(isInOrder(scheduled_));
}

CommandScope World::State::scope() const {
  CommandScope scope{*methodRow, materials.list()};
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
  CommandScope scope = s.scope();
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
  if (const auto* fill = std::get_if<FillMesh>(&read))
    (void)meshSeeds(*fill, newParticleBudget(s.spec, *s.method), s.edited());
  s.commands.submit(std::move(read));
}

void World::State::requireRoom(const Command& command) const {
  const std::vector<Command>& submitted = commands.submitted();
  const auto require = [&](std::size_t present, std::size_t most, std::string_view things, const auto& adds) {
    if (!adds(command)) return;
    const auto waiting = std::count_if(submitted.begin(), submitted.end(), adds);
    if (present + static_cast<std::size_t>(waiting) >= most)
      throw InputError(fmt::format("{}: there are {} {} already", targetOf(command), most, things));
  };
  require(bodies.added(), kMaxAddedBodies, "added bodies", [](const Command& c) {
    return std::holds_alternative<AddBody>(c) || std::holds_alternative<AddMeshBody>(c);
  });
  require(emitters.added(), kMaxAddedEmitters, "added nozzles",
          [](const Command& c) { return std::holds_alternative<AddEmitter>(c); });
  require(materials.size(), kMaxMaterials, "materials",
          [](const Command& c) { return std::holds_alternative<AddMaterial>(c); });
  const auto setsControl = [](const Command& c) {
    const auto* set = std::get_if<SetValue>(&c);
    return set && set->setting.owner == SettingOwner::Control && set->setting.key == "whole";
  };
  if (!setsControl(command)) return;
  const SetValue& set = std::get<SetValue>(command);
  if (set.value.text != kNoControl && resolve(set.setting, scope()).object == ResolvedSetting::kNotThere)
    require(controls.list().size(), kMaxControls, "controls", setsControl);
}

void World::State::requireTakeable(const Command& command) const {
  const auto* undo = std::get_if<UndoEvent>(&command);
  if (!undo) return;
  const std::vector<Command>& submitted = commands.submitted();
  const auto waiting =
      std::count_if(submitted.begin(), submitted.end(), [](const Command& c) { return isUndoableEvent(c); });
  events.requireTakeable(undo->number, static_cast<std::uint64_t>(waiting));
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
  return {spec, threads, *method, *meshes, materials, emitters, bodies, speeds, poured};
}

const std::vector<LoggedCommand>& World::commandLog() const { return state_->commands.log(); }

std::vector<LoggedCommand> World::commandsWithWaiting() const {
  return state_->commands.withWaiting(state_->clock.step());
}

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

/// Applies one command: a function for each type.
struct World::State::Apply {
  State& s;

  void operator()(const SetValue& c) const {
    std::optional<ResolvedSetting> found;
    try {
      found = resolve(c.setting, s.scope());
    } catch (const InputError&) {
      // A control may have been removed or replaced since the command was checked.
      if (c.setting.owner != SettingOwner::Control) throw;
      return;
    }
    set(c, *found);
  }

  void set(const SetValue& c, const ResolvedSetting& found) const {
    const SettingRow& row = *found.row;
    if (row.isWhole) return s.controls.set(c.setting.name, controlIn(c, s.scope()).get());
    if (found.object == ResolvedSetting::kNotThere) return;  // the thing was undone since, or never added
    if (row.is<MaterialDefinition>()) {
      s.materials.write(found, c.value);
      if (row.recolours)
        s.method->recolour(static_cast<std::uint16_t>(found.object), s.materials[found.object].colour);
      if (row.parameter) s.applySettings();
    } else if (row.is<EmitterSpec>()) {
      s.emitters.write(found, c.value, s.materials.size());
      if (row.key == "enabled") s.poured.endRun();
    } else if (row.is<Control>()) {
      s.controls.write(found, c.value);
    } else if (row.is<PairCurve>()) {
      if (s.materials.writePair(found, c.value, s.scope())) s.applySettings();
    } else if (row.is<BodyValues>()) {
      s.bodies.write(found, c.value);
      s.speeds.allow(s.bodies.list());
    } else {
      WorldNumbers values = toValues<WorldSettings>(kWorldParameters, s.settings);
      row.write(values, c.value);
      s.settings = fromValues<WorldSettings>(kWorldParameters, values);
      s.applySettings();
    }
  }

  void operator()(const AddMaterial& c) const {
    if (s.materials.add(c)) s.applySettings();
  }
  void operator()(const PullBody& c) const {
    if (s.bodies.pull(c.body, Pull{c.point, c.to})) s.speeds.allow(s.bodies.list());
  }
  void operator()(const ReleaseBody& c) const {
    if (s.bodies.pull(c.body, std::nullopt)) s.speeds.allow(s.bodies.list());
  }
  void operator()(const GrabLiquid& c) const { s.hand.grab(*s.method->view().particles, c.centre, c.radius); }
  void operator()(const CarryLiquid& c) const { s.hand.carry(c.to); }
  void operator()(const ReleaseLiquid&) const { s.hand = {}; }
  void operator()(const PushLiquid& c) const { s.push = Push(c.centre, c.radius, c.acceleration); }
  void operator()(const UndoEvent& c) const {
    s.events.revert(c.number, s.clock.sinceFrameBegan(), s.edited());
  }
  template <class Event>
  void operator()(const Event& c) const {
    s.events.run(c, s.edited());
  }
};

void World::State::apply(const Command& command) {
  sleep.wake();
  const std::uint64_t before = particleCount();
  const auto placements = SolidEntry::placementsOf(bodies.list());
  std::visit(Apply{*this}, command);
  entry.begin(placements, bodies.list(), *method->view().particles, gravity(),
              spec.methodSettings.interactionRadius);
  balance.countEdit(before, particleCount(), std::holds_alternative<UndoEvent>(command));
}

namespace {

/// Resolves a setting among the bodies, nozzles and other things that exist now. Bodies and nozzles that
/// waiting commands will add are not found.
/// @throws InputError if the setting is of nothing that exists, or is otherwise invalid for resolve()
ResolvedSetting present(const SettingName& setting, CommandScope scope) {
  scope.bodiesToCome = scope.emittersToCome = {1, 0};
  return resolve(setting, scope);
}

}  // namespace

/// Returns true if setting the row also changes the row's `alsoChanges` keys; for a control, only keyframes
/// can be changed.
bool World::State::alsoChanges(const SettingRow& row, std::string_view name) const {
  const std::vector<Control>& list = controls.list();
  return !row.is<Control>() || std::any_of(list.begin(), list.end(),
                                           [&](const Control& c) { return c.name == name && c.isKeyed(); });
}

std::optional<SettingValue> World::State::read(const ResolvedSetting& setting) const {
  const SettingRow& row = *setting.row;
  const std::size_t i = setting.object;
  if (row.isWhole) return SettingValue(controls.textOf(i));
  if (i == ResolvedSetting::kNotThere) return {};
  if (row.reads<MaterialDefinition>())
    return row.read(materials[row.owner == SettingOwner::EveryMaterial ? 0 : i]);
  if (row.reads<EmitterSpec>()) return row.read(emitters.list()[i].spec());
  if (row.reads<Control>()) return row.read(controls.list()[i]);
  if (row.reads<PairCurve>()) return row.read(pairCurveOf(*setting.pair, scope()));
  if (row.reads<BodyValues>()) return row.read(valuesOf(bodies.list()[i]));
  if (row.reads<WorldNumbers>()) return row.read(toValues<WorldSettings>(kWorldParameters, settings));
  return {};
}

float World::value(std::string_view setting) const {
  if (findCommandRow(setting)) throw InputError(fmt::format("{} is not a single number", setting));
  const ResolvedSetting found = present(parseSetting(setting), state_->scope());
  const std::optional<SettingValue> value = state_->read(found);
  const std::string_view otherwise = found.row->otherwise;
  if (value && value->numbers.size() == 1) return value->number();
  if (value && !otherwise.empty())
    throw InputError(fmt::format("{} is not set: {} value holds", setting, otherwise));
  throw InputError(fmt::format("{} is not a single number", setting));
}

SettingValue World::settingValue(std::string_view setting) const {
  if (findCommandRow(setting)) throw InputError(fmt::format("{} is a command, not a setting", setting));
  std::optional<SettingValue> value = state_->read(present(parseSetting(setting), state_->scope()));
  if (!value) throw InputError(fmt::format("{} cannot be read", setting));
  return std::move(*value);
}

std::vector<Command> World::valuesBefore(const Command& command) const {
  const auto* set = std::get_if<SetValue>(&command);
  if (!set) return {};
  const State& s = *state_;
  std::vector<Command> before;
  const auto add = [&](const SettingName& setting) -> const SettingRow* {
    try {
      const ResolvedSetting found = present(setting, s.scope());
      if (std::optional<SettingValue> value = s.read(found))
        before.push_back(SetValue{setting, std::move(*value)});
      return found.row;
    } catch (const InputError&) {
      return nullptr;  // the thing that the setting names does not exist
    }
  };
  for (const SettingName& single : expandSetting(set->setting, s.spec.method, s.materials.list())) {
    const SettingName setting = enclosingSetting(single, s.spec.method);
    if (const SettingRow* row = add(setting))
      for (const std::string_view key : row->alsoChanges)
        if (!key.empty() && s.alsoChanges(*row, setting.name))
          add({setting.owner, setting.name, std::string(key)});
  }
  return before;
}

}  // namespace ooze
