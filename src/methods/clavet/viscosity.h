// Viscosity impulses between pairs of particles (Clavet 2005, section 5.3, Algorithm 5).
#pragma once

#include "liquid/particle_liquid.h"
#include "methods/clavet/material_laws.h"

#include <cstdint>

namespace ooze::clavet {

/// Applies viscosity: neighbouring particles exchange impulses that reduce their relative velocity.
/// @param dt  length of the step [s]
void applyViscosity(float dt, ParticleLiquid& liquid, MaterialLaws& laws, const Threads& threads,
                    std::uint64_t stepIndex);

}  // namespace ooze::clavet
