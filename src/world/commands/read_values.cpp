// Reads the present values of targets.
#include "ooze/base/error.h"

#include "world/commands/pair_rows.h"
#include "world/commands/settings.h"
#include "world/state.h"

#include <algorithm>
#include <fmt/format.h>

namespace ooze {
namespace {

/// Resolves a target among the bodies, nozzles and other things that exist now. Bodies and nozzles that
/// waiting commands will add are not found.
/// @throws InputError if the target names nothing that exists, or is otherwise invalid for resolveTarget()
Target present(std::string_view target, TargetScope scope) {
  scope.bodiesToCome = scope.emittersToCome = {1, 0};
  return resolveTarget(target, scope);
}

}  // namespace

/// Returns true if setting the row also changes the row's `alsoChanges` keys; for a control, only keyframes
/// can be changed.
bool World::State::alsoChanges(const TargetRow& row, std::string_view name) const {
  const std::vector<Control>& list = controls.list();
  return !row.is<Control>() || std::any_of(list.begin(), list.end(),
                                           [&](const Control& c) { return c.name == name && c.isKeyed(); });
}

std::optional<TargetValue> World::State::read(const Target& target) const {
  const TargetRow& row = *target.row;
  if (row.adds == TargetRow::Adds::Control) return TargetValue{{}, controls.textOf(target.object)};
  if (target.object == Target::kNotThere) return {};
  if (row.reads<MaterialDefinition>())
    return row.read(row.group == methodRow->key ? materials[0] : materials[target.object]);
  if (row.reads<EmitterSpec>()) return row.read(emitters.list()[target.object].spec());
  if (row.reads<Control>()) return row.read(controls.list()[target.object]);
  if (row.reads<PairCurve>()) return row.read(pairCurveOf(*target.pair, scope()));
  if (row.reads<BodyValues>()) return row.read(valuesOf(bodies.list()[target.object]));
  if (row.reads<WorldNumbers>()) return row.read(toValues<WorldSettings>(kWorldParameters, settings));
  return {};
}

float World::value(std::string_view target) const {
  const Target t = present(target, state_->scope());
  const std::optional<TargetValue> value = state_->read(t);
  const std::string_view otherwise = t.row->otherwise;
  if (value && value->numbers.size() == 1) return value->numbers[0];
  if (value && !otherwise.empty())
    throw InputError(fmt::format("{} is not set: {} value holds", target, otherwise));
  throw InputError(fmt::format("{} is not a single number", target));
}

std::vector<Command> World::valuesBefore(const Command& command) const {
  if (effectOf(command.target) == CommandEffect::Event) return {};
  const State& s = *state_;
  std::vector<Command> before;
  const auto add = [&](const std::string& target) -> const TargetRow* {
    try {
      const Target t = present(target, s.scope());
      if (std::optional<TargetValue> value = s.read(t))
        before.push_back({target, std::move(value->numbers), std::move(value->text)});
      return t.row;
    } catch (const InputError&) {
      return nullptr;  // the thing that the target names does not exist
    }
  };
  for (const std::string& single : expandTarget(command.target, s.spec.method, s.materials.list())) {
    const std::string target = enclosingSetting(single, s.spec.method);
    const TargetName name = parseTarget(target);
    if (const TargetRow* row = add(target))
      for (const std::string_view key : row->alsoChanges)
        if (!key.empty() && s.alsoChanges(*row, name.name))
          add(TargetName{name.group, name.name, key}.text());
  }
  return before;
}

}  // namespace ooze
