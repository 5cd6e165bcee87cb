// JSON as a person would write it: what fits on a line stands on one.
#pragma once

#include "ooze/base/math.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace ooze {

/// With a line break at its end. Numbers are the shortest that read back as the same.
std::string jsonText(const nlohmann::ordered_json& json);

/// The shortest decimal that reads back as the same float.
nlohmann::ordered_json shortest(float value);
/// [x, y, z]
nlohmann::ordered_json shortest(const Vec3& value);
/// "#rrggbb" of 0xAABBGGRR
std::string colourText(std::uint32_t colour);

}  // namespace ooze
