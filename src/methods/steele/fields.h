// Fields of the adhesion method for rendering and export.
#pragma once

#include "ooze/methods/field.h"

#include "methods/particle_method.h"
#include "methods/steele/register.h"

#include <array>

namespace ooze::steele {

inline constexpr std::array kFields{
    densityField(restDensity),
    kExposureField,  // surface particles, "Rendering"
};

/// Distance at which two isolated particles are drawn as balls that just touch [h]. Nearer liquid belongs to
/// one surface region ("Rendering").
inline constexpr float kRegionDistance = 0.7f;

}  // namespace ooze::steele
