// Evaluates the particle field (eq. 13) at the nodes of the sparse grid.
#pragma once

#include "ooze/base/threads.h"

#include "surface/block_grid.h"
#include "surface/lattice_particles.h"

#include <vector>

namespace ooze::surface {

/// Anisotropic kernels: a particle of weight w contributes w (1 - q)^2 (or another function of q).
/// Here q^2 = d' A d for the offset d of the node from the particle [cells]. Every ellipsoid q < 1 fits in a
/// ball with the radius of the reach.
struct KernelShapes {
  std::vector<float> weight;
  std::vector<float> xx, xy, xz, yy, yz, zz;  ///< entries of the matrix A of each particle [1/cells^2]
  float farthest = 0.f;  ///< largest distance that a particle was moved out of its own block [cells]

  void resize(std::size_t n) {
    for (std::vector<float>* v : {&weight, &xx, &xy, &xz, &yy, &yz, &zz}) v->resize(n);
  }
};

/// Computes f = sqrt(sum of (1 - r / reach)^2) at every node, and the nodes above the isovalue.
///
/// The sum is a gather: each block reads the particles within reach in a fixed order, so a node's sum has the
/// same bits for any number of threads.
/// @param reach   the interaction radius [cells]
/// @param shapes  kernel of each particle; null: (1 - r / reach)^2 for all particles
void computeField(const LatticeParticles& particles, const KernelShapes* shapes, float reach, float level,
                  BlockGrid& grid, const Threads& threads);

/// Computes f = sum of w (1 - q^2)^2 / (1 + sharpness q^2) at every node: the pull of
/// velocity_aligned_kernels.h. The sum is a gather as in computeField(). NodeBlock::inside is not set.
void computeAttraction(const LatticeParticles& particles, const KernelShapes& shapes, float reach,
                       float sharpness, BlockGrid& grid, const Threads& threads);

}  // namespace ooze::surface
