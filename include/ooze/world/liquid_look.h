// Looks of liquids: presets of optical properties for the renderer. The simulation does not depend on looks.
#pragma once

#include "ooze/base/parameter.h"
#include "ooze/methods/material_definition.h"

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

namespace ooze {

/// Optical properties of a look.
struct OpticalProperties {
  float absorption;       ///< absorption coefficient is this value times -log(albedo), 0 or more [1/m]
  float cloudiness;       ///< scattering coefficient of a transparent liquid, 0 or more [1/m]
  float roughness;        ///< surface roughness, 0 mirror .. 1 chalk [1]
  float refractiveIndex;  ///< index of refraction relative to air, above 1 [1]
};

/// A named look of liquids.
struct LiquidLook {
  std::string_view key;   ///< name of the look in files
  OpticalProperties own;  ///< optical properties that the look has without overrides
  bool clear;             ///< true for a transparent look; opaque looks ignore absorption and cloudiness
  bool metal = false;     ///< metallic: reflects nearly all light, tinted; ignores the refractive index
};

/// All looks of liquids.
inline constexpr std::array kLiquidLooks{
    LiquidLook{"water", {0.7f, 0.15f, 0.01f, 1.33f}, true},
    LiquidLook{"oil", {14.f, 2.f, 0.02f, 1.46f}, true},
    LiquidLook{"honey", {60.f, 5.f, 0.03f, 1.5f}, true},
    LiquidLook{"paint", {400.f, 900.f, 0.12f, 1.58f}, false},
    LiquidLook{"mud", {600.f, 900.f, 0.48f, 1.54f}, false},
    LiquidLook{"clay", {900.f, 900.f, 0.85f, 1.46f}, false},
    LiquidLook{"gel", {14.f, 25.f, 0.07f, 1.5f}, true},
    LiquidLook{"slime", {25.f, 70.f, 0.06f, 1.58f}, true},
    LiquidLook{"metal", {900.f, 900.f, 0.05f, 2.4f}, false, true},
};

/// The keys of kLiquidLooks.
inline constexpr auto kLooks = [] {
  std::array<std::string_view, kLiquidLooks.size()> keys{};
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = kLiquidLooks[i].key;
  return keys;
}();

/// An optical property that a material may override. Every value within the limits has a visible effect.
struct OpticalProperty {
  std::string_view key;              ///< name of the optical property in files and in commands
  float OpticalProperties::*member;  ///< member of OpticalProperties that holds the number
  float lower, upper;                ///< allowed range, inclusive, in the unit of the member
  Scale scale;                       ///< scale of the property's slider
  bool clearOnly;                    ///< true if the property has an effect on transparent looks only
};

/// The numbers of a look that a material may change.
inline constexpr std::array kOpticalProperties{
    OpticalProperty{"absorption", &OpticalProperties::absorption, 0.5f, 300.f, Scale::Logarithmic, true},
    OpticalProperty{"cloudiness", &OpticalProperties::cloudiness, 0.1f, 500.f, Scale::Logarithmic, true},
    OpticalProperty{"roughness", &OpticalProperties::roughness, 0.f, 1.f, Scale::Linear, false},
    OpticalProperty{"refractive_index", &OpticalProperties::refractiveIndex, 1.1f, 2.4f, Scale::Linear,
                    false}};

static_assert(kOpticalProperties.size() == std::tuple_size_v<LookOverrides>);

/// Returns true if the number has a visible effect on liquid of this look.
constexpr bool isSeen(const OpticalProperty& number, const LiquidLook& look) {
  return (look.clear || !number.clearOnly) &&
         !(look.metal && number.member == &OpticalProperties::refractiveIndex);
}

/// Returns the look of this name, or null. The look is constant data, valid for ever.
const LiquidLook* findLook(std::string_view key);
/// Returns the index into kOpticalProperties; kOpticalProperties.size() if no number has this name.
std::size_t findOpticalProperty(std::string_view key);
/// Validates the value of an optical property.
/// @throws InputError "roughness = 2 is out of range [0, 1]"
void requireInRange(const OpticalProperty& number, float value);

}  // namespace ooze
