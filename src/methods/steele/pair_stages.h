// Stages of a step that loop over neighbours. Every stage reads one state and writes the effect of all
// neighbours on each particle (Jacobi). Therefore the order of particles affects only the rounding of sums,
// and the number of threads affects nothing.
#pragma once

#include "liquid/near_bodies.h"
#include "liquid/pair_value.h"
#include "methods/steele/adhesion.h"
#include "methods/steele/near_lists.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ooze::steele {

inline constexpr std::size_t kGrain = 256;  ///< particles per parallel chunk of a stage with neighbours

/// Inputs of a stage: near neighbours, positions and masses.
struct PairLiquid {
  const NearLists& near;
  const Vec3Array& position;
  /// Masses by particle [kg]; null if all are equal. Frozen particles have a much larger mass, like a wall. A
  /// pair shares every impulse by mass, so that momentum is conserved: particle i gets 2 m_j / (m_i + m_j) of
  /// half of it.
  const float* mass;
};

/// Returns the number of stages of a viscous exchange of v dt. @param part  v dt [1]
int exchangeStages(float part);

/// Exchanges momentum between neighbours: for every ordered pair, p gains and n loses
/// E = v k(d) (P_n - P_p) dt / (2 sum k). The sign is that of attraction to equal velocities; the printed
/// sign drives velocities apart. Departs from Steele et al. 2004 in six ways.
/// - A pair exchanges momentum along its line only, five times as much: exchange of the whole relative
/// velocity
///   would stop a turning drop. Along a line angular momentum is kept exactly.
/// - The sum of k d^2 replaces that of k, so that the kinematic viscosity v S^2 / 22 does not depend on the
///   packing.
/// - All exchanges follow from the velocities at the start (Jacobi), so that the result does not depend on an
///   order.
/// - For unequal masses velocities and not momenta become equal.
/// - The kernel k(d) = (1 - d^2 / S^2)^3 is smooth and ends at S.
/// - A step that would exchange more than half has several stages (Runge-Kutta-Legendre: Meyer, Balsara and
///   Aslam 2012, doi:10.1111/j.1365-2966.2012.20744.x), s of which do the work of (s^2 + s) / 2 steps.
///   Particles with few neighbours exchange at most what is stable.
class ViscousExchange {
 public:
  /// Advances velocities by dt [s].
  /// @param rate  rate v at which neighbours exchange momentum [1/s]
  /// @param support  support S of the kernel [m]
  /// @param fastest  the largest rate of all pairs [1/s]
  void exchange(const PairLiquid& liquid, Vec3Array& velocity, const PairValue& rate,
                const PairValue& support, float fastest, float dt, const Threads& threads);

 private:
  std::vector<float> perWeight_;  ///< factor of the kernel k, by particle; 0 without neighbours
  Quadruples at_, moving_;        ///< position and mass; velocity and perWeight_
  Vec3Array gained_, changed_;    ///< changes of velocity by the whole step's exchange, and of the last stage
};

/// Adhesion within the liquid. Departs from Steele et al. 2004, where all particles have one mass: for
/// unequal masses the function applies to the reduced mass, so that forces are opposite.
class Adhesion {
 public:
  /// Sets `acceleration` to the adhesion by all neighbours [m/s^2].
  /// @param kind  kind of liquid by particle; null for a single kind
  void find(const PairLiquid& liquid, const AdhesionMatrix& matrix, const std::uint32_t* kind, float radius,
            Vec3Array& acceleration, const Threads& threads);

 private:
  Quadruples at_;  ///< position and mass
};

/// Separates every pair of particles nearer than 2 r by moving each particle by half the overlap. Departs
/// from Steele et al. 2004 in three ways. All pairs are resolved from one state (Jacobi), so that the result
/// does not depend on an order. A particle with several contacts resolves part of each overlap, because
/// otherwise crowded particles would burst apart. Velocities change with the displacements, because otherwise
/// a pool would be compressed for ever.
class ContactSeparation {
 public:
  /// Resolves all overlaps once.
  /// @param radius     particle radius r [m]
  /// @param particles  the particles that liquid.position belongs to
  /// @param time       velocities change by displacement / time [s]
  void separate(const PairLiquid& liquid, float radius, Particles& particles, float time,
                const Threads& threads);

 private:
  Quadruples at_;               ///< position and mass
  std::vector<float> shareOf_;  ///< resolved fraction of each contact's overlap, by particle [1]
  Vec3Array moved_;
};

