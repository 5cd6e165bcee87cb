// Rows of the target table for nozzles: emitter.NAME.KEY.
#include "liquid/nozzle_times.h"
#include "world/commands/target_rows.h"

namespace ooze::target_rows {
namespace {

using EmitterAccess = TargetAccess<EmitterSpec>;

constexpr TargetRange kTime{0.f, static_cast<float>(kNeverStops)};

template <float EmitterSpec::*member>
constexpr EmitterAccess numberOf() {
  return {[](const EmitterSpec& e, std::size_t) { return TargetValue{{e.*member}}; },
          [](EmitterSpec& e, std::size_t, const Command& c) { e.*member = c.values[0]; },
          always<EmitterSpec>};
}

/// Nozzles that both follow keyframes are not compared, because they move all the time.
bool stand(const EmitterSpec& a, const EmitterSpec& b) { return a.keys.empty() || b.keys.empty(); }

TargetValue readDirection(const EmitterSpec& e, std::size_t) { return valueOf(e.direction); }

// A nozzle moved by a command no longer follows its keyframes.
void writePosition(EmitterSpec& e, std::size_t, const Command& c) {
  e.keys.clear();
  e.position = vectorOf(c.values);
}
void writeDirection(EmitterSpec& e, std::size_t, const Command& c) {
  e.keys.clear();
  e.direction = glm::normalize(vectorOf(c.values));
}

}  // namespace

std::span<const TargetRow> emitterRows() {
  static const std::vector<TargetRow> rows{
      {.group = "emitter",
       .key = "enabled",
       .label = "Flow",
       .edit = "Open {}",
       .editOff = "Close {}",
       .effect = CommandEffect::State,
       .ranges = {kSwitch},
       .field = TargetField::EmitterEnabled,
       .access = EmitterAccess{
           [](const EmitterSpec& e, std::size_t) { return TargetValue{{e.enabled ? 1.f : 0.f}}; },
           [](EmitterSpec& e, std::size_t, const Command& c) { e.enabled = c.values[0] >= 0.5f; }}},
      {.group = "emitter",
       .key = "stop",
       .label = "Stop",
       .unit = "s",
       .effect = CommandEffect::State,
       .ranges = {kTime},
       .access = EmitterAccess{
           [](const EmitterSpec& e, std::size_t) { return TargetValue{{static_cast<float>(e.stop)}}; },
           [](EmitterSpec& e, std::size_t, const Command& c) { e.stop = c.values[0]; }}},
      {.group = "emitter",
       .key = "speed",
       .label = "Speed",
       .unit = "m/s",
       .scale = Scale::Logarithmic,
       .ranges = {kNozzleSpeed},
       .sweepable = true,
       .access = numberOf<&EmitterSpec::speed>()},
      {.group = "emitter",
       .key = "radius",
       .label = "Radius",
       .unit = "m",
       .scale = Scale::Logarithmic,
       .ranges = {kNozzleRadius},
       .sweepable = true,
       .access = numberOf<&EmitterSpec::radius>()},
      {.group = "emitter",
       .key = "position",
       .label = "Place",
       .unit = "m",
       .arity = 3,
       .ranges = {kPlace, kPlace, kPlace},
       .access = EmitterAccess{[](const EmitterSpec& e, std::size_t) { return valueOf(e.position); },
                               writePosition, stand}},
      {.group = "emitter",
       .key = "direction",
       .label = "Direction",
       .arity = 3,
       .ranges = {kUnit, kUnit, kUnit},
       .check = [](const Command& c, const TargetScope&) { requireDirection(c, c.values); },
       .access = EmitterAccess{readDirection, writeDirection, stand}},
      {.group = "emitter",
       .key = "material",
       .label = "Material",
       .ranges = {kIndex},
       .check = [](const Command& c, const TargetScope& s) { requireMaterial(c, s, c.values[0]); },
       .access = EmitterAccess{
           [](const EmitterSpec& e, std::size_t) { return TargetValue{{static_cast<float>(e.material)}}; },
           [](EmitterSpec& e, std::size_t, const Command& c) {
             e.material = static_cast<std::uint16_t>(c.values[0]);
           },
           always<EmitterSpec>}},
  };
  return rows;
}

}  // namespace ooze::target_rows
