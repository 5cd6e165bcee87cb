// Rows of the target table for materials, beside the method's parameters: material.NAME.KEY.
#include "ooze/base/error.h"

#include "world/commands/target_rows.h"
#include "world/commands/targets.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ooze::target_rows {
namespace {

using MaterialAccess = TargetAccess<MaterialDefinition>;

/// Returns the first three bytes of a colour as sRGB in [0, 1].
TargetValue readColour(const MaterialDefinition& m, std::size_t) {
  const auto channel = [&](unsigned shift) { return static_cast<float>(m.colour >> shift & 0xffu) / 255.f; };
  return {{channel(0), channel(8), channel(16)}};
}

void writeColour(MaterialDefinition& m, std::size_t, const Command& c) {
  m.colour = 0xff000000u;
  for (std::size_t k = 0; k < 3; ++k)
    m.colour |= static_cast<std::uint32_t>(std::lround(255.f * c.values[k])) << (8 * k);
}

/// Makes the row for an optical property of a look. A command without a number restores the look's own value.
TargetRow rowOf(const OpticalProperty& n, std::string_view label, std::string_view unit) {
  return {.group = "material",
          .key = n.key,
          .label = label,
          .unit = unit,
          .scale = n.scale,
          .ranges = {{{n.lower, n.upper}}},
          .otherwise = "the look's own",
          .place = findOpticalProperty(n.key),
          .access = MaterialAccess{
              [](const MaterialDefinition& m, std::size_t i) { return valueOf(m.lookOverrides[i]); },
              [](MaterialDefinition& m, std::size_t i, const Command& c) { m.lookOverrides[i] = ownOf(c); },
              always<MaterialDefinition>}};
}

void checkAdded(const Command& command, const TargetScope& scope) {
  const std::string_view name = materialAddedBy(command);
  if (name.empty() || name.find('=') != std::string_view::npos)
    throw InputError("a material's name must not be empty and must not contain \"=\"");
  const auto& coming = scope.comingMaterials;
  if (std::any_of(scope.materials.begin(), scope.materials.end(),
                  [&](const MaterialDefinition& m) { return m.name == name; }) ||
      std::find(coming.begin(), coming.end(), name) != coming.end())
    throw InputError(fmt::format("{}: there is a material \"{}\" already", command.target, name));
  try {
    (void)decodeMaterial(command.text, scope.method.key);
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}: {}", command.target, e.what()));
  }
}

}  // namespace

std::span<const TargetRow> materialRows() {
  static const std::vector<TargetRow> rows{
      {.group = "material",
       .key = "add",
       .label = "Material",
       .edit = "Add {}",
       .arity = 0,
       .text = TargetRow::Text::Words,
       .adds = TargetRow::Adds::Material,
       .field = TargetField::MaterialAdd,
       .check = checkAdded},
      {.group = "material",
       .key = "colour",
       .label = "Colour",
       .arity = 3,
       .ranges = {kPart, kPart, kPart},
       .recolours = true,
       .access = MaterialAccess{readColour, writeColour, always<MaterialDefinition>}},
      {.group = "material",
       .key = "look",
       .label = "Look",
       .arity = 0,
       .text = TargetRow::Text::Words,
       .check = [](const Command& c, const TargetScope&) { requireLook(c.text); },
       .access = MaterialAccess{[](const MaterialDefinition& m, std::size_t) {
                                  return TargetValue{{}, m.look};
                                },
                                [](MaterialDefinition& m, std::size_t, const Command& c) { m.look = c.text; },
                                always<MaterialDefinition>}},
      rowOf(kOpticalProperties[0], "Absorption", "1/m"),
      rowOf(kOpticalProperties[1], "Cloudiness", "1/m"),
      rowOf(kOpticalProperties[2], "Roughness", ""),
      rowOf(kOpticalProperties[3], "Refractive index", ""),
  };
  static_assert(kOpticalProperties.size() == 4, "every number of a look needs its row");
  return rows;
}

}  // namespace ooze::target_rows
