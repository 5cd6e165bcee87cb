// Cuts that stay cut. Clavet 2005 ties any two particles that come within h, so that a slice would close at
// once. Here the particles beside a blade are marked with the cut and their side of it: between opposite
// sides of one cut no spring is made (spring_adjustment.cpp) and nothing pulls; they push each other apart,
// which leaves a gap (relaxation.cpp), and rub (cuts.cpp). What is kneaded there welds (kneading.h).
#pragma once

#include "ooze/methods/links.h"

#include "liquid/pair_value.h"
#include "liquid/particle_liquid.h"
#include "methods/clavet/kneading.h"
#include "methods/clavet/material_laws.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ooze::clavet {

/// Cuts that particles near one another can tell apart. Cuts in different places share a number.
inline constexpr std::uint32_t kCutNumbers = 16;

/// How far apart the two sides of a cut are pushed [h]: particles settle some 0.38 h apart, so that this
/// leaves a gap of about one spacing. And how firmly, over the stiffness of the material's springs: firm
/// enough to open a slit in clay and to be seen in gel that has sagged back against itself, too soft to throw
/// pieces about or to keep halves apart that are kneaded together.
inline constexpr float kCutGap = 0.85f, kCutStiffness = 0.135f;

/// The two sides rub: of what a pair across a cut slides in a step, dry friction takes at most this part of
/// the pair's push.
inline constexpr float kCutFriction = 1.f;

/// A particle's sides: for each number two bits, the lower for one side and the upper for the other.
inline constexpr std::uint32_t kLowerSides = 0x55555555u;

/// The same with sides changed.
inline std::uint32_t oppositeOf(std::uint32_t sides) {
  return (sides & kLowerSides) << 1 | (sides >> 1 & kLowerSides);
}

/// Whether a cut lies between two particles.
inline bool areAcross(std::uint32_t a, std::uint32_t b) { return (a & oppositeOf(b)) != 0; }

/// What is beside a cut, on which side, and how far it has been kneaded since. The liquid holds the values.
class Cuts {
 public:
  /// Adds the arrays to those of a liquid.
  void addTo(ParticleArrays& arrays);

  ArrayKey<std::uint32_t> sides;  ///< none while nothing is cut
  ArrayKey<float> kneaded;        ///< [1], since it was cut (kneading.h); none while nothing is cut

  [[nodiscard]] bool any(const ParticleLiquid& liquid) const { return liquid.arrays.hasBegun(sides); }
  [[nodiscard]] const std::uint32_t* sidesOrNull(const ParticleLiquid& liquid) const {
    return any(liquid) ? liquid[sides].data() : nullptr;
  }

  /// Marks what is beside a blade. @param beside  as CutLiquid has it @param laws  say which
  /// materials keep cuts @return what was marked
  CutSides mark(ParticleLiquid& liquid, FunctionRef<std::optional<float>(const Vec3&)> beside,
                const MaterialLaws& laws) const;
  [[nodiscard]] CutSides all(const ParticleLiquid& liquid) const;
  /// Marks particles that are still there, or takes these marks from them.
  void set(ParticleLiquid& liquid, const CutSides& marks, bool marked) const;
  /// Closes the cuts of liquid that keeps none.
  void closeWhatFlows(ParticleLiquid& liquid, const MaterialLaws& laws) const;
  void forget(ParticleLiquid& liquid) const;
  /// Nothing is looked at where nothing is cut.
  void forgetIfNone(ParticleLiquid& liquid) const;

  /// What this step's adjustment tells how springs flow; null: nothing is cut.
  [[nodiscard]] SpringFlow* beginFlow(const ParticleLiquid& liquid);
  /// After the adjustment, whose flow it adds up: what is kneaded forgets its cuts.
  /// @param welded  called with the index of each
  void weld(ParticleLiquid& liquid, float h, const Threads& threads,
            FunctionRef<void(std::size_t)> welded) const;

  /// How hard the two sides of a cut push each other apart in this step: by material, displacement per
  /// closeness [m]. None where nothing is cut.
  std::span<const float> findParting(const ParticleLiquid& liquid, const MaterialLaws& laws, float dt);
  /// Rubs the two sides of a cut against each other, as hard as they push.
  void rub(ParticleLiquid& liquid, float h, const PairMasses& masses, const Threads& threads,
           std::uint64_t stepIndex) const;

 private:
  [[nodiscard]] bool isNearAcross(const ParticleLiquid& liquid, std::size_t i, float reach, float h) const;

  std::vector<SpringFlow> flow_;  ///< by particle, of this step
  std::vector<float> parting_;    ///< of this step
};

}  // namespace ooze::clavet
