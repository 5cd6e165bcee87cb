// Descriptions of the stages of the viscoelastic method's time step.
#pragma once

#include "ooze/methods/inspection.h"

#include <array>

namespace ooze::clavet {

inline constexpr std::array kStages{
    StageDescription{"bodies", "Clavet 2005, section 6, Algorithm 6",
                     "Bodies move: kinematic ones along their keys, dynamic ones by their velocities."},
    StageDescription{"neighbours", "Clavet 2005, section 7.1",
                     "Particles are sorted into a grid, and each lists the others within reach.",
                     StageKind::Neighbours},
    StageDescription{"gravity", "Clavet 2005, Algorithm 1", "Gravity adds dt g to every velocity.",
                     StageKind::Gravity},
    StageDescription{
        "viscosity", "Clavet 2005, section 5.3, Algorithm 5",
        "Pairs that approach or leave each other exchange an impulse, so that near particles move alike.",
        StageKind::Viscosity},
    StageDescription{
        "prediction", "Clavet 2005, Algorithm 1",
        "Saves each position and moves the particle by dt v. Later stages correct the new position.",
        StageKind::Motion},
    StageDescription{"packing", "Beyond the paper",
                     "Measures in every eighth step how unevenly neighbours lie around each particle. The "
                     "relaxation then removes the shear stress that cohesion causes inside a drop.",
                     StageKind::Packing},
    StageDescription{"adjust springs", "Clavet 2005, section 5.2, Algorithm 4",
                     "Changes the rest lengths of springs strained beyond their yield ratio, adds springs to "
                     "pairs that came within h, and removes springs longer than h.",
                     StageKind::Links},
    StageDescription{"apply springs", "Clavet 2005, section 5.1, Algorithm 3",
                     "Each spring moves its two ends toward its rest length.", StageKind::PairForces},
    StageDescription{
        "relaxation", "Clavet 2005, section 4, Algorithm 2",
        "One after another, each particle sums density and near density, turns them into pressures, and "
        "pushes its neighbours and itself apart or together.",
        StageKind::Density,
        "The relaxation updates particles one after another. Some neighbours had moved before this particle "
        "was updated. These are the values that moved it."},
    StageDescription{"wall support", "Beyond the paper",
                     "Replaces the support of the neighbours that a particle beside a wall lacks.",
                     StageKind::Walls},
    StageDescription{"coupling", "Clavet 2005, section 6, Algorithm 6",
                     "Particles that touch dynamic bodies change the velocities of the bodies.",
                     StageKind::Coupling},
    StageDescription{"body contacts", "Clavet 2005, section 6, Algorithm 6",
                     "Dynamic bodies move again, now with the contacts between them.",
                     StageKind::BodyContact},
    StageDescription{
        "collisions", "Clavet 2005, section 6, step 3",
        "Particles at solids lose their approach speed, feel friction, stick, and are pushed out.",
        StageKind::Contact},
    StageDescription{"velocities", "Clavet 2005, Algorithm 1",
                     "Each velocity becomes the displacement over the whole step, divided by dt.",
                     StageKind::Velocities},
};

}  // namespace ooze::clavet
