// Serialization of materials as text, for commands. Scene files have their own format in the scene layer.
#include "ooze/base/error.h"
#include "ooze/methods/method.h"
#include "ooze/world/command.h"
#include "ooze/world/liquid_look.h"

#include "world/commands/command_scope.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <limits>

namespace ooze {
namespace {

// Keys of material members that are not method parameters.
constexpr std::string_view kRadiusKey = "h_ref", kDensityKey = "density", kColourKey = "colour",
                           kLookKey = "look";

float numberIn(std::string_view key, std::string_view text, float lower, float upper) {
  float value = 0.f;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    throw InputError(fmt::format("{}: {} is not a number", key, quoteText(text)));
  // The comparison is negated so that a NaN is refused too.
  if (!(value >= lower && value <= upper))
    throw InputError(fmt::format("{} = {:g} is out of range [{:g}, {:g}]", key, value, lower, upper));
  return value;
}

std::uint32_t colourIn(std::string_view text) {
  std::uint32_t colour = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), colour, 16);
  if (text.size() != 8 || error != std::errc() || end != text.data() + text.size())
    throw InputError(fmt::format("colour: {} is not eight hexadecimal digits AABBGGRR", quoteText(text)));
  return colour;
}

void setMember(MaterialDefinition& material, std::string_view key, std::string_view value,
               const std::vector<ParameterInfo>& rows) {
  if (key == kRadiusKey) {
    material.referenceRadius = numberIn(key, value, 1e-5f, 1e3f);
  } else if (key == kDensityKey) {
    material.density = numberIn(key, value, 1.f, 1e5f);
  } else if (key == kColourKey) {
    material.colour = colourIn(value);
  } else if (key == kLookKey) {
    requireLook(value);
    material.look = value;
  } else if (const std::size_t i = findOpticalProperty(key); i < kOpticalProperties.size()) {
    material.lookOverrides[i] =
        numberIn(key, value, kOpticalProperties[i].lower, kOpticalProperties[i].upper);
  } else if (const std::size_t row = findParameter(rows, key); row < rows.size()) {
    constexpr float kMost = std::numeric_limits<float>::max();
    material.values[row] = numberIn(key, value, -kMost, kMost);
    requireInRange(rows[row], material.values[row]);
  } else {
    std::vector<std::string> known{std::string(kRadiusKey), std::string(kDensityKey), std::string(kColourKey),
                                   std::string(kLookKey)};
    for (const OpticalProperty& n : kOpticalProperties) known.emplace_back(n.key);
    for (const ParameterInfo& r : rows) known.emplace_back(r.key);
    throw InputError(fmt::format("unknown key {}{}", quoteText(key), suggestion(key, known)));
  }
}

}  // namespace

void requireLook(std::string_view look) {
  if (std::find(kLooks.begin(), kLooks.end(), look) != kLooks.end()) return;
  throw InputError(fmt::format("there is no look {}{}", quoteText(look),
                               suggestion(look, std::vector<std::string>(kLooks.begin(), kLooks.end()))));
}

std::string encodeMaterial(const MaterialDefinition& material, std::string_view method) {
  const std::vector<ParameterInfo>& rows = findMethod(method).parameters();
  std::string text =
      fmt::format("{} = {}\n{} = {}\n{} = {:08x}\n{} = {}\n", kRadiusKey, material.referenceRadius,
                  kDensityKey, material.density, kColourKey, material.colour, kLookKey, material.look);
  for (std::size_t i = 0; i < kOpticalProperties.size(); ++i)
    if (const auto& own = material.lookOverrides[i])
      text += fmt::format("{} = {}\n", kOpticalProperties[i].key, *own);
  for (std::size_t r = 0; r < rows.size(); ++r)
    text += fmt::format("{} = {}\n", rows[r].key, material.values[r]);
  return text;
}

MaterialDefinition decodeMaterial(std::string_view text, std::string_view method) {
  const std::vector<ParameterInfo>& rows = findMethod(method).parameters();
  MaterialDefinition material;
  for (const ParameterInfo& row : rows) material.values.push_back(row.defaultValue);
  forEachAssignment(
      text, [&](std::string_view key, std::string_view value) { setMember(material, key, value, rows); });
  return material;
}

}  // namespace ooze
