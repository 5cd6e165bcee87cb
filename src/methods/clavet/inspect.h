// What the microscope sees of a particle.
#pragma once

#include "ooze/methods/inspection.h"

#include "methods/clavet/material_laws.h"
#include "methods/clavet/spring_network.h"

#include <cstddef>

namespace ooze::clavet {

/// Section 4 at the positions of this moment, every particle where it is now. In the sweep a particle's turn
/// comes when others have moved already (WatchedParticle tells of that), and lists of neighbours may miss a
/// pair that came within h since they were made.
/// @param particle  its index @param dt  length of the last step [s]
ParticleDetails inspect(std::size_t particle, float dt, const ParticleLiquid& liquid,
                        const MaterialLaws& laws, const SpringNetwork& springs, const Bodies& bodies);

}  // namespace ooze::clavet
