// SPH: densities (eq. 2 and 3), pressures (eq. 1), and the forces of pressure and viscosity between
// neighbours (eq. 1, 2 and 4).
#pragma once

#include "ooze/bodies/bodies.h"

#include "liquid/near_bodies.h"
#include "liquid/pair_value.h"
#include "liquid/particle_liquid.h"
#include "liquid/symmetric_matrix.h"
#include "methods/shape_matching/coefficients.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::shape_matching {

/// Returns the pressure of a liquid, k (rho - rho0), eq. 1.
/// Departs from eq. 1 in that pressure is never negative. At a surface half of the kernel is empty, and
/// tension from this density would pull drops into clumps. Cohesion has a density of its own.
/// @param density  density over the rest density [1]
inline float pressureAt(float density, const Coefficients& c) {
  return c.stiffness * c.density * std::max(density - 1.f, 0.f);
}

/// Sums of the kernels of density and cohesion over the cubic lattice of rest.
struct LatticeSums {
  float density, cohesive;
};
[[nodiscard]] const LatticeSums& latticeSums();

/// Distance that a particle may move before contact must ask for the faces near it again [h].
inline constexpr float kPlanesHold = 0.02f;

/// SPH density, pressure and volume of each particle.
class Densities {
 public:
  /// Computes Particles::density and Particles::exposure, and from these pressures, tensions and dilations. A
  /// density is the particle count over that of the rest lattice, so each liquid has density 1 at rest,
  /// whatever the density of its neighbours (Solenthaler and Pajarola 2008).
  /// @param h  interaction radius [m]
  /// @param materials  coefficients by material index
  void measure(ParticleLiquid& liquid, float h, std::span<const Coefficients> materials,
               const Threads& threads);

  /// Adds the part of the kernels that solids cover, as if they were liquid at rest. Departs from the paper,
  /// whose walls carry no density: there liquid in a tank draws to the walls and loses volume. Solids push by
  /// contact alone. A mirrored pressure of walls (Akinci et al. 2012) has no potential and stirs liquid at
  /// rest.
  void addWalls(ParticleLiquid& liquid, const Bodies& bodies, float h,
                std::span<const Coefficients> materials, const Threads& threads);

  /// Returns the pressure of each particle [Pa].
  [[nodiscard]] const std::vector<float>& pressure() const { return pressure_; }
  /// Returns the cohesion of each particle, a tension [Pa]. Cohesion acts on particles with few neighbours,
  /// in proportion to what is missing at first.
  [[nodiscard]] const std::vector<float>& tension() const { return tension_; }
  /// Returns the faces of solids that addWalls() has found within h.
  [[nodiscard]] const NearBodies& nearBodies() const { return near_; }
  /// Returns the volume of each particle over that at rest, m / rho of eq. 2. Departs from these in
  /// that the ratio is at most 1. At surfaces and in spray half of the kernel is empty, although a particle
  /// is no larger than in the liquid. Forces from the larger volume would make spray boil.
  [[nodiscard]] const std::vector<float>& dilation() const { return dilation_; }

 private:
  /// Sets pressure, tension and dilation from the density of a particle.
  void followDensity(const Particles& particles, std::size_t i, std::span<const Coefficients> materials);

  std::vector<float> cohesive_;  ///< density by the kernel of cohesion, over that at rest [1]
  std::vector<float> pressure_, tension_, dilation_;
  NearBodies near_;
};

/// Selects the forces that SphForces computes.
enum class SphPart { All, Pressure, Viscosity };

/// Computes the SPH acceleration of particles, with SIMD packets of eight neighbours.
class SphForces {
 public:
  /// Sets `acceleration` to f_press + f_visc over rho, each pair weighted with the mean of both alphas.
  /// Within one material that is the alpha of eq. 10. The forces of a pair are opposite, also between liquids
  /// of different densities, which conserves momentum.
  ///
  /// Departs from eq. 2 in that viscosity acts along the line between two particles, with equal strength.
  /// Forces along the relative velocity exert a torque, and a spinning drop would stop by itself.
  ///
  /// Departs from the paper where two bodies meet. Pressure and viscosity act in full, because two elastic
  /// bodies (alpha = 0) would otherwise pass through each other. Tension acts by the fourth power of alpha,
  /// because cut bodies would otherwise stick together.
  /// @param bodies    body of each particle; null: all particles are one body
  /// @param stress    stress of each particle's pressure (PackingCorrection); null: the pressure alone [Pa]
  /// @param velocity  velocities for the viscosity; null: those of the particles [m/s]
  void act(const ParticleLiquid& liquid, float h, std::span<const Coefficients> materials,
           const Densities& densities, const SymmetricMatrices* stress, const std::uint32_t* bodies,
           Vec3Array& acceleration, const Threads& threads, SphPart part = SphPart::All,
           const Vec3Array* velocity = nullptr);

 private:
  std::vector<float> alpha_, viscosity_;  ///< per particle, if there are several materials
  std::vector<float> none_;               ///< pressure of 0 for each particle
};

}  // namespace ooze::shape_matching
