// Double density relaxation (Clavet 2005, section 4, Algorithm 2). Extensions are a volume stiffness separate
// from cohesion, and walls that carry density.
#pragma once

#include "ooze/methods/inspection.h"

#include "liquid/near_bodies.h"
#include "liquid/particle_liquid.h"
#include "methods/clavet/cuts.h"
#include "methods/clavet/material_laws.h"
#include "methods/clavet/packing.h"

#include <cstdint>

namespace ooze::clavet {

/// Inputs of the relaxation besides the liquid.
struct RelaxationTerms {
  MaterialLaws& laws;
  const ObservedPacking& packing;
  Cuts& cuts;
  /// Solids within at least h (1 + kSkin), because particles move during relaxation.
  const NearBodies& walls;
};

/// Moves particles in one Gauss-Seidel sweep towards their rest density, and stores density and exposure.
/// Departs from Clavet 2005 section 4, which sweeps in one fixed random order. Here the sweep follows the
/// grid, so that the result does not depend on the number of threads. The direction alternates only in
/// liquids where a fixed direction would cause an artificial flow.
/// @param dt  length of the step [s]
/// @param watched  receives the values of the watched particle; null for none
void relaxDoubleDensity(float dt, ParticleLiquid& liquid, const RelaxationTerms& terms,
                        const Threads& threads, std::uint64_t stepIndex, WatchedParticle* watched);

}  // namespace ooze::clavet
