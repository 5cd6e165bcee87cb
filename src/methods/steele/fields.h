// What the adhesion method has of its particles for others to see.
#pragma once

#include "ooze/methods/field.h"

#include "methods/particle_method.h"
#include "methods/steele/register.h"

#include <array>
#include <string_view>

namespace ooze::steele {

inline constexpr std::string_view kExposureKey = "exposure";

inline constexpr std::array kFields{
    densityField(restDensity),
    // Surface particles, "Rendering": 0 deep inside, 1 at the surface.
    Field{.key = kExposureKey, .label = "At the surface", .least = 1.f},
};

/// Two particles by themselves are drawn as balls that just touch at this distance [h]: nearer liquid is of
/// one region ("Rendering").
inline constexpr float kRegionDistance = 0.7f;

}  // namespace ooze::steele
