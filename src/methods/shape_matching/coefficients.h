// Material parameters converted to the coefficients that a time step uses, in SI at the world's interaction
// radius.
#pragma once

#include "ooze/methods/method.h"

#include "liquid/contact.h"
#include "methods/shape_matching/material.h"

#include <cstddef>
#include <span>

namespace ooze::shape_matching {

/// Particle spacing at rest [h]. A particle has some 45 neighbours within h.
inline constexpr float kSpacing = 0.45f;

/// Skin of the neighbour lists: they reach this much farther than the kernels [h].
inline constexpr float kSkin = 0.1f;

/// Time in which friction takes its fraction of a sliding speed, at the reference radius [s].
inline constexpr float kFrictionTime = 1.f / 300.f;

/// Cohesion over rho0 and the missing part of the density [m^2/s^2]. With a tenfold value a turning cube of
/// liquid becomes a ball so fast that its rotation gains energy, and liquid pulls on the bodies that it
/// touches.
inline constexpr float kCohesion = 0.25f;
/// Cohesion grows until this part of the density is missing [1].
inline constexpr float kMostLoosened = 0.1f;

struct Coefficients {
  float alpha;          ///< fluidity: 0 elastic, never flows .. 1 liquid without a shape [1]
  float regionRadius;   ///< half the edge h_sm of the box-shaped region around a particle [m]
  float stiffnessTime;  ///< time Delta t0 in which shape matching pulls a particle to its goal (eq. 13) [s]
  float damping;        ///< damping of wobbling, weighted as shape matching: delta (1 - alpha) [1/s]
  float threshold;      ///< force per mass T_f above which a body takes a new shape (eq. 14) [m/s^2]
  float interval;       ///< time S_T between checks whether a body takes a new shape [s]
  float stiffness;      ///< stiffness k of the pressure equation [m^2/s^2]
  float cohesion;       ///< tension of a particle per part of the density that is missing [Pa]
  float viscosity;      ///< dynamic viscosity mu [Pa s]
  float density;        ///< rest density rho0 [kg/m^3]
  float mass;           ///< mass of a particle [kg]
  ContactCoefficients contact;

  /// Returns the acceleration per displacement (g - x) from the goal: eq. 13 with the weight of eq. 10
  /// [1/s^2].
  [[nodiscard]] float shapeRate() const { return (1.f - alpha) / (stiffnessTime * stiffnessTime); }
  [[nodiscard]] bool keepsShape() const { return alpha < 1.f; }
};

/// Returns the least viscosity of every liquid [Pa s], in proportion to rho, the speed of sound and h.
/// Departs from eq. 2: without viscosity, finite time steps feed oscillations between pressure and tension,
/// and spray boils.
float leastViscosity(const Material& m, float density, float h);

/// Converts parameters to SI at interaction radius h. h_sm, the stiffness time and therefore the shear
/// modulus (shearModulus()) do not depend on h; speed of sound and viscosity are SI already. A region is
/// never smaller than a spacing. Friction acts on a layer in proportion to h.
/// @param referenceRadius  h_ref, where the material's parameters hold [m]
/// @param density  mass density of the material [kg/m^3]
Coefficients convert(const Material& m, float referenceRadius, float density, float h);

/// Returns the coefficients of a material in a world. Liquids are stiffened to the world's limit of
/// compression.
/// @param gravity  acceleration of gravity [m/s^2]
Coefficients coefficientsOf(const MethodSettings& settings, const MaterialDefinition& material,
                            float gravity);

/// Returns the kinematic viscosity that packing under pressure adds in liquid 4 h deep [m^2/s].
/// @param viscosity  kinematic viscosity of the material [m^2/s]
/// @param gravity    acceleration of gravity [m/s^2]
double packingViscosity(double viscosity, double gravity, double h);

/// Returns the rate at which viscosity damps the shortest waves, over the stability limit of explicit steps
/// [1/s]: explicit viscosity needs steps of 1 / rate. 0 where explicit steps are not much shorter than the
/// other limits. Otherwise viscosity acts in stages (stagesOfViscosity()).
float stagedViscosity(std::span<const Coefficients> materials, float h);

/// Returns the number of stages in which viscosity acts in a step. Stage j of s takes part in a
/// Runge-Kutta-Legendre scheme of first order (Meyer, Balsara and Aslam 2012, doi:10.1111/j.1365-2966.2012.
/// 20744.x), which is stable up to dt = (s^2 + s) / 2 of the explicit limit.
/// @param rate  stagedViscosity() [1/s]
int stagesOfViscosity(float rate, float dt);

/// Returns the shear modulus of an even body for waves much longer than its regions [Pa]. A shear wave of
/// wave number q moves goals by -(h_sm q)^2 / 6 of the displacement of particles. Uniaxial compression moves
/// goals by twice as much, so Young's modulus is 2 G.
double shearModulus(const Coefficients& c);

// Conversion to and from other methods: MethodRow::firmness and MethodRow::setFirmness (firmness.cpp).
Firmness firmness(const MaterialDefinition& material);
void setFirmness(MaterialDefinition& material, const Firmness& wanted);

/// Returns the longest stable time step for several materials side by side: MethodRow::stableStep.
StableStep stableStep(const MethodSettings& settings, std::span<const MaterialDefinition> materials,
                      const Vec3& gravity);

}  // namespace ooze::shape_matching
