// Per-particle fields of the directable grid method that can be shown as colours.
#pragma once

#include "ooze/methods/field.h"

#include "methods/particle_method.h"
#include "methods/rasmussen/register.h"

#include <array>
#include <string_view>

namespace ooze::rasmussen {

inline constexpr std::string_view kPressureKey = "pressure", kViscosityKey = "viscosity",
                                  kTemperatureKey = "temperature", kDivergenceKey = "divergence",
                                  kCheckerKey = "checker";

inline constexpr std::array kFields{
    densityField(restDensity),
    Field{
        .key = kPressureKey, .label = "Pressure", .unit = "Pa", .kind = FieldKind::Diverging, .least = 10.f},
    Field{.key = kViscosityKey, .label = "Viscosity", .unit = "Pa s", .least = 0.001f},
    Field{.key = kTemperatureKey, .label = "Temperature", .unit = "°C", .least = 100.f},
    Field{.key = kDivergenceKey,
          .label = "Divergence",
          .unit = "1/s",
          .kind = FieldKind::Diverging,
          .least = 1.f},
    kExposureField,
    Field{.key = kCheckerKey, .label = "Checker of texture coordinates", .kind = FieldKind::Pattern},
};

}  // namespace ooze::rasmussen
