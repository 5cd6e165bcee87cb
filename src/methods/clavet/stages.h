// Descriptions of the stages of the viscoelastic method's time step.
#pragma once

#include "ooze/methods/inspection.h"

#include <array>

namespace ooze::clavet {

inline constexpr std::array kStages{
    StageDescription{
        "bodies", "Clavet 2005, section 6, Algorithm 6",
        "Bodies move: kinematic ones along their keys, dynamic ones by the velocities that they have."},
    StageDescription{"neighbours", "Clavet 2005, section 7.1",
                     "Particles are sorted into a grid, and each lists the others within reach.",
                     StageKind::Neighbours},
    StageDescription{"gravity", "Clavet 2005, Algorithm 1", "Every velocity gains dt g.", StageKind::Gravity},
    StageDescription{
        "viscosity", "Clavet 2005, section 5.3, Algorithm 5",
        "Pairs that approach or leave each other exchange an impulse, so that near particles move alike.",
        StageKind::Viscosity},
    StageDescription{
        "prediction", "Clavet 2005, Algorithm 1",
        "The position is kept, and the particle moves on by dt v: what follows corrects where it is.",
        StageKind::Motion},
    StageDescription{
        "packing", "Beyond the paper",
        "Every eighth step: how unevenly neighbours are arranged round each particle. Until the next look "
        "the relaxation takes the shear stress of that out of what cohesion does inside a drop.",
        StageKind::Packing},
    StageDescription{
        "adjust springs", "Clavet 2005, section 5.2, Algorithm 4",
        "Rest lengths of springs strained beyond their yield ratio flow, pairs that came within h get "
        "a spring, and those longer than h break.",
        StageKind::Links},
    StageDescription{"apply springs", "Clavet 2005, section 5.1, Algorithm 3",
                     "Each spring moves its two ends toward its rest length.", StageKind::PairForces},
    StageDescription{
        "relaxation", "Clavet 2005, section 4, Algorithm 2",
        "One after another, each particle sums density and near density, turns them into pressures, and "
        "pushes its neighbours and itself apart or together.",
        StageKind::Density,
        "The relaxation takes particles one after another. At this one's turn some of its neighbours had "
        "moved already: these are the values that it moved by."},
    StageDescription{
        "wall support", "Beyond the paper",
        "Walls give back the support that the missing half of the neighbours would give along them.",
        StageKind::Walls},
    StageDescription{"coupling", "Clavet 2005, section 6, Algorithm 6",
                     "Particles that touch dynamic bodies change the velocities of these.",
                     StageKind::Coupling},
    StageDescription{"body contacts", "Clavet 2005, section 6, Algorithm 6",
                     "Dynamic bodies move again, now with the contacts between them.",
                     StageKind::BodyContact},
    StageDescription{"collisions", "Clavet 2005, section 6, step 3",
                     "Particles at solids lose their approach, take friction, stick, and are pushed out.",
                     StageKind::Contact},
    StageDescription{"velocities", "Clavet 2005, Algorithm 1",
                     "The velocity becomes what the position moved in the whole step, over dt.",
                     StageKind::Velocities},
};

}  // namespace ooze::clavet
