// Clavet 2005, section 4, Algorithm 2: double density relaxation, with volume stiffness apart from cohesion
// and walls that carry density.
#pragma once

#include "ooze/methods/inspection.h"

#include "liquid/near_bodies.h"
#include "liquid/particle_liquid.h"
#include "methods/clavet/cuts.h"
#include "methods/clavet/material_laws.h"
#include "methods/clavet/packing.h"

#include <cstdint>

namespace ooze::clavet {

/// What decides how the liquid gives way.
struct RelaxationTerms {
  MaterialLaws& laws;
  const ObservedPacking& packing;
  Cuts& cuts;
  const NearBodies& walls;  ///< at least within h (1 + kSkin): particles may come nearer while they relax
};

/// Moves particles until their density is what pressure makes of it, and leaves density and exposure with
/// them. Departs from Clavet 2005 section 4, which sweeps in one fixed random order: grid order, so that the
/// sweep does not depend on the number of threads, turned where it would pump the liquid and nowhere else.
/// @param dt  [s] @param watched  told what its turn finds; null: nobody is
void relaxDoubleDensity(float dt, ParticleLiquid& liquid, const RelaxationTerms& terms,
                        const Threads& threads, std::uint64_t stepIndex, WatchedParticle* watched);

}  // namespace ooze::clavet