/// Corrects the density iteratively. The density of a particle is the sum of 1 - d / S over its neighbours
/// within S. An excess moves each neighbour by c (rho - rho0) / |rho'| away from the particle, and the
/// particle by the opposite. |rho'| is the number of neighbours over S, a factor that the printed correction
/// lacks. All moves follow from one state (Jacobi).
///
/// Departs from Steele et al. 2004 in four ways.
/// - The displacements are the gradient of one energy, the sum of c (rho - rho0)^2, so that a liquid comes to
///   rest. Therefore |rho'| is that of settled liquid, and a neighbour at the kernel's edge counts in part.
/// - Only an excess is corrected. A lack of density attracts nothing. The paper draws neighbours together by
///   the mean of the few there are, which stirs a surface.
/// - Solids have density (walls.h).
/// - A packing of particles that are pushed apart resists shear like a solid, because its neighbours are
///   arranged differently along different directions. Each displacement is reduced along the directions of
///   more and farther neighbours so that the whole bears no shear stress. In a sheet the reduction is
///   limited, so that the sheet does not become ever denser and burst.
class DensityCorrection {
 public:
  static constexpr double kTolerance = 0.023;     ///< mean error from which further passes follow [1]
  static constexpr double kFullTolerance = 0.04;  ///< mean error from which two further passes follow [1]

  struct Result {
    int passes = 0;
    double error = 0.0;  ///< mean excess of rho over rho0, over rho0, before the last pass [1]
  };

  /// Runs two passes, so that pressure does not flicker, and further passes in proportion to the mean error
  /// above kTolerance.
  /// @param support  support S of the density kernel [m]
  /// @param rest  rest density rho0 [1]
  /// @param elasticity  fraction c of an error that a pass corrects, by particle or for all [1]
  /// @param density  receives the density before the last pass [1]
  /// @param solids  solids near each particle, dynamic bodies too; null in a world without solids
  Result correct(const PairLiquid& liquid, float support, float rest, const PairValue& elasticity,
                 Vec3Array& position, std::vector<float>& density, const NearBodies* solids,
                 const Threads& threads);

  /// Computes densities and the mean error: the first half of a pass.
  double measure(const PairLiquid& liquid, float support, float rest, const PairValue& elasticity,
                 const Vec3Array& position, std::vector<float>& density, const NearBodies* solids,
                 const Threads& threads);
  /// Moves the particles by the measured errors: the second half of a pass.
  /// @param part  fraction of the displacements [1]
  void move(const PairLiquid& liquid, float support, Vec3Array& position, const Threads& threads,
            float part = 1.f);

 private:
  Quadruples at_;  ///< position and mass
  /// Displacement c (rho - rho0) / |rho'| of each particle [m], and xx yy zz of the displacement by r^ tensor
  /// r^ that cancels the shear stress.
  Quadruples push_;
  Quadruples shear_;  ///< 2xy 2xz 2yz of that displacement [m]
  std::vector<double> errors_;
  std::vector<std::size_t> counts_;
  Vec3Array moved_;
};

/// Ratio n_n / n_c deep inside a uniform liquid, for a cone of 10 degrees: (1 - sin) / (1 + sin).
inline constexpr float kDeepRatio = 0.704f;

/// Classification of surface particles.
class SurfaceClassifier {
 public:
  /// Sets `exposure` to 1 - (n_n / n_c) / kDeepRatio, from 0 deep inside to 1 at the surface. n_n is the
  /// number of neighbours within `reach` [m] that lie on the side away from the centroid, by more than 10
  /// degrees. n_c is the number of all others, including the particle itself.
  void classify(const PairLiquid& liquid, float reach, std::vector<float>& exposure, const Threads& threads);

 private:
  Quadruples at_;  ///< position
};

/// Converts a colour 0xAABBGGRR to red, green and blue reflectance [1], without a change of transfer
/// function.
Vec3 pigmentOf(std::uint32_t colour);
/// Converts reflectance back to a colour, with the alpha of `before`.
std::uint32_t colourOf(const Vec3& pigment, std::uint32_t before);

/// Mixes the colours of neighbouring particles. Departs from Steele et al. 2004, where colours mix in the
/// rendered picture only. Every particle approaches the mean of its neighbours at a given rate. All updates
/// read one state (Jacobi), and the sum of each pigment is conserved.
class AdhesionColours {
 public:
  /// Advances the mixing by dt [s].
  /// @param reach  distance within which neighbours mix [m]
  /// @param rate  rate at which a particle approaches the mean of its neighbours [1/s]
  void mix(const PairLiquid& liquid, float reach, const PairValue& rate, float dt, Vec3Array& pigment,
           const Threads& threads);

 private:
  Vec3Array gained_;
};

}  // namespace ooze::steele
