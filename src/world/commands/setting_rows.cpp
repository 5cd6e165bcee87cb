#include "world/commands/setting_rows.h"

#include "ooze/world/world.h"

#include "world/commands/pair_settings.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace ooze {
namespace {

// Indices out of range, before a world exists, read no number and write nothing.
SettingValue read(const std::vector<float>& values, std::size_t i) {
  return i < values.size() ? SettingValue(values[i]) : SettingValue();
}
void write(std::vector<float>& values, std::size_t i, const SettingValue& v) {
  if (i < values.size()) values[i] = v.number();
}

/// Makes the row of a parameter.
SettingRow rowOf(const ParameterInfo& info, SettingOwner owner, std::size_t place) {
  SettingRow row{.owner = owner,
                 .key = info.key,
                 .label = info.label,
                 .symbol = info.symbol,
                 .unit = info.unit == "1" ? std::string_view() : info.unit,
                 .scale = info.scale,
                 .sweepable = true,
                 .parameter = &info,
                 .place = place};
  row.range = {info.lower, info.upper};
  return row;
}

SettingRow materialRow(const ParameterInfo& info, SettingOwner owner, std::size_t place) {
  SettingRow row = rowOf(info, owner, place);
  row.access = SettingAccess<MaterialDefinition>{
      [](const MaterialDefinition& m, std::size_t i) { return read(m.values, i); },
      [](MaterialDefinition& m, std::size_t i, const SettingValue& v) { write(m.values, i, v); },
      always<MaterialDefinition>};
  return row;
}

SettingRow worldRow(const ParameterInfo& info, std::size_t place) {
  SettingRow row = rowOf(info, SettingOwner::World, place);
  row.access = SettingAccess<WorldNumbers>{read, write, always<WorldNumbers>};
  return row;
}

/// Returns all rows in the order in which differences are listed: materials, world settings, things, pairs.
std::vector<SettingRow> rowsOf(const MethodRow& method, std::deque<std::string>& words) {
  const std::vector<ParameterInfo>& parameters = method.parameters();
  std::vector<SettingRow> rows;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    rows.push_back(materialRow(parameters[i], SettingOwner::Material, i));
  const std::span<const SettingRow> fixed = fixedSettingRows();
  rows.insert(rows.end(), fixed.begin(), fixed.end());
  for (std::size_t i = 0; i < parameters.size(); ++i)
    rows.push_back(materialRow(parameters[i], SettingOwner::EveryMaterial, i));
  std::vector<SettingRow> pairs = pairRows(method, words);
  std::move(pairs.begin(), pairs.end(), std::back_inserter(rows));
  return rows;
}

}  // namespace

std::span<const SettingRow> fixedSettingRows() {
  static const std::vector<SettingRow> rows = [] {
    std::vector<SettingRow> all;
    const auto add = [&](SettingOwner owner, std::vector<SettingRow> group) {
      for (SettingRow& row : group) row.owner = owner, all.push_back(std::move(row));
    };
    add(SettingOwner::Material, command_table::materialSettings());
    const std::vector<ParameterInfo>& world = worldParameters();
    for (std::size_t i = 0; i < world.size(); ++i) all.push_back(worldRow(world[i], i));
    add(SettingOwner::Emitter, command_table::emitterSettings());
    add(SettingOwner::Body, command_table::bodySettings());
    add(SettingOwner::Control, command_table::controlSettings());
    return all;
  }();
  return rows;
}

std::span<const SettingRow> settingRows(const MethodRow& method) {
  struct Table {
    const std::vector<ParameterInfo>* parameters;
    std::string_view key;
    std::deque<std::string> words;  ///< storage for keys and labels of rows
    std::vector<SettingRow> rows;

    explicit Table(const MethodRow& m) : parameters(&m.parameters()), key(m.key), rows(rowsOf(m, words)) {}
  };
  static std::mutex mutex;
  static std::vector<std::unique_ptr<const Table>> tables;  // each table is made on first use
  const std::lock_guard lock(mutex);
  const std::vector<ParameterInfo>* parameters = &method.parameters();
  for (const auto& t : tables)
    if (t->parameters == parameters && t->key == method.key) return t->rows;
  tables.push_back(std::make_unique<const Table>(method));
  return tables.back()->rows;
}

const SettingRow* findSettingRow(std::span<const SettingRow> rows, const SettingName& name) {
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const SettingRow& r) {
    return r.owner == name.owner && r.key == name.key;
  });
  return row == rows.end() ? nullptr : &*row;
}

const SettingRow* findSettingRow(const MethodRow& method, const SettingName& name) {
  if (name.owner == SettingOwner::EveryMaterial && name.name != method.key) return nullptr;
  return findSettingRow(settingRows(method), name);
}

}  // namespace ooze
