// Shape matching by regions: where each particle should be (eq. 7).
#pragma once

#include "liquid/particle_liquid.h"
#include "methods/shape_matching/box_sums.h"
#include "methods/shape_matching/coefficients.h"

#include <span>
#include <vector>

namespace ooze::shape_matching {

/// What regions know of the liquid.
struct ShapedLiquid {
  const Particles& particles;
  const Vec3Array& place;  ///< x0 [m]
  std::span<const Coefficients> materials;
};

/// Each particle has the region of its cell, so that a cell's counts as often as it has particles.
///
/// A particle's part in the sums of a region is m (1 - alpha) / dt0^2 over the number of regions that it is
/// in. The paper has m over that number; with what (g - x) is multiplied by in eq. 13 and 10 within the
/// weight, momentum is kept also where a region has particles of several materials.
class Regions {
 public:
  /// What changes only with the grid and with materials: numbers of regions, masses, centres of references.
  void prepare(const ReferenceGrid& grid, const ShapedLiquid& liquid, const Threads& threads);

  /// Fits every region's shape: rotation, translation. @param rotation  by particle, of the last step; set to
  /// that of the particle's region
  void fit(const ReferenceGrid& grid, const ShapedLiquid& liquid, std::vector<Quat>& rotation,
           const Threads& threads);
  /// From each particle to its goal, g - x [m]; 0 of what has no shape.
  void findGoals(const ReferenceGrid& grid, const ShapedLiquid& liquid, Vec3Array& offset,
                 const Threads& threads) const;

  /// Of how many regions, with their weights, the particles of a cell are.
  [[nodiscard]] double count(std::size_t cell) const { return *counts_.of(cell); }

 private:
  BoxSums<1> counts_;
  BoxSums<4> rest_;   ///< of a region: mass, mass times x0
  BoxSums<12> sums_;  ///< of a region: sums of m x x0^T by columns, and of m x; then of a cell: R and t
};

/// How fast regions move as rigid bodies, and what is lost to them (Rivers and James 2007, section 4.3).
class RegionDamping {
 public:
  void prepare(const ReferenceGrid& grid, const Regions& regions, const ShapedLiquid& liquid,
               const Threads& threads);
  /// Adds what damping changes in dt to `gain` [m/s]. Momentum and angular momentum are kept.
  void damp(const ReferenceGrid& grid, const Regions& regions, const ShapedLiquid& liquid, float dt,
            Vec3Array& gain, const Threads& threads);
  [[nodiscard]] bool acts() const { return fastest_ > 0.f; }

 private:
  void sumMotion(const ReferenceGrid& grid, const Regions& regions, const ShapedLiquid& liquid,
                 const Threads& threads);
  void findMotion(const ReferenceGrid& grid, const Threads& threads);

  float fastest_ = 0.f;  ///< rate [1/s]
  BoxSums<1> masses_;
  BoxSums<15> sums_;   ///< of a region: m x, m v, m x cross v, and m x x^T as xx, yy, zz, xy, xz, yz
  BoxSums<6> motion_;  ///< of a region, then of a cell: velocity at the origin, angular velocity
};

}  // namespace ooze::shape_matching
