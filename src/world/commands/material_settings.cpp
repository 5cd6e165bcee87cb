// Rows of the target table for materials, beside the method's parameters: material.NAME.KEY.
#include "ooze/base/error.h"

#include "world/commands/command_scope.h"
#include "world/commands/setting_rows.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ooze::command_table {
namespace {

using MaterialAccess = SettingAccess<MaterialDefinition>;

/// Returns the first three bytes of a colour as sRGB in [0, 1].
SettingValue readColour(const MaterialDefinition& m, std::size_t) {
  const auto channel = [&](unsigned shift) { return static_cast<float>(m.colour >> shift & 0xffu) / 255.f; };
  return Vec3(channel(0), channel(8), channel(16));
}

void writeColour(MaterialDefinition& m, std::size_t, const SettingValue& v) {
  m.colour = 0xff000000u;
  for (std::size_t k = 0; k < 3; ++k)
    m.colour |= static_cast<std::uint32_t>(std::lround(255.f * v.numbers[k])) << (8 * k);
}

/// Makes the row for an optical property of a look. A value without a number restores the look's own value.
SettingRow rowOf(const OpticalProperty& n, std::string_view label, std::string_view unit) {
  return {
      .key = n.key,
      .label = label,
      .unit = unit,
      .scale = n.scale,
      .range = {n.lower, n.upper},
      .otherwise = "the look's own",
      .place = findOpticalProperty(n.key),
      .access = MaterialAccess{
          [](const MaterialDefinition& m, std::size_t i) { return SettingValue(m.lookOverrides[i]); },
          [](MaterialDefinition& m, std::size_t i, const SettingValue& v) { m.lookOverrides[i] = v.own(); },
          always<MaterialDefinition>}};
}

}  // namespace

std::vector<SettingRow> materialSettings() {
  static_assert(kOpticalProperties.size() == 4, "every number of a look needs its row");
  return {
      {.key = "colour",
       .label = "Colour",
       .count = 3,
       .range = kPart,
       .recolours = true,
       .access = MaterialAccess{readColour, writeColour, always<MaterialDefinition>}},
      {.key = "look",
       .label = "Look",
       .count = 0,
       .check = [](const SetValue& c, const CommandScope&) { requireLook(c.value.text); },
       .access = accessTo<&MaterialDefinition::look>()},
      rowOf(kOpticalProperties[0], "Absorption", "1/m"),
      rowOf(kOpticalProperties[1], "Cloudiness", "1/m"),
      rowOf(kOpticalProperties[2], "Roughness", ""),
      rowOf(kOpticalProperties[3], "Refractive index", ""),
  };
}

}  // namespace ooze::command_table
