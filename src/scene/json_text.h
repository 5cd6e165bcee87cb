// Writes JSON in a readable layout: a value that fits on one line is written on one line.
#pragma once

#include "ooze/base/math.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace ooze {

/// Returns the JSON text, which ends with a line break. Numbers are the shortest decimals that round-trip.
std::string jsonText(const nlohmann::ordered_json& json);

/// Returns the shortest decimal that reads back as the same float.
nlohmann::ordered_json shortest(float value);
/// Returns the array [x, y, z] of shortest decimals.
nlohmann::ordered_json shortest(const Vec3& value);
/// Returns "#rrggbb" for the colour 0xAABBGGRR.
std::string colourText(std::uint32_t colour);

}  // namespace ooze
