// What the materials of a world do, each alone and in pairs: SI at the world's interaction radius.
#pragma once

#include "ooze/base/math.h"
#include "ooze/methods/method.h"

#include "liquid/body_coupling.h"
#include "liquid/pair_value.h"
#include "methods/clavet/coefficients.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::clavet {

/// Follows the definitions of materials and gravity. Materials go by their index.
class MaterialLaws {
 public:
  explicit MaterialLaws(const MethodSettings& settings) : settings_(settings) {}

  /// @return whether a pair makes springs from now on that made none before (PairCoefficients::makesSprings)
  bool setMaterials(std::span<const MaterialDefinition> materials);
  void setGravity(const Vec3& gravity);

  [[nodiscard]] float h() const { return settings_.interactionRadius; }  ///< [m]
  [[nodiscard]] const Vec3& gravity() const { return gravity_; }         ///< [m/s^2]
  [[nodiscard]] std::size_t count() const { return coefficients_.size(); }

  // Of a material alone.
  [[nodiscard]] const Coefficients& of(std::size_t material) const { return coefficients_[material]; }
  [[nodiscard]] std::span<const Coefficients> all() const { return coefficients_; }
  [[nodiscard]] std::span<const LiquidMass> masses() const { return masses_; }
  [[nodiscard]] std::vector<ContactCoefficients> contacts() const;
  /// A sweep cannot pump it (resistsPumping()).
  [[nodiscard]] std::span<const std::uint8_t> resistsPumping() const { return resists_; }
  [[nodiscard]] float restSpacing(std::size_t material) const;  ///< [m]
  /// Whether what was cut stays cut. False of a material that is not known yet.
  [[nodiscard]] bool keepsCuts(std::size_t material) const;

  // Of pairs.
  [[nodiscard]] const PairCoefficients& pair(std::size_t a, std::size_t b) const {
    return pairs_[a * count() + b];
  }
  /// Whether this holds of any pair of materials.
  template <class Holds>
  [[nodiscard]] bool anyPair(const Holds& holds) const {
    for (const PairCoefficients& p : pairs_)
      if (holds(p)) return true;
    return false;
  }
  /// A coefficient as pair kernels take it. Holds until this one is asked for again.
  [[nodiscard]] PairValue pairValue(float PairCoefficients::*member, const Particles& particles,
                                    const Threads& threads);
  /// Likewise how pairs share what moves them.
  [[nodiscard]] PairMasses pairMasses(const Particles& particles, const Threads& threads);

  // Of all of them.
  [[nodiscard]] bool holdSprings() const {
    return anyPair([](const PairCoefficients& p) { return p.holdsSprings(); });
  }
  [[nodiscard]] StableStep stableStep() const;

 private:
  void convert();

  MethodSettings settings_;
  Vec3 gravity_{0.f, -9.81f, 0.f};
  std::vector<MaterialDefinition> definitions_;
  std::vector<Coefficients> coefficients_;
  std::vector<PairCoefficients> pairs_;  ///< row-major
  std::vector<LiquidMass> masses_;
  std::vector<std::uint8_t> resists_;
  // Own values by particle, as those who ask had them last; empty while the world has one material.
  std::array<std::vector<float>, kPairMembers.size()> own_;
  std::vector<float> ownMass_;
};

}  // namespace ooze::clavet
