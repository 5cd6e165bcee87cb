// Inspection of a single particle for the microscope panel, and the pressure of all particles as a field.
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

/// Computes the pressure of each particle: positive under compression, negative under tension. In a pool at
/// rest the pressure equals the weight of the liquid above.
/// @param dt  length of the last step [s]
/// @return pressure of each particle [Pa]
std::vector<float> pressures(const Particles& particles, const MaterialLaws& laws, float dt);

}  // namespace ooze::clavet
