// Names and descriptions of the stages of an MPS time step, for the profiler and the inspector.
#pragma once

#include "ooze/methods/inspection.h"

#include <array>

namespace ooze::mps {

inline constexpr std::array kStages{
    StageDescription{
        "neighbours", "algorithm, neighbours",
        "Sorts the particles and lists those that are near each other, hidden ones of solids among them.",
        StageKind::Neighbours},
    StageDescription{"prediction", "eq. 9 and 10", "Lets gravity act and moves particles on.",
                     StageKind::Motion},
    StageDescription{"viscosity", "eq. 7 and 9", "Lets neighbours and walls hold each other back.",
                     StageKind::Viscosity},
    StageDescription{"tension", "eq. 9; eq. 40 to 42",
                     "Draws the surface together, and brakes what has drag.", StageKind::PairForces},
    StageDescription{"density", "eq. 3 and 18",
                     "Finds how closely particles lie, and which are at the surface.", StageKind::Density},
    StageDescription{"pressure", "eq. 14", "Solves for the pressure that keeps the volume.",
                     StageKind::Packing},
    StageDescription{"correction", "eq. 12, 16 and 17", "Lets the pressure push particles to where they fit.",
                     StageKind::Velocities},
    StageDescription{"convection", "section 4, MPS-MAFL; eq. 20 to 26",
                     "Takes particles inside back to where they were, and lets what they carry flow past.",
                     StageKind::Motion},
    StageDescription{"coupling", "not in the paper", "Moves what floats by the pressure on it.",
                     StageKind::Coupling},
    StageDescription{"body contacts", "not in the paper",
                     "Moves bodies and parts those that touch each other.", StageKind::BodyContact},
    StageDescription{"collisions", "not in the paper", "Puts out what has got into a solid all the same.",
                     StageKind::Contact}};

}  // namespace ooze::mps
