// What the adhesion method has of its particles for others to see.
#pragma once

#include "ooze/methods/field.h"

#include "methods/steele/register.h"

#include <array>
#include <string_view>

namespace ooze::steele {

inline constexpr std::string_view kDensityKey = "density", kExposureKey = "exposure";

inline constexpr std::array kFields{
    Field{.key = kDensityKey,
          .label = "Density over rest",
          .kind = FieldKind::Ratio,
          .least = 0.5f,
          .always = true,
          .atRest = restDensity},
    // Surface particles, "Rendering": 0 deep inside, 1 at the surface.
    Field{.key = kExposureKey, .label = "At the surface", .least = 1.f},
};

}  // namespace ooze::steele
