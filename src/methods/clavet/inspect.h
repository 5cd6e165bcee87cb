// Inspection of a single particle for the microscope panel.
#pragma once

#include "ooze/methods/inspection.h"

#include "methods/clavet/material_laws.h"
#include "methods/clavet/spring_network.h"

#include <cstddef>

namespace ooze::clavet {

/// Evaluates section 4 for one particle with all particles at their present positions. The values differ from
/// the sweep, where other particles have moved before this particle's turn (WatchedParticle records those
/// values). The neighbour search is exact, whereas the lists may miss pairs that have come within h since.
/// @param particle  particle index
/// @param dt  length of the last step [s]
ParticleDetails inspect(std::size_t particle, float dt, const ParticleLiquid& liquid,
                        const MaterialLaws& laws, const SpringNetwork& springs, const Bodies& bodies);

}  // namespace ooze::clavet
