// Rows of the target table for nozzles: emitter.NAME.KEY.
#include "liquid/nozzle_times.h"
#include "world/commands/command_scope.h"
#include "world/commands/setting_rows.h"

namespace ooze::command_table {
namespace {

using EmitterAccess = SettingAccess<EmitterSpec>;

constexpr AllowedRange kTime{0.f, static_cast<float>(kNeverStops)};

template <float EmitterSpec::*member>
constexpr EmitterAccess numberOf() {
  return {[](const EmitterSpec& e, std::size_t) { return SettingValue(e.*member); },
          [](EmitterSpec& e, std::size_t, const SettingValue& v) { e.*member = v.number(); },
          always<EmitterSpec>};
}

/// Nozzles that both follow keyframes are not compared, because they move all the time.
bool stand(const EmitterSpec& a, const EmitterSpec& b) { return a.keys.empty() || b.keys.empty(); }

SettingValue readDirection(const EmitterSpec& e, std::size_t) { return SettingValue(e.direction); }

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

std::span<const SettingRow> emitterSettings() {
  static const std::vector<SettingRow> rows{
      {.owner = SettingOwner::Emitter,
       .key = "enabled",
       .label = "Flow",
       .edit = "Open {}",
       .editOff = "Close {}",
       .effect = CommandEffect::State,
       .range = kSwitch,
       .access = EmitterAccess{
           [](const EmitterSpec& e, std::size_t) { return SettingValue(e.enabled ? 1.f : 0.f); },
           [](EmitterSpec& e, std::size_t, const SettingValue& v) { e.enabled = v.isOn(); }}},
      {.owner = SettingOwner::Emitter,
       .key = "stop",
       .label = "Stop",
       .unit = "s",
       .effect = CommandEffect::State,
       .range = kTime,
       .access = EmitterAccess{
           [](const EmitterSpec& e, std::size_t) { return SettingValue(static_cast<float>(e.stop)); },
           [](EmitterSpec& e, std::size_t, const SettingValue& v) { e.stop = v.number(); }}},
      {.owner = SettingOwner::Emitter,
       .key = "speed",
       .label = "Speed",
       .unit = "m/s",
       .scale = Scale::Logarithmic,
       .range = kNozzleSpeed,
       .sweepable = true,
       .access = numberOf<&EmitterSpec::speed>()},
      {.owner = SettingOwner::Emitter,
       .key = "radius",
       .label = "Radius",
       .unit = "m",
       .scale = Scale::Logarithmic,
       .range = kNozzleRadius,
       .sweepable = true,
       .access = numberOf<&EmitterSpec::radius>()},
      {.owner = SettingOwner::Emitter,
       .key = "position",
       .label = "Place",
       .unit = "m",
       .count = 3,
       .range = kPlace,
       .access = EmitterAccess{[](const EmitterSpec& e, std::size_t) { return SettingValue(e.position); },
                               writePosition, stand}},
      {.owner = SettingOwner::Emitter,
       .key = "direction",
       .label = "Direction",
       .count = 3,
       .range = kUnit,
       .check = [](const SetValue& c, const CommandScope&) { requireDirection(c, c.value.vector()); },
       .access = EmitterAccess{readDirection, writeDirection, stand}},
      {.owner = SettingOwner::Emitter,
       .key = "material",
       .label = "Material",
       .range = kIndex,
       .check = [](const SetValue& c, const CommandScope& s) { requireMaterial(c, s, c.value.number()); },
       .access = EmitterAccess{
           [](const EmitterSpec& e, std::size_t) { return SettingValue(static_cast<float>(e.material)); },
           [](EmitterSpec& e, std::size_t, const SettingValue& v) {
             e.material = static_cast<std::uint16_t>(v.number());
           },
           always<EmitterSpec>}},
  };
  return rows;
}

}  // namespace ooze::command_table
