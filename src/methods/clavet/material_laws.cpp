#include "methods/clavet/material_laws.h"

#include "methods/clavet/continuum.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace ooze::clavet {

namespace {

/// The facts about a material, before and after a change, that decide which pairs create springs.
struct SpringFacts {
  bool stiff, plastic;                     // after the change
  bool known, stiffBefore, plasticBefore;  // before the change; false if the material is new
  static constexpr std::size_t kCombinations = 32;

  [[nodiscard]] std::size_t number() const {
    return stiff + 2u * plastic + 4u * known + 8u * stiffBefore + 16u * plasticBefore;
  }
};

/// Returns true if the pair creates springs, but created none before.
bool beginsSprings(const SpringFacts& a, const SpringFacts& b) {
  const bool now = (a.stiff || b.stiff) && (a.plastic || b.plastic);
  const bool before =
      a.known && b.known && (a.stiffBefore || b.stiffBefore) && (a.plasticBefore || b.plasticBefore);
  return now && !before;
}

}  // namespace

bool MaterialLaws::setMaterials(std::span<const MaterialDefinition> materials) {
  const std::vector<PairCoefficients> before = std::move(own_);
  definitions_.assign(materials.begin(), materials.end());
  convert();
  // Materials with the same facts behave alike, so one of each combination stands for all.
  std::array<std::optional<SpringFacts>, SpringFacts::kCombinations> kinds;
  for (std::size_t m = 0; m < count(); ++m) {
    const PairCoefficients &now = own_[m], &old = m < before.size() ? before[m] : PairCoefficients{};
    const SpringFacts facts{now.kSpring > 0.f, now.alphaCompress > 0.f, m<before.size(), old.kSpring> 0.f,
                            old.alphaCompress > 0.f};
    kinds[facts.number()] = facts;
  }
  for (const auto& a : kinds)
    for (const auto& b : kinds)
      if (a && b && beginsSprings(*a, *b)) return true;
  return false;
}

void MaterialLaws::setGravity(const Vec3& gravity) {
  gravity_ = gravity;
  convert();
}

void MaterialLaws::convert() {
  coefficients_.clear();
  own_.clear();
  masses_.clear();
  resists_.clear();
  const float weight = glm::length(gravity_);
  const float densest = densestOf(definitions_);
  for (std::size_t m = 0; m < definitions_.size(); ++m) {
    const MaterialDefinition& d = definitions_[m];
    const auto material = fromValues<Material>(kParameters, d.values);
    coefficients_.push_back(coefficientsOf(settings_, d, densest, weight));
    own_.push_back(convertPair(material, d.referenceRadius, h()));
    resists_.push_back(clavet::allowsFixedSweep(material, d.referenceRadius, settings_, weight));
    masses_.push_back({d.density * coefficients_.back().particleVolume, d.density});
  }
}

std::vector<ContactCoefficients> MaterialLaws::contacts() const {
  std::vector<ContactCoefficients> contacts;
  for (std::size_t m = 0; m < coefficients_.size(); ++m) {
    contacts.push_back(coefficients_[m].contact);
    contacts.back().resolvesAllFaces = resists_[m] != 0;
  }
  return contacts;
}

float MaterialLaws::restSpacing(std::size_t material) const {
  return std::cbrt(coefficients_[material].particleVolume);
}

bool MaterialLaws::keepsCuts(std::size_t material) const {
  // Springs with a lower yield strain belong to liquids that flow together (honey, paint). Materials that
  // hold a shape (gel, clay, mud, slime) also keep the two sides of a cut apart.
  constexpr float kLeastYield = 0.05f;
  if (material >= count()) return false;  // materials may be missing while a state is being restored
  const PairCoefficients own = pair(material, material);
  return own.kSpring > 0.f && (own.alphaStretch == 0.f || own.gammaStretch >= kLeastYield);
}

PairValue MaterialLaws::pairValue(float PairCoefficients::*member, const Particles& particles,
                                  const Threads& threads) {
  const auto at = std::find(kPairMembers.begin(), kPairMembers.end(), member) - kPairMembers.begin();
  const auto of = [&](std::size_t m) { return pair(m, m).*member; };
  return ooze::pairValue(particles, count(), of, ownValues_.at(static_cast<std::size_t>(at)), threads);
}

PairMasses MaterialLaws::pairMasses(const Particles& particles, const Threads& threads) {
  const auto massOf = [this](std::size_t m) { return masses_[m].particle; };
  return ooze::pairMasses(particles, count(), massOf, ownMass_, threads);
}

StableStep MaterialLaws::stableStep() const { return clavet::stableStep(settings_, definitions_, gravity_); }

}  // namespace ooze::clavet
