// Per-particle fields of the MPS method that can be shown as colours.
#pragma once

#include "ooze/methods/field.h"

#include "methods/mps/register.h"
#include "methods/particle_method.h"

#include <array>
#include <string_view>

namespace ooze::mps {

inline constexpr std::string_view kPressureKey = "pressure";

inline constexpr std::array kFields{
    densityField(restDensity),
    Field{.key = kPressureKey, .label = "Pressure", .unit = "Pa", .least = 10.f},
    kExposureField,
};

}  // namespace ooze::mps
