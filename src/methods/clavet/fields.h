// Fields of the viscoelastic method for rendering and export: pressure and strain, computed on demand.
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

/// Computes the pressure of each particle: positive under compression, negative under tension. In a pool at
/// rest the pressure equals the weight of the liquid above.
/// @param dt  length of the last step [s]
/// @return pressure of each particle [Pa]
std::vector<float> pressures(const Particles& particles, const MaterialLaws& laws, float dt);

}  // namespace ooze::clavet
