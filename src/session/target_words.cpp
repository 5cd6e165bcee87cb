#include "session/target_words.h"

#include "ooze/methods/method.h"
#include "ooze/world/world.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ooze {
namespace {

/// What emitters and bodies have, which is in no table of parameters.
struct Row {
  std::string_view group, key, label, unit;
};
constexpr std::array kRows{
    Row{"emitter", "enabled", "Flow", ""},           Row{"emitter", "speed", "Speed", "m/s"},
    Row{"emitter", "radius", "Radius", "m"},         Row{"emitter", "position", "Place", "m"},
    Row{"emitter", "direction", "Direction", ""},    Row{"emitter", "material", "Material", ""},
    Row{"body", "present", "Presence", ""},          Row{"body", "friction", "Friction", ""},
    Row{"body", "stickiness", "Stickiness", "1/s²"}, Row{"body", "stick_distance", "Stick distance", "m"},
    Row{"body", "position", "Place", "m"},           Row{"body", "density", "Density", "kg/m³"},
    Row{"body", "place", "Place and turn", "m"},     Row{"body", "scale", "Scale", ""},
    Row{"body", "velocity", "Velocity", "m/s"},      Row{"body", "angular_velocity", "Spin", "rad/s"},
};

TargetWords wordsOf(const ParameterInfo& row, std::string_view owner) {
  TargetWords words;
  words.label = owner.empty() ? std::string(row.label) : fmt::format("{} of {}", row.label, owner);
  words.symbol = row.symbol;
  words.unit = row.unit == "1" ? "" : row.unit;
  words.scale = row.scale;
  words.lower = row.lower;
  words.upper = row.upper;
  return words;
}

}  // namespace

std::string TargetWords::title() const {
  std::string text = label;
  if (!symbol.empty()) text += "  " + symbol;
  if (!unit.empty()) text += "  [" + unit + "]";
  return text;
}

TargetWords describeTarget(std::string_view target, std::string_view method) {
  const std::size_t first = target.find('.'), last = target.rfind('.');
  TargetWords unknown;
  unknown.label = target;
  if (first == std::string_view::npos) return unknown;
  const std::string_view head = target.substr(0, first), key = target.substr(last + 1);
  const std::string_view name =
      last > first ? target.substr(first + 1, last - first - 1) : std::string_view();
  const auto inTable = [&, name](const std::vector<ParameterInfo>& rows) {
    const std::size_t row = findParameter(rows, key);
    return row < rows.size() ? wordsOf(rows[row], name) : unknown;
  };
  if (head == "world") return inTable(worldParameters());
  if (head == method || head == "material") return inTable(findMethod(method).parameters());
  const auto row =
      std::find_if(kRows.begin(), kRows.end(), [&](const Row& r) { return r.group == head && r.key == key; });
  if (row == kRows.end()) return unknown;
  TargetWords words;
  words.label = fmt::format("{} of {}", row->label, name);
  words.unit = row->unit;
  return words;
}

}  // namespace ooze
