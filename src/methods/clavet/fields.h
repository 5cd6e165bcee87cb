// What the viscoelastic method has of its particles for others to see (fields.cpp).
#pragma once

#include "ooze/methods/field.h"

#include "methods/clavet/register.h"
#include "methods/particle_method.h"

#include <array>
#include <string_view>

namespace ooze::clavet {

inline constexpr std::string_view kPressureKey = "pressure", kStrainKey = "strain";

inline constexpr std::array kFields{
    densityField(restDensity),
    Field{.key = kPressureKey, .label = "Pressure", .unit = "Pa", .least = 10.f},  // 1 mm of water
    Field{.key = kStrainKey, .label = "Strain", .kind = FieldKind::Diverging, .least = 0.02f},
    kExposureField,
};

}  // namespace ooze::clavet
