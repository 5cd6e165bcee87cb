// Shape matching by regions, which yields a goal position for each particle (eq. 7).
#pragma once

#include "liquid/particle_liquid.h"
#include "methods/shape_matching/box_sums.h"
#include "methods/shape_matching/coefficients.h"

#include <span>
#include <vector>

namespace ooze::shape_matching {

/// Input of shape matching: particles, reference positions and materials.
struct ShapeMatchingInput {
  const Particles& particles;
  const Vec3Array& place;  ///< reference position x0 of each particle [m]
  std::span<const Coefficients> materials;
};

/// Shape matching over regions of cells. Each particle has the region around its cell, so a cell's region
/// counts as often as the cell has particles.
///
/// The weight of a particle in the sums of a region is m (1 - alpha) / dt0^2 over the number of regions that
/// contain the particle. The paper has m over that number. The factors of (g - x) in eq. 13 and 10 are part
/// of the weight here, which conserves momentum also where a region has particles of several materials.
class ShapeRegions {
 public:
  /// Computes the sums that change only with the grid and with materials: numbers of regions, masses,
  /// reference centres.
  void prepare(const ReferenceGrid& grid, const ShapeMatchingInput& liquid, const Threads& threads);

  /// Fits the rotation and translation of every region.
  /// @param rotation  per particle, rotation of its region in the last step; replaced by the new one
  void fit(const ReferenceGrid& grid, const ShapeMatchingInput& liquid, std::vector<Quat>& rotation,
           const Threads& threads);
  /// Computes the vector from each particle to its goal, g - x [m]; 0 without a shape.
  void findGoals(const ReferenceGrid& grid, const ShapeMatchingInput& liquid, Vec3Array& offset,
                 const Threads& threads) const;

  /// Returns the number of regions, weighted, that contain the particles of a cell.
  [[nodiscard]] double count(std::size_t cell) const { return *counts_.of(cell); }

 private:
  BoxSums<1> counts_;
  BoxSums<4> rest_;   ///< per region: mass, mass times x0
  BoxSums<12> sums_;  ///< per region: sums of m x x0^T by columns, and of m x; later per cell: R and t
};

/// Damping of deformation: velocities relax towards the rigid motion of their regions (Rivers and James 2007,
/// section 4.3).
class RegionDamping {
 public:
  void prepare(const ReferenceGrid& grid, const ShapeRegions& regions, const ShapeMatchingInput& liquid,
               const Threads& threads);
  /// Adds the velocity change by damping in dt to `gain` [m/s]. Conserves linear and angular momentum.
  void damp(const ReferenceGrid& grid, const ShapeRegions& regions, const ShapeMatchingInput& liquid,
            float dt, Vec3Array& gain, const Threads& threads);
  [[nodiscard]] bool isActive() const { return fastest_ > 0.f; }

 private:
  void sumMotion(const ReferenceGrid& grid, const ShapeRegions& regions, const ShapeMatchingInput& liquid,
                 const Threads& threads);
  void findMotion(const ReferenceGrid& grid, const Threads& threads);

  float fastest_ = 0.f;  ///< greatest damping rate of all materials [1/s]
  BoxSums<1> masses_;
  BoxSums<15> sums_;   ///< per region: m x, m v, m x cross v, and m x x^T as xx, yy, zz, xy, xz, yz
  BoxSums<6> motion_;  ///< per region, later per cell: velocity at the origin, angular velocity
};

}  // namespace ooze::shape_matching
