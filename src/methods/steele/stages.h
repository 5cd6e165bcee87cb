// Descriptions of the stages of the adhesion method's time step.
#pragma once

#include "ooze/methods/inspection.h"

#include <array>

namespace ooze::steele {

inline constexpr std::array kStages{
    StageDescription{"neighbours", "neighbours, grid",
                     "Sorts the particles and lists those that are near each other.", StageKind::Neighbours},
    StageDescription{"object particles", "boundaries",
                     "Covers solids near the liquid with particles that attract it.", StageKind::Walls},
    StageDescription{"viscosity", "viscosity", "Lets neighbours exchange momentum.", StageKind::Viscosity},
    StageDescription{"moves", "time steps",
                     "Moves particles in several parts, and separates them from each other and from solids.",
                     StageKind::Motion},
    StageDescription{"forces", "forces", "Sums the forces on each particle and applies them.",
                     StageKind::PairForces},
    StageDescription{"contacts", "time steps", "Separates particles that overlap.", StageKind::Contact},
    StageDescription{"density", "density correction",
                     "Moves the neighbours of particles whose density is too high or too low.",
                     StageKind::Density},
    StageDescription{"coupling", "Clavet 2005, section 6",
                     "Applies the forces of the liquid to floating bodies.", StageKind::Coupling},
    StageDescription{"surface", "surface particles", "Finds the particles at the surface."},
    StageDescription{"colours", "not in the paper", "Blends the colours of particles in contact."}};

}  // namespace ooze::steele
