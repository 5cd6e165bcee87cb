// Names and descriptions of the stages of a time step, for the profiler and the inspector.
#pragma once

#include "ooze/methods/inspection.h"

#include <array>

namespace ooze::shape_matching {

inline constexpr std::array kStages{
    StageDescription{"neighbours", "section 2, N_sph",
                     "Sorts the particles and lists those that are within h.", StageKind::Neighbours},
    StageDescription{"references", "section 4, eq. 14",
                     "Gives new particles a place in a shape, and gives bodies under force a new shape.",
                     StageKind::Links},
    StageDescription{"density", "eq. 2 and 3", "Computes the density and the pressure of each particle.",
                     StageKind::Density},
    StageDescription{"SPH forces", "eq. 1, 2 and 4",
                     "Sums the pressure and viscosity forces between neighbours.", StageKind::PairForces},
    StageDescription{"regions", "eq. 7",
                     "Fits the shape to each region and finds where each particle should be.",
                     StageKind::Packing},
    StageDescription{"velocities", "eq. 5, 10 and 13",
                     "Blends the velocity of the liquid with that of the shape.", StageKind::Velocities},
    StageDescription{"motion", "eq. 11", "Moves particles by their blended velocities.", StageKind::Motion},
    StageDescription{"coupling", "Clavet 2005, section 6",
                     "Applies the forces of the liquid to floating bodies.", StageKind::Coupling},
    StageDescription{"body contacts", "not in the paper",
                     "Moves bodies and resolves the contacts between them.", StageKind::BodyContact},
    StageDescription{"collisions", "section 5; Clavet 2005, section 6",
                     "Keeps particles out of solids, and applies friction and stickiness.",
                     StageKind::Contact}};

}  // namespace ooze::shape_matching
