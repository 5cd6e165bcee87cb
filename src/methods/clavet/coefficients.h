// Coefficients of a material as a time step uses them: SI units at the world's interaction radius. Also the
// conversion from the paper's units, and the stable time step.
#pragma once

#include "ooze/methods/method.h"

#include "liquid/contact.h"
#include "methods/clavet/material.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace ooze::clavet {

/// One frame of the paper [s].
inline constexpr float kFrame = 1.f / 30.f;

/// Time in which friction removes the fraction mu of a sliding speed at the reference radius [s]. The value
/// is a tenth of a paper frame: in this step earth gravity moves a particle by 0.01 h (h = 1 cm), as the
/// paper's own settings do in one frame.
inline constexpr float kFrictionTime = 0.1f * kFrame;

/// Skin of the neighbour lists: the search radius is h (1 + kSkin), because particles move during relaxation
/// [1].
inline constexpr float kSkin = 0.1f;

/// Distance of a particle's centre from a solid at contact [h] (R in Clavet 2005, section 6).
inline constexpr float kCollisionRadius = 0.2f;

/// Coefficients of one material.
struct Coefficients {
  float restDensity;     ///< rest density rho0 of pressure, a weighted neighbour count [1]
  float settledDensity;  ///< rho_r: density at which pressure and near pressure balance [1]
  float k;               ///< stiffness k of pressure (eq. 2) [m/s^2]
  float kNear;           ///< stiffness k_near of near pressure (eq. 5) [m/s^2]
  float kVolume;         ///< additional stiffness under compression; 0: none, as in the paper [m/s^2]
  float particleVolume;  ///< volume of one particle at rest [m^3]
  ContactCoefficients contact;
};

/// Coefficients of a pair of particles: the mean of both materials.
struct PairCoefficients {
  float sigma;                        ///< linear viscosity (Algorithm 5) [1/s]
  float beta;                         ///< quadratic viscosity (Algorithm 5) [1/m]
  float kSpring;                      ///< spring stiffness (Algorithm 3) [1/s^2]
  float alphaStretch, alphaCompress;  ///< plasticity: rates at which rest lengths flow (eq. 7) [1/s]
  float gammaStretch, gammaCompress;  ///< yield ratios: strains above which rest lengths flow (eq. 8) [1]

  /// Returns true if springs act between the two materials.
  [[nodiscard]] bool holdsSprings() const { return kSpring > 0.f; }
};
inline PairCoefficients mean(const PairCoefficients& a, const PairCoefficients& b) {
  return {.sigma = 0.5f * (a.sigma + b.sigma),
          .beta = 0.5f * (a.beta + b.beta),
          .kSpring = 0.5f * (a.kSpring + b.kSpring),
          .alphaStretch = 0.5f * (a.alphaStretch + b.alphaStretch),
          .alphaCompress = 0.5f * (a.alphaCompress + b.alphaCompress),
          .gammaStretch = 0.5f * (a.gammaStretch + b.gammaStretch),
          .gammaCompress = 0.5f * (a.gammaCompress + b.gammaCompress)};
}
inline constexpr std::array kPairMembers{&PairCoefficients::sigma,         &PairCoefficients::beta,
                                         &PairCoefficients::kSpring,       &PairCoefficients::alphaStretch,
                                         &PairCoefficients::alphaCompress, &PairCoefficients::gammaStretch,
                                         &PairCoefficients::gammaCompress};

/// Factor of a rational approximation of exponential decay: exp(-x) ~ 1 / (1 + x decayStretch(x)). Third
/// order in x, with an error below 0.008 up to x = 1, and between 0 and 1 for every larger x. Uses only
/// operations that every processor rounds alike, so that results are bitwise reproducible.
inline float decayStretch(float x) { return 1.f + x * (0.5f + x * (1.f / 6.f)); }

/// Returns the rest length L of a spring beyond yield after plastic flow in one step with constant length r.
/// The rest length tends towards r / ends. Departs from Clavet 2005 section 5.2, eq. 8, which uses the rate
/// at the begin of the step (explicit Euler). With eq. 8 the strain in a steady flow, and the viscosity
/// caused by springs, shrinks by dt alpha.
/// @param rate  dt times the plasticity alpha [1]
/// @param ends  1 + gamma for stretch, 1 - gamma for compression
inline float flowedRestLength(float L, float r, float rate, float ends) {
  const float share = rate * decayStretch(rate * ends);
  return (L + share * r) / (1.f + share * ends);
}

