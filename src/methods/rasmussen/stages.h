// Names and descriptions of the stages of a time step, for the profiler and the inspector.
#pragma once

#include "ooze/methods/inspection.h"

#include <array>

namespace ooze::rasmussen {

inline constexpr std::array kStages{
    StageDescription{
        "solids", "object boundaries",
        "Finds the cells with liquid, the parts of their faces that solids cover, and the frozen liquid.",
        StageKind::Neighbours},
    StageDescription{"advection", "eq. 2", "Advects the velocity and applies gravity.", StageKind::Motion},
    StageDescription{"viscosity", "eq. 5 to 16", "Spreads and exchanges heat, and applies the viscosity.",
                     StageKind::Viscosity},
    StageDescription{"pressure", "eq. 1 and 2, projection", "Solves for the pressure that keeps the volume.",
                     StageKind::Packing},
    StageDescription{"extension", "divergence-free extrapolation; object boundaries",
                     "Extrapolates the velocity into the air and the solids beside the liquid.",
                     StageKind::Velocities},
    StageDescription{
        "surface", "eq. 3, particle level set",
        "Advects the surface, its markers and the particles, and corrects the surface by the markers.",
        StageKind::Motion},
    StageDescription{"coupling", "not in the paper", "Applies the pressure to floating bodies.",
                     StageKind::Coupling},
    StageDescription{"body contacts", "not in the paper",
                     "Moves bodies and resolves the contacts between them.", StageKind::BodyContact},
    StageDescription{"collisions", "object boundaries",
                     "Pushes particles out of solids that they have entered.", StageKind::Contact}};

}  // namespace ooze::rasmussen
