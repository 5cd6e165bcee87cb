// A material of a method, as files, commands and panels hold it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

/// Numbers of how a material is drawn that it has in its own way, by what those who draw call them; unset: as
/// its look has them.
using LookChanges = std::array<std::optional<float>, 4>;

/// A material as files and panels hold it: values in the order of the method's parameter table, in the
/// paper's units at the material's own reference radius.
struct MaterialDefinition {
  std::string name;                   ///< unique in a world
  std::vector<float> values;          ///< one for each row of MethodRow::parameters()
  float referenceRadius = 0.01f;      ///< h_ref: the interaction radius at which the values are true [m]
  float density = 1000.f;             ///< [kg/m^3]
  std::uint32_t colour = 0xffd0a040;  ///< 0xAABBGGRR, sRGB
  std::string look = "water";         ///< the name of how it is drawn; no method looks at it
  LookChanges lookChanges = {};       ///< numbers that differ from the look's own
};

}  // namespace ooze
