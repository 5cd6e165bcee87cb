// Particles drawn together and flattened as their neighbourhood is, so that a sheet of them is a sheet.
#pragma once

#include "ooze/base/threads.h"

#include "surface/field.h"
#include "surface/lattice_particles.h"

#include <vector>

namespace ooze::surface {

/// Yu and Turk 2013, "Reconstructing surfaces of particle-based fluids using anisotropic kernels", sections 4
/// and 5, for the field of eq. 13. Keeps its memory.
class ParticleSmoothing {
 public:
  /// Moves the particles, and says what each contributes.
  /// @param reach     the interaction radius [cells]
  /// @param strength  0..1
  KernelShapes& apply(LatticeParticles& particles, float reach, float strength, const Threads& threads);

  /// The first half of apply(), for crowd() and company() only: sums over all particles' neighbours.
  void look(const LatticeParticles& particles, float reach, const Threads& threads);
  /// Of each particle: how many neighbours it has, weighted with 1 - (r / reach)^3.
  [[nodiscard]] const std::vector<float>& company() const { return company_; }
  /// Of each particle: the sum of (1 - r / reach)^2 over all near it, itself included; 1 for a lone one.
  [[nodiscard]] const std::vector<float>& crowd() const { return crowd_; }

 private:
  class PartVisitor;

  /// What near the surface follows from the sums.
  void shape(const LatticeParticles& particles, float reach, float strength, const Threads& threads);

  std::vector<float> crowd_;                  ///< sum of (1 - q)^2, with the particle's own 1
  std::vector<float> exposure_;               ///< 0 inside .. 1 at the surface
  std::vector<float> company_;                ///< sum of the weights of the others
  std::vector<float> leanX_, leanY_, leanZ_;  ///< mean of the neighbours less the particle [cells]
  std::vector<float> x_, y_, z_;              ///< where particles go
  KernelShapes shapes_;
};

}  // namespace ooze::surface
