// Names and descriptions of the stages of a time step, for the profiler and the inspector.
#pragma once

#include "ooze/methods/inspection.h"

#include <array>

namespace ooze::rasmussen {

inline constexpr std::array kStages{
    StageDescription{
        "solids", "object boundaries",
        "Finds which cells hold liquid, what solids cover of their faces, and what stands frozen.",
        StageKind::Neighbours},
    StageDescription{"advection", "eq. 2", "Lets the velocity carry itself along, and gravity act.",
                     StageKind::Motion},
    StageDescription{
        "viscosity", "eq. 5 to 16",
        "Lets heat spread, come and go, and neighbouring liquid and solids hold each other back.",
        StageKind::Viscosity},
    StageDescription{"pressure", "eq. 1 and 2, projection", "Solves for the pressure that keeps the volume.",
                     StageKind::Packing},
    StageDescription{
        "extension", "divergence-free extrapolation; object boundaries",
        "Gives the air beside the liquid, and solids, the velocity that liquid coming there will have.",
        StageKind::Velocities},
    StageDescription{
        "surface", "eq. 3, particle level set",
        "Carries the surface, its markers and the particles along, and puts the surface right by them.",
        StageKind::Motion},
    StageDescription{"coupling", "not in the paper", "Moves what floats by the pressure on it.",
                     StageKind::Coupling},
    StageDescription{"body contacts", "not in the paper",
                     "Moves bodies and parts those that touch each other.", StageKind::BodyContact},
    StageDescription{"collisions", "object boundaries", "Puts out of solids what has got into them.",
                     StageKind::Contact}};

}  // namespace ooze::rasmussen
