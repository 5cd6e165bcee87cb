// Coefficients of all materials of a world and of all pairs of materials. All values are in SI units at the
// world's interaction radius.
#pragma once

#include "ooze/base/math.h"
#include "ooze/methods/method.h"

#include "liquid/body_coupling.h"
#include "liquid/pair_value.h"
#include "methods/clavet/coefficients.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::clavet {

/// Keeps the coefficients up to date with the material definitions and gravity. Materials are named by index.
class MaterialLaws {
 public:
  explicit MaterialLaws(const MethodSettings& settings) : settings_(settings) {}

  /// Sets the material definitions.
  /// @return true if a pair creates springs that created none before
  bool setMaterials(std::span<const MaterialDefinition> materials);
  void setGravity(const Vec3& gravity);

  [[nodiscard]] float h() const { return settings_.interactionRadius; }  ///< interaction radius h [m]
  [[nodiscard]] const Vec3& gravity() const { return gravity_; }         ///< acceleration by gravity [m/s^2]
  [[nodiscard]] std::size_t count() const { return coefficients_.size(); }

  // Properties of one material.
  [[nodiscard]] const Coefficients& of(std::size_t material) const { return coefficients_[material]; }
  [[nodiscard]] std::span<const Coefficients> all() const { return coefficients_; }
  [[nodiscard]] std::span<const LiquidMass> masses() const { return masses_; }
  [[nodiscard]] std::vector<ContactCoefficients> contacts() const;
  /// Returns by material whether a fixed sweep direction causes no artificial flow
  /// (clavet::allowsFixedSweep()).
  [[nodiscard]] std::span<const std::uint8_t> allowsFixedSweep() const { return resists_; }
  [[nodiscard]] float restSpacing(std::size_t material) const;  ///< spacing of particles at rest [m]
  /// Returns true if cuts in this material stay open. False for an unknown material index.
  [[nodiscard]] bool keepsCuts(std::size_t material) const;

  // Properties of pairs of materials.
  [[nodiscard]] PairCoefficients pair(std::size_t a, std::size_t b) const { return mean(own_[a], own_[b]); }
  /// Returns true if the coefficient is above 0 for at least one pair of materials.
  [[nodiscard]] bool anyPositive(float PairCoefficients::*member) const {
    return std::ranges::any_of(own_, [&](const PairCoefficients& c) { return c.*member > 0.f; });
  }
  /// Returns a coefficient in the form that pair kernels use. Valid until the next call for the same
  /// coefficient.
  [[nodiscard]] PairValue pairValue(float PairCoefficients::*member, const Particles& particles,
                                    const Threads& threads);
  /// Returns the masses by which pairs share impulses and displacements. Valid until the next call.
  [[nodiscard]] PairMasses pairMasses(const Particles& particles, const Threads& threads);

  // Properties of all materials together.
  [[nodiscard]] bool holdSprings() const { return anyPositive(&PairCoefficients::kSpring); }
  /// Returns true if a time step creates springs in at least one pair of materials. A new spring pulls only
  /// after its rest length has shortened, so compressive plasticity must be positive. Coefficients of a pair
  /// are means, so one material may have the stiffness and the other the plasticity.
  [[nodiscard]] bool makeSprings() const {
    return holdSprings() && anyPositive(&PairCoefficients::alphaCompress);
  }
  [[nodiscard]] StableStep stableStep() const;

 private:
  void convert();

  MethodSettings settings_;
  Vec3 gravity_{0.f, -9.81f, 0.f};
  std::vector<MaterialDefinition> definitions_;
  std::vector<Coefficients> coefficients_;
  std::vector<PairCoefficients> own_;  ///< coefficients of two particles of one material
  std::vector<LiquidMass> masses_;
  std::vector<std::uint8_t> resists_;
  // Storage behind pairValue() and pairMasses(), by particle; empty while the world has one material.
  std::array<std::vector<float>, kPairMembers.size()> ownValues_;
  std::vector<float> ownMass_;
};

}  // namespace ooze::clavet
