// Reads the present values of settings.
#include "ooze/base/error.h"

#include "world/commands/command_scope.h"
#include "world/commands/pair_settings.h"
#include "world/commands/settings.h"
#include "world/state.h"

#include <algorithm>
#include <fmt/format.h>

namespace ooze {
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
