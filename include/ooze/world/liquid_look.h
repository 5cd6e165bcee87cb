// What liquids may look like. What they do depends on none of it.
#pragma once

#include "ooze/base/parameter.h"
#include "ooze/methods/material_definition.h"

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

namespace ooze {

/// What a look says of light in numbers.
struct LookNumbers {
  float absorption;       ///< depth of colour: times -log(albedo) per metre [1/m]
  float cloudiness;       ///< how much light a clear body scatters on its way [1/m]
  float roughness;        ///< 0 mirror .. 1 chalk
  float refractiveIndex;  ///< over that of air [1]
};

/// A named look of liquids.
struct LiquidLook {
  std::string_view key;  ///< in files
  LookNumbers own;       ///< the look's own numbers
  bool clear;            ///< light goes through it; without that its absorption and cloudiness are never seen
  bool metal = false;    ///< mirrors nearly all light, in its colour, whatever its refractive index
};

/// All looks of liquids.
inline constexpr std::array kLiquidLooks{
    LiquidLook{"water", {0.7f, 0.15f, 0.01f, 1.33f}, true},
    LiquidLook{"oil", {14.f, 2.f, 0.02f, 1.46f}, true},
    LiquidLook{"honey", {35.f, 5.f, 0.03f, 1.5f}, true},
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

/// A number of a look that a material may have in its own way: within these limits it changes the picture
/// over its whole length.
struct LookNumber {
  std::string_view key;        ///< in files and in commands
  float LookNumbers::*member;  ///< member that holds the number
  float lower, upper;          ///< allowed range, inclusive
  Scale scale;                 ///< scale of the slider
  bool clearOnly;              ///< of a clear look only
};

/// The numbers of a look that a material may change.
inline constexpr std::array kLookNumbers{
    LookNumber{"absorption", &LookNumbers::absorption, 0.5f, 300.f, Scale::Logarithmic, true},
    LookNumber{"cloudiness", &LookNumbers::cloudiness, 0.1f, 500.f, Scale::Logarithmic, true},
    LookNumber{"roughness", &LookNumbers::roughness, 0.f, 1.f, Scale::Linear, false},
    LookNumber{"refractive_index", &LookNumbers::refractiveIndex, 1.1f, 2.4f, Scale::Linear, false}};

static_assert(kLookNumbers.size() == std::tuple_size_v<LookChanges>);

/// Whether a picture of liquid that looks so shows the number.
constexpr bool isSeen(const LookNumber& number, const LiquidLook& look) {
  return (look.clear || !number.clearOnly) && !(look.metal && number.member == &LookNumbers::refractiveIndex);
}

/// Null if there is no look of this name.
const LiquidLook* findLook(std::string_view key);
/// Index into kLookNumbers; its size if there is none of this name.
std::size_t findLookNumber(std::string_view key);
/// @throws InputError "roughness = 2 is out of range [0, 1]"
void requireInRange(const LookNumber& number, float value);

}  // namespace ooze
