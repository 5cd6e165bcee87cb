// A literal transcription of Steele, Cline, Egbert and Dinerstein 2004, the baseline of the benchmarks: one
// thread, plain float, and a neighbour search by hash grid in every pass.
#pragma once

#include "benchmark/literal_clavet.h"

#include <vector>

namespace ooze::literal {

/// Parameters of the method. Lengths are in particle radii (radius 1), in any consistent unit of time.
struct SteeleParameters {
  float radius = 1.f;
  float viscosity = 20.f;      ///< viscosity coefficient, v in the paper
  float viscousSupport = 4.f;  ///< support radius of viscosity [radii]
  float amplitude = 40.f;      ///< amplitude of the adhesion force
  float densitySupport = 4.f;  ///< support radius of the density sum, S in the paper [radii]
  float restDensity = 7.58652f;
  float elasticity = 0.2f;  ///< elasticity of density corrections, c in the paper
  float tolerance = 0.02f;  ///< accepted mean error of the density
  int maxPasses = 4;
  int moves = 6;  ///< moves with separation per substep, M in the paper
  Vec3 gravity{0.f};
};

class SteeleLiquid {
 public:
  explicit SteeleLiquid(const SteeleParameters& paper) : law(paper) {}

  SteeleParameters law;
  std::vector<Particle> particles;

  /// Advances by one substep, in the order of the indices and without solids. Forces and viscosity are
  /// computed once; moves with separation follow; density corrections repeat until the mean error is below
  /// the tolerance.
  void step(float dt);

  /// Returns the mean number of neighbours closer than `reach` [radii].
  [[nodiscard]] double meanNeighbours(float reach);
  [[nodiscard]] int passes() const { return passes_; }  ///< number of correction passes of the last step

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
