// Per-particle fields of SPH and shape matching that can be shown as colours.
#pragma once

#include "ooze/methods/field.h"

#include "methods/particle_method.h"
#include "methods/shape_matching/register.h"

#include <array>
#include <string_view>

namespace ooze::shape_matching {

inline constexpr std::string_view kStrainKey = "strain", kAgeKey = "age", kShareKey = "shape_share";

inline constexpr std::array kFields{
    densityField(restDensity),
    // Distance of a particle from its goal, over the spacing at rest.
    Field{.key = kStrainKey, .label = "Strain", .least = 0.05f},
    Field{.key = kAgeKey, .label = "Age of the shape", .unit = "s", .least = 0.1f},
    // Fraction of a particle's acceleration that comes from shape matching; the rest comes from SPH.
    Field{.key = kShareKey, .label = "Driven by shape (1) or by liquid (0)", .least = 1.f},
    kExposureField,
};

}  // namespace ooze::shape_matching
