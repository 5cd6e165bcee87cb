// Names and descriptions of the stages of an MPS time step, for the profiler and the inspector.
#pragma once

#include "ooze/methods/inspection.h"

#include <array>

namespace ooze::mps {

inline constexpr std::array kStages{
    StageDescription{"neighbours", "algorithm, neighbours",
                     "Sorts the particles and lists those that are near each other, including the hidden "
                     "particles of solids.",
                     StageKind::Neighbours},
    StageDescription{"prediction", "eq. 9 and 10", "Applies gravity and moves the particles.",
                     StageKind::Motion},
    StageDescription{"viscosity", "eq. 7 and 9", "Applies the viscosity between neighbours and at walls.",
                     StageKind::Viscosity},
    StageDescription{"tension", "eq. 9; eq. 40 to 42", "Applies surface tension and drag.",
                     StageKind::PairForces},
    StageDescription{"density", "eq. 3 and 18",
                     "Computes the density of particles and finds those at the surface.", StageKind::Density},
    StageDescription{"pressure", "eq. 14", "Solves for the pressure that keeps the volume.",
                     StageKind::Packing},
    StageDescription{"correction", "eq. 12, 16 and 17", "Moves particles by the pressure gradient.",
                     StageKind::Velocities},
    StageDescription{"convection", "section 4, MPS-MAFL; eq. 20 to 26",
                     "Moves interior particles back and advects the values that they carry.",
                     StageKind::Motion},
    StageDescription{"coupling", "not in the paper", "Applies the pressure to floating bodies.",
                     StageKind::Coupling},
    StageDescription{"body contacts", "not in the paper",
                     "Moves bodies and resolves the contacts between them.", StageKind::BodyContact},
    StageDescription{"collisions", "not in the paper",
                     "Pushes particles out of solids that they have entered.", StageKind::Contact}};

}  // namespace ooze::mps
