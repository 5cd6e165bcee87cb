// Arbitrary Lagrangian-Eulerian (ALE) convection by MAFL (meshless advection using flow-directional local
// grids): particles lag behind the flow, and velocities are advected past them by upwind interpolation.
// Premoze et al. 2003, section 4, eq. 19 to 26.
#pragma once

#include "methods/mps/coefficients.h"
#include "methods/mps/points.h"
#include "methods/mps/pressure.h"

#include <array>
#include <span>
#include <vector>

namespace ooze::mps {

/// Advects velocities past points that lag behind the flow. In the arbitrary Lagrangian-Eulerian (ALE) view
/// the points are a grid with a velocity of its own. A point lags if its displacement in a step is shorter,
/// by the fraction c, than the liquid's: r^{n+1} = r^L + c (r^n - r^L). With c = 0 a point moves with the
/// liquid (Lagrangian), to r^L; with c = 1 the point stays (Eulerian). The liquid flows past a lagging point
/// at u_a = -(r^{n+1} - r^L) / dt (eq. 20), and the point takes on the velocity that the liquid had at the
/// new place (eq. 21), by upwind interpolation.
///
/// Departs from the paper's order, in which points move to r^L, feel viscosity and pressure there, and are
/// taken back last. Here the velocities of points that move less than the liquid are advected first, and the
/// rest of the step uses their final positions. At r^L the lattice is sheared by dt grad u, which puts the
/// pressure gradient off by about a tenth of the force that keeps a vortex turning.
class Convection {
 public:
  /// Fraction c of the liquid's displacement by which each point stays behind the liquid [1].
  std::vector<float> share;

  /// Returns velocities from which the compression rate is computed where points move less than the liquid
  /// [m/s]. Liquid has its predicted velocity. A solid's outermost particles take the tangential velocity of
  /// the liquid beside them and keep their own normal velocity. Tangential motion of a solid, which n sees
  /// from one side alone, must not count as compression.
  /// @param acceleration  acceleration of liquid points within dt [m/s^2]
  const Vec3Array& compressionVelocities(const PointSet& points, const Vec3Array& acceleration, float dt,
                                         const Threads& threads);
  /// Computes `share`, the fraction by which each point stays behind the liquid. The fraction is 0 at the
  /// free surface and beside other liquids, and grows with the distance from both. The fraction also falls to
  /// 0 where points are too dense, as where liquid is poured in or a solid moves in, because such points must
  /// spread.
  void updateLagFractions(const PointSet& points, const Pressure& pressure,
                          std::span<const Coefficients> materials, std::span<const std::uint16_t> material,
                          const Threads& threads);
  /// Advects the velocities of points that move less than the liquid does (Premoze et al. 2003, eq. 20 to
  /// 26).
  /// @param points  points at r^n
  /// @param velocity  velocity per particle, replaced by the convected one [m/s]
  void convectVelocities(const PointSet& points, Vec3Array& velocity, float dt, float spacing,
                         const Threads& threads);
  /// Recomputes `share` after the points were gathered again.
  void regatherLagFractions(const PointSet& points, const Threads& threads);
  /// Returns the part 1 - c of the liquid's displacement by which a particle moves [m]. Adds the rest to
  /// the particle's distance behind the liquid.
  Vec3 splitDisplacement(std::size_t particle, const Vec3& way);
  /// Shifts stored positions back by the lag of each particle, so that displayed motion is the motion of the
  /// liquid.
  /// @param previous  positions at the start of the step [m]
  /// @param frameStart  positions at the start of the frame [m]
  void shiftByLag(Vec3Array& previous, Vec3Array& frameStart, const Threads& threads);

  /// Velocities at four nodes on a line through a point, one spacing apart along the flow.
  struct UpwindLine {
    Vec3 own{0.f};     ///< velocity at node 0, the point itself [m/s]
    Vec3 upstream[2];  ///< velocities at nodes -1 and -2, upstream of the point [m/s]
    Vec3 downstream{0.f};
    bool hasUpstream = false;  ///< true if node -1 lies in liquid
    bool isWhole = false;      ///< true if all four nodes lie in liquid
  };
  /// Returns the convected velocity: third-order upwind (QUICK), eq. 25, or first-order upwind, eq. 24, where
  /// nodes are missing.
  /// @param q  Courant number |u_a| dt over the node distance, at most 1
  [[nodiscard]] static Vec3 convected(const UpwindLine& line, float q);

 private:
  static constexpr int kDerivatives = 9;  ///< number of derivatives: x, y, z, xx, yy, zz, xy, yz, zx
  using Derivatives = std::array<double, kDerivatives>;
  struct VelocityRange {
    Vec3 least, most;
    void include(const Vec3& v) { least = glm::min(least, v), most = glm::max(most, v); }
  };
  /// Second-order Taylor series of the velocity around a point.
  struct VelocityFit {
    std::array<Vec3, kDerivatives> derivatives;  ///< velocity per spacing or squared spacing [m/s]
    VelocityRange range;                         ///< range of the fitted velocities, for clamping [m/s]
  };
  [[nodiscard]] static Derivatives countsAt(const glm::dvec3& d);
  void fit(const PointSet& points, std::size_t i, float spacing);
  [[nodiscard]] bool fill(const PointSet& points, std::size_t i, const Vec3& node, float spacing, Vec3& value,
                          VelocityRange& range) const;

  std::vector<VelocityFit> fit_;  ///< fitted velocity field around each liquid point; unused for walls
  Vec3Array velocity_;
  std::vector<float> lagFraction_;  ///< fraction c of the displacement that each particle stays behind [1]
  Vec3Array lag_;  ///< distance of each particle behind the liquid, summed over the time step [m]
};

}  // namespace ooze::mps
