// A material's numbers as a step uses them: SI, at the world's interaction radius.
#pragma once

#include "ooze/methods/method.h"

#include "liquid/contact.h"
#include "methods/shape_matching/material.h"

#include <cstddef>

namespace ooze::shape_matching {

/// Edge of the cube that a particle fills at rest [h]: some 45 neighbours within h.
inline constexpr float kSpacing = 0.45f;

/// Lists reach so much farther than the kernels do [h].
inline constexpr float kSkin = 0.1f;

/// What friction takes of a sliding speed, it takes in this time at the reference radius [s].
inline constexpr float kFrictionTime = 1.f / 300.f;

struct Coefficients {
  float alpha;          ///< [1]
  float regionRadius;   ///< h_sm [m]
  float stiffnessTime;  ///< [s]
  float damping;        ///< of wobbling, as far as it is shape matching: delta (1 - alpha) [1/s]
  float threshold;      ///< T_f: eq. 14 [m/s^2]
  float interval;       ///< S_T [s]
  float stiffness;      ///< k [m^2/s^2]
  float viscosity;      ///< mu [Pa s]
  float density;        ///< rho0 [kg/m^3]
  float mass;           ///< of a particle [kg]
  ContactCoefficients contact;

  /// By what (g - x) accelerates: eq. 13 with the weight of eq. 10 [1/s^2].
  [[nodiscard]] float shapeRate() const { return (1.f - alpha) / (stiffnessTime * stiffnessTime); }
  [[nodiscard]] bool keepsShape() const { return alpha < 1.f; }
};

/// What every liquid has at least [Pa s], in proportion to how fast sound crosses h. Departs from eq. 2:
/// without any, steps of a finite length feed what swings between pressure and tension, and spray boils.
float leastViscosity(const Material& m, float density, float h);

/// Converts to SI at interaction radius h. h_sm and the stiffness time stay what they are at every h, and so
/// does the shear modulus (shearModulus()); speed of sound and viscosity are SI already. A region is never
/// smaller than a spacing, and what friction holds back is a layer in proportion to h.
/// @param referenceRadius  h_ref, where the material's numbers are true [m] @param density  [kg/m^3]
Coefficients convert(const Material& m, float referenceRadius, float density, float h);
Coefficients convert(const MaterialDefinition& material, float h);

/// What the regions of an even body come to for waves that are long beside them [Pa]: a shear of wave number
/// q moves goals by -(h_sm q)^2 / 6 of what it moves particles. Compression alone moves them by twice as
/// much, so that Young's modulus is 2 G.
double shearModulus(const Coefficients& c);

/// Sum of poly6 kernels over a cubic lattice of spacing kSpacing h, times the volume of a particle: near 1.
double latticeSum();

/// The longest step that materials bear side by side. @param count  of them @param of  each, by index
StableStep stableStep(std::size_t count, FunctionRef<Coefficients(std::size_t)> of, float gravity, float h);

}  // namespace ooze::shape_matching
