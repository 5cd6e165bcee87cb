// The field of eq. 13 at the nodes of the lattice.
#pragma once

#include "ooze/base/threads.h"

#include "surface/block_grid.h"
#include "surface/lattice_particles.h"

#include <vector>

namespace ooze::surface {

/// The part of each particle in the field, where particles are not all alike: w (1 - q)^2 (or another
/// function of q) with q^2 = d' A d, d in cells. A ball of the reach holds every ellipsoid q < 1.
struct KernelShapes {
  std::vector<float> weight;
  std::vector<float> xx, xy, xz, yy, yz, zz;  ///< A [1/cells^2]
  float farthest = 0.f;                       ///< that a particle was moved out of its own block [cells]

  void resize(std::size_t n) {
    for (std::vector<float>* v : {&weight, &xx, &xy, &xz, &yy, &yz, &zz}) v->resize(n);
  }
};

/// f = sqrt(sum of (1 - r / reach)^2) at every node, and which nodes are above the level.
///
/// By gathering: each block takes the particles within reach in one fixed order, whatever else is computed at
/// the same time, so that a node's sum always has the same bits.
/// @param reach   the interaction radius [cells]
/// @param shapes  null: (1 - r / reach)^2 for each particle
void computeField(const LatticeParticles& particles, const KernelShapes* shapes, float reach, float level,
                  BlockGrid& grid, const Threads& threads);

/// f = sum of w (1 - q^2)^2 / (1 + sharpness q^2) at every node, likewise: the particles' pull of
/// stretched_kernels.h. Which nodes are inside is left to be said.
void computePull(const LatticeParticles& particles, const KernelShapes& shapes, float reach, float sharpness,
                 BlockGrid& grid, const Threads& threads);

}  // namespace ooze::surface
