// Clavet 2005, section 5.3, Algorithm 5.
#pragma once

#include "liquid/particle_liquid.h"
#include "methods/clavet/material_laws.h"

#include <cstdint>

namespace ooze::clavet {

/// Pairs exchange impulses, so that near particles move alike. @param dt  [s]
void applyViscosity(float dt, ParticleLiquid& liquid, MaterialLaws& laws, const Threads& threads,
                    std::uint64_t stepIndex);

}  // namespace ooze::clavet
