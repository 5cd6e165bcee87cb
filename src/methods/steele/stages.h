// Descriptions of the stages of the adhesion method's time step.
#pragma once

#include "ooze/methods/inspection.h"

#include <array>

namespace ooze::steele {

inline constexpr std::array kStages{
    StageDescription{"neighbours", "neighbours, grid",
                     "Sorts the particles and lists those that are near each other.", StageKind::Neighbours},
    StageDescription{"object particles", "boundaries",
                     "Covers solids near the liquid with particles that draw it on.", StageKind::Walls},
    StageDescription{"viscosity", "viscosity", "Lets neighbours exchange momentum.", StageKind::Viscosity},
    StageDescription{"moves", "time steps",
                     "Moves particles in several parts, off each other and off solids.", StageKind::Motion},
    StageDescription{"forces", "forces", "Adds up what pulls and pushes each particle, and lets it act.",
                     StageKind::PairForces},
    StageDescription{"contacts", "time steps", "Parts particles that overlap.", StageKind::Contact},
    StageDescription{"density", "density correction", "Moves neighbours of what is too dense or too thin.",
                     StageKind::Density},
    StageDescription{"coupling", "Clavet 2005, section 6", "Moves what floats by what the liquid does to it.",
                     StageKind::Coupling},
    StageDescription{"surface", "surface particles", "Tells which particles lie at the surface."},
    StageDescription{"colours", "not in the paper", "Blends the colours of particles in contact."}};

}  // namespace ooze::steele
