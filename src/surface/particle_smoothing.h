// Anisotropic kernels: smooths particle positions and flattens kernels along thin directions of the liquid.
#pragma once

#include "ooze/base/threads.h"

#include "surface/field.h"
#include "surface/lattice_particles.h"

#include <array>
#include <vector>

namespace ooze::surface {

/// Computes anisotropic kernels for the field of eq. 13.
/// Source: Yu and Turk 2013, "Reconstructing surfaces of particle-based fluids using anisotropic kernels",
/// sections 4 and 5. Buffers are reused.
class ParticleSmoothing {
 public:
  /// Moves the particles, and computes the kernel shape of each.
  /// @param reach     the interaction radius [cells]
  /// @param strength  degree of the smoothing, from 0 (none) to 1 (full)
  KernelShapes& apply(LatticeParticles& particles, float reach, float strength, const Threads& threads);

  /// Computes only the neighbour sums kernelSum() and neighbourWeight(), the first half of apply().
  void computeNeighbourSums(const LatticeParticles& particles, float reach, const Threads& threads);
  /// Returns the number of neighbours of each particle, weighted with 1 - (r / reach)^3.
  [[nodiscard]] const std::vector<float>& neighbourWeight() const { return neighbourWeight_; }
  /// Returns the kernel sum of (1 - r / reach)^2 over all near particles, the particle itself included; 1 if
  /// isolated.
  [[nodiscard]] const std::vector<float>& kernelSum() const { return kernelSum_; }
  /// Returns the coordinates of each particle before the last apply() moved it [cells].
  [[nodiscard]] std::array<const float*, 3> originalPositions() const {
    return {x_.data(), y_.data(), z_.data()};
  }

 private:
  class PartVisitor;

  /// Moves and shapes the particles near the surface, using the sums of computeNeighbourSums().
  void shape(const LatticeParticles& particles, float reach, float strength, const Threads& threads);

  std::vector<float> kernelSum_;        ///< kernel sum of (1 - q)^2, including the particle's own 1
  std::vector<float> exposure_;         ///< exposure of each particle: 0 deep inside .. 1 at the surface
  std::vector<float> neighbourWeight_;  ///< weighted number of neighbours of each particle
  std::vector<float> leanX_, leanY_, leanZ_;  ///< mean of the neighbours minus the particle [cells]
  std::vector<float> x_, y_, z_;  ///< new positions of the particles; after apply() the original ones
  KernelShapes shapes_;
};

}  // namespace ooze::surface
