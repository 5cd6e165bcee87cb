// Commands and settings as text.
#include "ooze/base/error.h"

#include "base/utf8.h"
#include "world/commands/command_rows.h"
#include "world/commands/command_scope.h"
#include "world/commands/pair_settings.h"
#include "world/commands/setting_names.h"
#include "world/commands/setting_rows.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace ooze {
namespace {

/// A group of settings: the first word of their text.
struct SettingGroup {
  std::string_view word;
  SettingOwner owner;
};
constexpr std::array kGroups{SettingGroup{"material", SettingOwner::Material},
                             SettingGroup{"world", SettingOwner::World},
                             SettingGroup{"emitter", SettingOwner::Emitter},
                             SettingGroup{"body", SettingOwner::Body},
                             SettingGroup{"control", SettingOwner::Control},
                             SettingGroup{"pair", SettingOwner::Pair},
                             SettingGroup{"pair_solids", SettingOwner::PairSolids},
                             SettingGroup{"pair_solid", SettingOwner::PairSolid}};

/// Checks that a text has as many numbers as the command takes, and a text if the command takes one.
void requireCount(const CommandText& text, const CommandRow& row) {
  const std::string_view target = shortened(text.target, kMaxQuotedBytes);
  std::size_t least = 0, most = 0;
  for (const CommandField& f : row.fields) {
    most += f.count;
    if (!f.optional) least += f.count;
  }
  const std::size_t count = text.values.size();
  if (count != 0 && most == 0)
    throw InputError(
        fmt::format("{} {} and takes no numbers", target, row.takesText ? "needs a text" : "is an action"));
  if (count != least && count != most) {
    std::string fields;
    for (const CommandField& f : row.fields)
      fields += fmt::format("{}{}{}{}", fields.empty() ? "" : ", ", f.name,
                            f.count > 1 ? fmt::format(" ({})", f.count) : "", f.optional ? " if given" : "");
    const std::string numbers =
        least == most ? fmt::format("{}", most) : fmt::format("{} or {}", least, most);
    throw InputError(fmt::format("{} takes {} number{}, not {}: {}", target, numbers, most == 1 ? "" : "s",
                                 count, fields));
  }
  if (row.takesText && text.text.empty()) throw InputError(fmt::format("{} needs a text", target));
  if (!row.takesText && !text.text.empty()) throw InputError(fmt::format("{} takes no text", target));
}

}  // namespace

std::string_view wordOf(SettingOwner owner) {
  const auto group =
      std::find_if(kGroups.begin(), kGroups.end(), [&](const SettingGroup& g) { return g.owner == owner; });
  return group == kGroups.end() ? std::string_view() : group->word;
}

std::string SettingName::text() const {
  if (owner == SettingOwner::EveryMaterial) return key.empty() ? name : fmt::format("{}.{}", name, key);
  const std::string_view word = wordOf(owner);
  if (key.empty() && !name.empty()) return fmt::format("{}.{}", word, name);
  return name.empty() ? fmt::format("{}.{}", word, key) : fmt::format("{}.{}.{}", word, name, key);
}

SettingName parseSetting(std::string_view text) {
  const auto dot = text.find('.');
  if (dot == std::string_view::npos) return {SettingOwner::EveryMaterial, std::string(text), {}};
  const std::string_view word = text.substr(0, dot), tail = text.substr(dot + 1);
  const auto group =
      std::find_if(kGroups.begin(), kGroups.end(), [&](const SettingGroup& g) { return g.word == word; });
  if (group == kGroups.end()) return {SettingOwner::EveryMaterial, std::string(word), std::string(tail)};
  if (group->owner == SettingOwner::World) return {group->owner, {}, std::string(tail)};
  if (isPair(group->owner)) {
    const auto [name, key] = splitPair(tail);
    return {group->owner, std::string(name), std::string(key)};
  }
  const std::size_t end = tail.rfind('.');
  if (end == std::string_view::npos) return {group->owner, std::string(tail), {}};
  return {group->owner, std::string(tail.substr(0, end)), std::string(tail.substr(end + 1))};
}

SettingValue::SettingValue(const Pose& pose)
    : numbers{pose.position.x,    pose.position.y,    pose.position.z,   pose.orientation.w,
              pose.orientation.x, pose.orientation.y, pose.orientation.z} {}

SettingValue::SettingValue(std::optional<float> number) {
  if (number) numbers = {*number};
}

