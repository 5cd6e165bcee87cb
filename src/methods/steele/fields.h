// What the adhesion method has of its particles for others to see.
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

/// Two particles by themselves are drawn as balls that just touch at this distance [h]: nearer liquid is of
/// one region ("Rendering").
inline constexpr float kRegionDistance = 0.7f;

}  // namespace ooze::steele
