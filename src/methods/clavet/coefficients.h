// A material's numbers as a step uses them: SI, at the world's interaction radius.
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

/// What friction mu takes away of a sliding speed, it takes in this time at the reference radius: a tenth of
/// a paper frame, the step at which earth gravity moves a particle by 0.01 h (h = 1 cm) as the paper's own
/// settings do in one frame [s].
inline constexpr float kFrictionTime = 0.1f * kFrame;

/// Lists are built to h (1 + kSkin), because particles move during relaxation.
inline constexpr float kSkin = 0.1f;

/// Particles touch a solid when their centre is this close to it (R in Clavet 2005, section 6), in h.
inline constexpr float kCollisionRadius = 0.2f;

struct Coefficients {
  float restDensity;     ///< rho0 [1]
  float settledDensity;  ///< rho_r: where pressure and near pressure balance [1]
  float k;               ///< [m/s^2]
  float kNear;           ///< [m/s^2]
  float kVolume;         ///< [m/s^2]
  float particleVolume;  ///< of one particle at rest [m^3]
  ContactCoefficients contact;
};

/// What acts between two particles: the mean of both materials.
struct PairCoefficients {
  float sigma;                        ///< [1/s]
  float beta;                         ///< [1/m]
  float kSpring;                      ///< [1/s^2]
  float alphaStretch, alphaCompress;  ///< [1/s]
  float gammaStretch, gammaCompress;  ///< [1]

  /// Whether springs act between them.
  [[nodiscard]] bool holdsSprings() const { return kSpring > 0.f; }
  /// Whether a step makes springs between them: a new one pulls only once it has shortened.
  [[nodiscard]] bool makesSprings() const { return kSpring > 0.f && alphaCompress > 0.f; }
};
inline constexpr std::array kPairMembers{&PairCoefficients::sigma,         &PairCoefficients::beta,
                                         &PairCoefficients::kSpring,       &PairCoefficients::alphaStretch,
                                         &PairCoefficients::alphaCompress, &PairCoefficients::gammaStretch,
                                         &PairCoefficients::gammaCompress};

/// What decays at a rate that would take x of it in a step keeps 1 / (1 + x stretchOf(x)) of it: exp(-x) to
/// the third order by operations that every processor rounds alike, within 0.008 up to x = 1, and for any
/// longer step too between one and nothing.
inline float stretchOf(float x) { return 1.f + x * (0.5f + x * (1.f / 6.f)); }

/// Where a rest length L beyond yield flows to in a step in which r stands still: towards r / ends. Departs
/// from Clavet 2005 section 5.2, eq. 8, which takes the rate of the step's beginning for all of it: the
/// strain that a steady flow keeps, and with it the viscosity that springs give, then shrinks by dt alpha.
/// @param rate  dt alpha @param ends  1 + gamma of stretch, 1 - gamma of compression
inline float flowed(float L, float r, float rate, float ends) {
  const float share = rate * stretchOf(rate * ends);
  return (L + share * r) / (1.f + share * ends);
}

/// Density at which an even liquid carries no pressure: rho0 / (1 + 0.1556 k_near / k). The form follows from
/// the virial of eq. 6 for a uniform liquid, the factor from the measured 7.2 at rho0 = 10, k_near = 2.5 k.
float settledDensity(const Material& m);

/// Volume of one particle at rest over h^3: 0.052 at the paper's values.
float restVolume(const Material& m);

/// Converts to SI at interaction radius h. One place holds the rule of README.md, Units: what a person
/// sees stays when h changes (speed of sound, kinematic viscosity, elastic modulus, surface tension, adhesive
/// stress).
/// @param referenceRadius  h_ref, where the material's numbers are true [m]
Coefficients convert(const Material& m, float referenceRadius, float h);
PairCoefficients convertPair(const Material& m, float referenceRadius, float h);
PairCoefficients mean(const PairCoefficients& a, const PairCoefficients& b);

/// Volume stiffness that keeps a column of liquid of this depth within a relative compression [m/s^2].
float volumeStiffnessFor(float compression, float depth, float gravity, float h);

/// These in a scene that accepts only so much compression (MethodSettings::compressionLimit).
Coefficients stiffened(Coefficients c, const MethodSettings& settings, float gravity);

/// How many times its own weight a liquid bears that lies under, or beside, one which is denser by this
/// ratio. Its volume stiffness is multiplied by it, so that both have the same pressure [Pa] at the same
/// compression, and so is the gravity that its steps are short enough for.
float loadFactor(float densityRatio);

/// Those of one of the materials of a world, which accepts only so much compression and may hold denser ones.
Coefficients coefficientsOf(const MethodSettings& settings, std::span<const MaterialDefinition> materials,
                            std::size_t material, float gravity);
/// How many times its own weight one of these materials may have to bear: loadFactor() of the densest.
float loadOn(std::span<const MaterialDefinition> materials, std::size_t material);

/// The limit of a step that nothing but the paper's frame bounds.
inline constexpr std::string_view kNoLimit = "frame";

/// The longest step that this material bears at this h and gravity (shared measurements: stability map).
/// @param damped  it resists being pumped (resistsPumping(), which asks without)
StableStep stableStep(const Coefficients& c, const PairCoefficients& p, float gravity, float h,
                      bool damped = false);

}  // namespace ooze::clavet
