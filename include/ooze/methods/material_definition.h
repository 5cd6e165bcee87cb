// Definition of a material as stored in scene files, commands and panels.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

/// Rendering values that a material overrides, in the order of kOpticalProperties. OpticalProperties states
/// the units, kOpticalProperties the ranges. An unset entry keeps the value of the material's look.
using LookOverrides = std::array<std::optional<float>, 4>;

/// A material with its parameter values. The values follow the order of the method's parameter table and hold
/// in the paper's units at the material's own reference radius.
struct MaterialDefinition {
  std::string name;               ///< name of the material, unique in a world
  std::vector<float> values;      ///< one value for each row of MethodRow::parameters(), in the row's range
  float referenceRadius = 0.01f;  ///< interaction radius h_ref for which the values are given, above 0 [m]
  float density = 1000.f;         ///< mass density of the liquid, 1 .. 1e5 [kg/m^3]
  std::uint32_t colour = 0xffd0a040;  ///< colour of new liquid, 0xAABBGGRR in sRGB
  std::string look = "water";         ///< name of the optical look, one of kLooks; methods ignore the look
  LookOverrides lookOverrides = {};   ///< optical properties that differ from the look's own
};

}  // namespace ooze
