#include "world/commands/target_rows.h"

#include "ooze/world/world.h"

#include "world/commands/pair_rows.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>

namespace ooze {
namespace {

// Indices out of range, before a world exists, read no number and write nothing.
TargetValue read(const std::vector<float>& values, std::size_t i) {
  return i < values.size() ? TargetValue{{values[i]}} : TargetValue{};
}
void write(std::vector<float>& values, std::size_t i, const Command& c) {
  if (i < values.size()) values[i] = c.values[0];
}

/// Makes the target row of a parameter.
TargetRow rowOf(const ParameterInfo& info, std::string_view group, std::size_t place) {
  TargetRow row{.group = group,
                .key = info.key,
                .label = info.label,
                .symbol = info.symbol,
                .unit = info.unit == "1" ? std::string_view() : info.unit,
                .scale = info.scale,
                .sweepable = true,
                .parameter = &info,
                .place = place};
  row.ranges[0] = {info.lower, info.upper};
  return row;
}

TargetRow materialRow(const ParameterInfo& info, std::string_view group, std::size_t place) {
  TargetRow row = rowOf(info, group, place);
  row.access = TargetAccess<MaterialDefinition>{
      [](const MaterialDefinition& m, std::size_t i) { return read(m.values, i); },
      [](MaterialDefinition& m, std::size_t i, const Command& c) { write(m.values, i, c); },
      always<MaterialDefinition>};
  return row;
}

TargetRow worldRow(const ParameterInfo& info, std::size_t place) {
  TargetRow row = rowOf(info, "world", place);
  row.access = TargetAccess<WorldNumbers>{read, write, always<WorldNumbers>};
  return row;
}

/// Returns all rows in the order in which differences are listed: materials, world settings, things, pairs.
std::vector<TargetRow> rowsOf(const MethodRow& method, std::deque<std::string>& words) {
  const std::vector<ParameterInfo>& parameters = method.parameters();
  std::vector<TargetRow> rows;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    rows.push_back(materialRow(parameters[i], "material", i));
  const std::span<const TargetRow> fixed = fixedRows();
  rows.insert(rows.end(), fixed.begin(), fixed.end());
  for (std::size_t i = 0; i < parameters.size(); ++i)
    rows.push_back(materialRow(parameters[i], method.key, i));
  std::vector<TargetRow> pairs = pairRows(method, words);
  std::move(pairs.begin(), pairs.end(), std::back_inserter(rows));
  return rows;
}

}  // namespace

std::span<const TargetRow> fixedRows() {
  static const std::vector<TargetRow> rows = [] {
    std::vector<TargetRow> all;
    const auto add = [&](std::span<const TargetRow> group) {
      all.insert(all.end(), group.begin(), group.end());
    };
    add(target_rows::materialRows());
    const std::vector<ParameterInfo>& world = worldParameters();
    for (std::size_t i = 0; i < world.size(); ++i) all.push_back(worldRow(world[i], i));
    add(target_rows::emitterRows());
    add(target_rows::bodyRows());
    add(target_rows::controlRows());
    add(target_rows::actionRows());
    return all;
  }();
  return rows;
}

std::span<const TargetRow> targetRows(const MethodRow& method) {
  struct Table {
    const std::vector<ParameterInfo>* parameters;
    std::string_view key;
    std::deque<std::string> words;  ///< storage for keys and labels of rows
    std::vector<TargetRow> rows;

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

const TargetRow* findTargetRow(std::span<const TargetRow> rows, const TargetName& name) {
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const TargetRow& r) {
    return r.group == name.group && r.key == name.key;
  });
  return row == rows.end() ? nullptr : &*row;
}

const TargetRow* findTargetRow(TargetField field) {
  if (field == TargetField::None) return nullptr;
  const std::span<const TargetRow> rows = fixedRows();
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const TargetRow& r) { return r.field == field; });
  return row == rows.end() ? nullptr : &*row;
}

}  // namespace ooze