std::optional<float> SettingValue::own() const {
  return numbers.empty() ? std::nullopt : std::optional(numbers[0]);
}

Pose SettingValue::pose() const { return {vector(), Quat(numbers[3], numbers[4], numbers[5], numbers[6])}; }

void requireShortTarget(std::string_view target) {
  if (target.size() > 4 * kMaxQuotedBytes)
    throw InputError(fmt::format("unknown target {}", quoteText(target)));
}

Command parseCommand(const CommandText& text) {
  requireShortTarget(text.target);
  std::string name;
  const CommandRow* row = findCommandRow(text.target, &name);
  if (!row) return SetValue{parseSetting(text.target), SettingValue(text.values, text.text)};
  requireCount(text, *row);
  return row->parse(text, name);
}

CommandText textOf(const Command& command) {
  if (const auto* set = std::get_if<SetValue>(&command))
    return {set->setting.text(), set->value.numbers, set->value.text};
  if (const auto* action = std::get_if<DoMethodAction>(&command)) return {action->key};
  return findCommandRow(command)->print(command);
}

std::string targetOf(const Command& command) {
  if (const auto* set = std::get_if<SetValue>(&command)) return set->setting.text();
  return textOf(command).target;
}

CommandEffect effectOf(const Command& command) {
  const auto* set = std::get_if<SetValue>(&command);
  if (!set) {
    const CommandRow* row = findCommandRow(command);
    return row ? row->effect : CommandEffect::Event;
  }
  const SettingName& s = set->setting;
  const SettingRow* row = findSettingRow(fixedSettingRows(), s);
  if (!row) return CommandEffect::Setting;
  // A restarted world has no added bodies and nozzles.
  const bool ofRun = (s.owner == SettingOwner::Body && isAddedBodyName(s.name)) ||
                     (s.owner == SettingOwner::Emitter && isAddedEmitterName(s.name));
  return ofRun && row->effect == CommandEffect::Setting ? CommandEffect::State : row->effect;
}

Command parseAssignment(std::string_view text, std::string_view method) {
  const auto equals = text.find('=');
  const std::string_view key = text.substr(0, equals);
  const auto bad = [&] {
    return InputError(fmt::format("{} is not KEY=VALUE or KEY=X,Y,Z", quoteText(text)));
  };
  const CommandRow* row = findCommandRow(key);
  if (row && row->isAction())
    throw InputError(fmt::format(
        "{} is an action and takes no value; a scene's timeline does it: {{\"time\": 0, \"do\": \"{}\"}}",
        key, key));
  if (equals == std::string_view::npos || equals == 0) throw bad();
  const SettingRow* setting = findSettingRow(fixedSettingRows(), parseSetting(key));
  if ((row && row->takesText) || (setting && setting->isText()))
    throw InputError(fmt::format("{} takes a text, which KEY=VALUE cannot give", key));
  CommandText command;
  command.target = key;
  if (key.find('.') == std::string_view::npos) command.target = fmt::format("{}.{}", method, key);
  std::string_view rest = text.substr(equals + 1);
  if (command.target == "world.substeps" && rest == "auto") rest = "0";
  while (true) {
    const std::string_view word = rest.substr(0, rest.find(','));
    float value = 0.f;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc::result_out_of_range)
      throw InputError(fmt::format("{}: {} is too large or too small", key, quoteText(word)));
    if (error != std::errc() || end != word.data() + word.size())
      throw InputError(fmt::format("{}: {} is not a number", key, quoteText(word)));
    command.values.push_back(value);
    rest.remove_prefix(word.size());
    if (rest.empty()) return parseCommand(command);
    rest.remove_prefix(1);
  }
}

std::string_view withoutSpaces(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r";
  text.remove_prefix(std::min(text.find_first_not_of(kSpaces), text.size()));
  return text.substr(0, text.find_last_not_of(kSpaces) + 1);
}

void forEachAssignment(std::string_view text, FunctionRef<void(std::string_view, std::string_view)> visit) {
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = withoutSpaces(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + 1));
    if (line.empty()) continue;
    try {
      const std::size_t equals = line.find('=');
      if (equals == std::string_view::npos)
        throw InputError(fmt::format("{} is not key = value", quoteText(line)));
      visit(withoutSpaces(line.substr(0, equals)), withoutSpaces(line.substr(equals + 1)));
    } catch (const InputError& e) {
      throw InputError(fmt::format("line {}: {}", number, e.what()));
    }
  }
}

}  // namespace ooze
