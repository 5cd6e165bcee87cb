// Steele, Cline, Egbert and Dinerstein 2004 as anyone would write it down from the paper: one thread, plain
// float, a hash grid that is asked anew in every pass. What the fast step is measured against.
#pragma once

#include "benchmark/literal_clavet.h"

#include <vector>

namespace ooze::literal {

/// Lengths in particle radii, which are 1; any consistent units of time.
struct SteeleLaw {
  float radius = 1.f;
  float viscosity = 20.f;      ///< v
  float viscousSupport = 4.f;  ///< [radii]
  float amplitude = 40.f;      ///< of adhesion
  float densitySupport = 4.f;  ///< S [radii]
  float restDensity = 7.58652f;
  float elasticity = 0.2f;  ///< c
  float tolerance = 0.02f;  ///< mean error of density
  int mostPasses = 4;
  int moves = 6;  ///< M
  Vec3 gravity{0.f};
};

class SteeleLiquid {
 public:
  explicit SteeleLiquid(const SteeleLaw& paper) : law(paper) {}

  SteeleLaw law;
  std::vector<Particle> particles;

  /// One substep, in the order of the indices; there are no solids. Forces and viscosity once, then the
  /// moves, each with separation; then corrections until the mean error is below the tolerance.
  void step(float dt);

  /// Neighbours closer than `reach` [radii], mean over the particles.
  [[nodiscard]] double meanNeighbours(float reach);
  [[nodiscard]] int passes() const { return passes_; }  ///< of the last step

 private:
  template <class F>
  void forEachNeighbour(std::size_t i, float reach, const F& f) const;
  void findForces();
  void exchangeMomentum(float dt);
  void separate();
  bool correctDensity();

  HashGrid grid_;
  std::vector<Vec3> acceleration_, scratch_;
  int passes_ = 0;
};

}  // namespace ooze::literal