/// Returns the density of a uniform liquid without pressure: rho0 / (1 + 0.1556 k_near / k). The form follows
/// from the virial of eq. 6 for a uniform liquid, the factor from a measured density of 7.2 at rho0 = 10,
/// k_near = 2.5 k.
float settledDensity(const Material& m);

/// Returns the volume of one particle at rest over h^3: 0.052 at the paper's values.
float restVolume(const Material& m);

/// Converts a material to SI at interaction radius h. Implements the resolution rule of README.md, Units:
/// speed of sound, kinematic viscosity, elastic modulus, surface tension and adhesive stress do not change
/// with h.
/// @param referenceRadius  h_ref, at which the material's values hold [m]
Coefficients convert(const Material& m, float referenceRadius, float h);
PairCoefficients convertPair(const Material& m, float referenceRadius, float h);

/// Returns the volume stiffness that limits a liquid column of this depth to a relative compression [m/s^2].
float volumeStiffnessFor(float compression, float depth, float gravity, float h);

/// Raises the volume stiffness to the scene's limit of compression (MethodSettings::compressionLimit).
Coefficients withCompressionLimit(Coefficients c, const MethodSettings& settings, float gravity);

/// Returns the load on a liquid under or beside a denser liquid, in multiples of its own weight. The argument
/// is the ratio of the two densities. The volume stiffness is multiplied by this factor, so that both liquids
/// have the same pressure [Pa] at the same compression. The gravity in the limit of the time step is
/// multiplied by the factor too.
float loadFactor(float densityRatio);

/// Returns the coefficients of one material in a world. The coefficients include the scene's limit of
/// compression and the load of denser materials.
/// @param densest  density of the world's densest material, as densestOf() returns [kg/m^3]
Coefficients coefficientsOf(const MethodSettings& settings, const MaterialDefinition& material, float densest,
                            float gravity);
/// Returns the density of the densest material [kg/m^3].
float densestOf(std::span<const MaterialDefinition> materials);

/// StableStep::limit of a step that only the paper's frame bounds.
inline constexpr std::string_view kNoLimit = "frame";

/// Returns the longest stable time step of this material at this h and gravity, from measured limits.
/// @param damped  true if allowsFixedSweep(), which itself calls this function with false
StableStep stableStep(const Coefficients& c, const PairCoefficients& p, float gravity, float h,
                      bool damped = false);
/// Returns the longest stable time step of all materials: MethodRow::stableStep.
StableStep stableStep(const MethodSettings& settings, std::span<const MaterialDefinition> materials,
                      const Vec3& gravity);

// Conversion to and from other methods: MethodRow::firmness and MethodRow::setFirmness (firmness.cpp).
Firmness firmness(const MaterialDefinition& material);
void setFirmness(MaterialDefinition& material, const Firmness& wanted);

/// Contact distance from a flat dynamic body [h] (R in Clavet 2005, section 6). Static solids carry density
/// (wall.h), which keeps liquid away; on a floating body such density would hold liquid on top. Without
/// density particles crowd at the body's surface, and the body seems to displace too little liquid. This
/// larger radius compensates the loss. Around a small body particles crowd less, hence kDynamicCurvature
/// (README.md, Measurements).
inline constexpr float kDynamicRadius = 0.365f;
/// Reduction of the contact distance at a curvature of 1 / h [h].
inline constexpr float kDynamicCurvature = 0.09f;

/// Reach of friction beyond contact with solids that carry density [h]. The reach covers the centres of the
/// first layer of particles. Dynamic bodies need no such reach, because liquid crowds within their contact
/// distance.
inline constexpr float kFilmReach = 0.2f;

/// Returns the contact distances at this interaction radius. @param h  interaction radius [m]
inline ContactDistances contactDistances(float h) {
  return {.unit = h,
          .still = kCollisionRadius,
          .dynamic = kDynamicRadius,
          .curvature = kDynamicCurvature,
          .film = kFilmReach};
}

}  // namespace ooze::clavet
