// Rows of the target table for nozzles: emitter.NAME.KEY.
#include "liquid/nozzle_times.h"
#include "world/commands/command_scope.h"
#include "world/commands/setting_rows.h"

namespace ooze::command_table {
namespace {

using EmitterAccess = SettingAccess<EmitterSpec>;

constexpr AllowedRange kTime{0.f, static_cast<float>(kNeverStops)};

/// Nozzles that both follow keyframes are not compared, because they move all the time.
bool stand(const EmitterSpec& a, const EmitterSpec& b) { return a.keys.empty() || b.keys.empty(); }

// A nozzle moved by a command no longer follows its keyframes.
void writePosition(EmitterSpec& e, std::size_t, const SettingValue& v) {
  e.keys.clear();
  e.position = v.vector();
}
void writeDirection(EmitterSpec& e, std::size_t, const SettingValue& v) {
  e.keys.clear();
  e.direction = glm::normalize(v.vector());
}

}  // namespace

std::vector<SettingRow> emitterSettings() {
  return {
      {.key = "enabled",
       .label = "Flow",
       .edit = "Open {}",
       .editOff = "Close {}",
       .effect = CommandEffect::State,
       .range = kSwitch,
       .access = accessTo<&EmitterSpec::enabled>(nullptr)},
      {.key = "stop",
       .label = "Stop",
       .unit = "s",
       .effect = CommandEffect::State,
       .range = kTime,
       .access = accessTo<&EmitterSpec::stop>(nullptr)},
      {.key = "speed",
       .label = "Speed",
       .unit = "m/s",
       .scale = Scale::Logarithmic,
       .range = kNozzleSpeed,
       .sweepable = true,
       .access = accessTo<&EmitterSpec::speed>()},
      {.key = "radius",
       .label = "Radius",
       .unit = "m",
       .scale = Scale::Logarithmic,
       .range = kNozzleRadius,
       .sweepable = true,
       .access = accessTo<&EmitterSpec::radius>()},
      {.key = "position",
       .label = "Place",
       .unit = "m",
       .count = 3,
       .range = kPlace,
       .access = EmitterAccess{readMember<&EmitterSpec::position>, writePosition, stand}},
      {.key = "direction",
       .label = "Direction",
       .count = 3,
       .range = kUnit,
       .check = [](const SetValue& c, const CommandScope&) { requireDirection(c, c.value.vector()); },
       .access = EmitterAccess{readMember<&EmitterSpec::direction>, writeDirection, stand}},
      {.key = "material",
       .label = "Material",
       .range = kIndex,
       .check = [](const SetValue& c, const CommandScope& s) { requireMaterial(c, s, c.value.number()); },
       .access = accessTo<&EmitterSpec::material>()},
  };
}

}  // namespace ooze::command_table
