// Persistent cuts through a liquid with springs. Clavet 2005 creates a spring between any two particles
// within h, so that a slice would close at once. Here the particles beside a blade are marked with the cut
// and with their side. Between opposite sides of one cut no spring is created (spring_adjustment.cpp),
// cohesion is off and the sides repel, which leaves a gap (relaxation.cpp). Friction acts between the sides
// (cuts.cpp). Kneading welds a cut: a marked
// particle that is pressed against the opposite side accumulates the plastic stretch of its springs. Beyond
// kWeldStrain the particle loses its mark, and the next spring adjustment creates its missing springs.
#pragma once

#include "ooze/methods/links.h"

#include "liquid/pair_value.h"
#include "liquid/particle_liquid.h"
#include "methods/clavet/material_laws.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ooze::clavet {

/// Number of distinct cut numbers. Cuts near each other have different numbers; distant cuts may share one.
inline constexpr std::uint32_t kCutNumbers = 16;

/// Repulsion between the two sides of a cut. kCutGap: distance up to which the sides repel [h]; particles
/// settle about 0.38 h apart, so the gap is about one spacing wide. kCutStiffness: stiffness relative to the
/// material's springs [1]. The value opens a visible slit in clay and in sagged gel, but neither throws
/// pieces about nor keeps kneaded halves apart.
inline constexpr float kCutGap = 0.85f, kCutStiffness = 0.135f;

/// Friction coefficient between the two sides of a cut [1]: the friction displacement of a pair is at most
/// this multiple of the pair's repulsion.
inline constexpr float kCutFriction = 1.f;

/// Bit mask of the lower sides. A particle's side mask has two bits per cut number, one for each side of the
/// cut.
inline constexpr std::uint32_t kLowerSides = 0x55555555u;

/// Returns the mask with both sides of every cut exchanged.
inline std::uint32_t oppositeOf(std::uint32_t sides) {
  return (sides & kLowerSides) << 1 | (sides >> 1 & kLowerSides);
}

/// Returns true if a cut separates two particles with these side masks.
inline bool areAcross(std::uint32_t a, std::uint32_t b) { return (a & oppositeOf(b)) != 0; }

/// Strain that welds a cut: mean plastic stretch of a particle's springs [1]. Most springs lie across the
/// direction of stretch or stay below yield, so the mean is much smaller than the strain of the liquid
/// (README.md, Measurements).
inline constexpr float kWeldStrain = 0.05f;

/// Distance from the opposite side below which plastic flow counts [h]. Weight alone leaves the sides farther
/// apart (kCutGap), so that creeping slime stays cut.
inline constexpr float kPressed = 0.68f;

/// Distance that the sides must reach once before flow counts [h]. The reason is that opening the gap of a
/// new cut makes the liquid beside the cut flow too. Until then the particle's strain is kNotSeparated.
inline constexpr float kSeparated = 0.8f, kNotSeparated = -1.f;

/// Accumulates the plastic stretch of a particle's springs in one step. Both ends of a spring add their
/// stretch, from any thread. The sum is an integer, so that the result does not depend on the order of
/// additions. Compression does not count: volume is conserved, so compression along one direction stretches
/// along others. Moreover a spring with zero compressive yield (gel) shortens and lengthens without kneading.
class SpringFlow {
 public:
  /// Encodes one spring whose rest length changed: a count of one, and its stretch.
  static std::uint64_t encodeSpring(float before, float after) {
    const float stretch = before < after ? std::min((after - before) / before, kMost) : 0.f;
    return kOneSpring + static_cast<std::uint64_t>(stretch * kUnits);
  }
  void add(std::uint64_t told) {
    std::atomic_ref<std::uint64_t>(sum_).fetch_add(told, std::memory_order_relaxed);
  }
  /// Returns the mean stretch of all added springs [1].
  [[nodiscard]] float mean() const {
    const std::uint64_t springs = sum_ / kOneSpring, stretch = sum_ % kOneSpring;
    return springs == 0 ? 0.f : static_cast<float>(stretch) / (kUnits * static_cast<float>(springs));
  }

 private:
  // The stretches of 2^16 springs, each at most 2^28 units, stay below the bits that count springs.
  static constexpr float kUnits = 16777216.f, kMost = 16.f;
  static constexpr std::uint64_t kOneSpring = std::uint64_t{1} << 44;
  std::uint64_t sum_ = 0;
};

/// Cut marks of particles: the sides of cuts, and the strain by kneading since the cut. The values are stored
/// in arrays of the liquid.
class Cuts {
 public:
  /// Registers the arrays with a liquid.
  void addTo(ParticleArrays& arrays);

  ArrayKey<std::uint32_t> sides;  ///< bit mask of cut sides of each particle; empty while nothing is cut
  ArrayKey<float> kneaded;        ///< strain of each particle since the cut [1]; may be empty

  [[nodiscard]] bool any(const ParticleLiquid& liquid) const { return liquid.arrays.hasBegun(sides); }
  [[nodiscard]] const std::uint32_t* sidesOrNull(const ParticleLiquid& liquid) const {
    return any(liquid) ? liquid[sides].data() : nullptr;
  }

  /// Marks particles beside a blade.
  /// @param beside  tells on which side of the blade a position lies (CutLiquid::beside)
  /// @param laws  tells which materials keep cuts
  /// @return the new marks
  CutSides mark(ParticleLiquid& liquid, FunctionRef<std::optional<float>(const Vec3&)> beside,
                const MaterialLaws& laws) const;
  [[nodiscard]] CutSides all(const ParticleLiquid& liquid) const;
  /// Adds these marks to particles that still exist, or removes the marks if `marked` is false.
  void set(ParticleLiquid& liquid, const CutSides& marks, bool marked) const;
  /// Removes the marks of particles whose material keeps no cuts.
  void closeFlowingCuts(ParticleLiquid& liquid, const MaterialLaws& laws) const;
  /// Removes all marks.
  void forget(ParticleLiquid& liquid) const;
  /// Frees the arrays if no particle is marked, so that stages skip all work for cuts.
  void clearIfUnused(ParticleLiquid& liquid) const;

  /// Returns zeroed accumulators of plastic flow for the spring adjustment of this step; null if nothing is
  /// cut.
  [[nodiscard]] SpringFlow* beginFlow(const ParticleLiquid& liquid);
  /// Accumulates the flow of the finished adjustment, and removes the marks of sufficiently kneaded
  /// particles.
  /// @param welded  called with the index of each particle whose marks were removed
  void weld(ParticleLiquid& liquid, float h, const Threads& threads,
            FunctionRef<void(std::size_t)> welded) const;

  /// Computes the repulsion between the sides of a cut in this step: displacement per closeness, by material
  /// [m]. Empty if nothing is cut.
  std::span<const float> computeCutRepulsion(const ParticleLiquid& liquid, const MaterialLaws& laws,
                                             float dt);
  /// Applies friction between the two sides of a cut, limited by their repulsion.
  void applyFriction(ParticleLiquid& liquid, float h, const PairMasses& masses, const Threads& threads,
                     std::uint64_t stepIndex) const;

 private:
  [[nodiscard]] bool isNearAcross(const ParticleLiquid& liquid, std::size_t i, float reach, float h) const;

  std::vector<SpringFlow> flow_;  ///< plastic flow in this step, by particle
  std::vector<float> parting_;    ///< repulsion across cuts by material (computeCutRepulsion())
};

}  // namespace ooze::clavet
