// What the viscoelastic method has of its particles for others to see: numbers that only pictures and files
// ask for.
#pragma once

#include "ooze/methods/field.h"

#include "methods/clavet/material_laws.h"
#include "methods/clavet/register.h"
#include "methods/particle_method.h"

#include <array>
#include <string_view>
#include <vector>

namespace ooze::clavet {

inline constexpr std::string_view kPressureKey = "pressure", kStrainKey = "strain";

inline constexpr std::array kFields{
    densityField(restDensity),
    Field{.key = kPressureKey, .label = "Pressure", .unit = "Pa", .least = 10.f},  // 1 mm of water
    Field{.key = kStrainKey, .label = "Strain", .kind = FieldKind::Diverging, .least = 0.02f},
    kExposureField,
};

/// Positive where the liquid is compressed and pushes, negative where it holds together; what a pool at rest
/// has at a depth is its weight above. @param dt  length of the last step [s] @return by particle [Pa]
std::vector<float> pressures(const Particles& particles, const MaterialLaws& laws, float dt);

}  // namespace ooze::clavet
