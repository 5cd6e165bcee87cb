#include "methods/clavet/material_laws.h"

#include "methods/clavet/continuum.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ooze::clavet {

bool MaterialLaws::setMaterials(std::span<const MaterialDefinition> materials) {
  const std::vector<PairCoefficients> before = std::move(pairs_);
  const std::size_t countBefore = count();
  definitions_.assign(materials.begin(), materials.end());
  convert();
  for (std::size_t a = 0; a < count(); ++a)
    for (std::size_t b = 0; b < count(); ++b) {
      const bool known = a < countBefore && b < countBefore;
      if (pair(a, b).makesSprings() && !(known && before[a * countBefore + b].makesSprings())) return true;
    }
  return false;
}

void MaterialLaws::setGravity(const Vec3& gravity) {
  gravity_ = gravity;
  convert();
}

void MaterialLaws::convert() {
  coefficients_.clear();
  pairs_.clear();
  masses_.clear();
  resists_.clear();
  const float weight = glm::length(gravity_);
  std::vector<PairCoefficients> own;
  for (std::size_t m = 0; m < definitions_.size(); ++m) {
    const MaterialDefinition& d = definitions_[m];
    const auto material = fromValues<Material>(kParameters, d.values);
    coefficients_.push_back(coefficientsOf(settings_, definitions_, m, weight));
    own.push_back(convertPair(material, d.referenceRadius, h()));
    resists_.push_back(clavet::allowsFixedSweep(material, d.referenceRadius, settings_, weight));
    masses_.push_back({d.density * coefficients_.back().particleVolume, d.density});
  }
  for (const PairCoefficients& a : own)
    for (const PairCoefficients& b : own) pairs_.push_back(mean(a, b));
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
  const PairCoefficients& own = pair(material, material);
  return own.kSpring > 0.f && (own.alphaStretch == 0.f || own.gammaStretch >= kLeastYield);
}

PairValue MaterialLaws::pairValue(float PairCoefficients::*member, const Particles& particles,
                                  const Threads& threads) {
  const auto at = std::find(kPairMembers.begin(), kPairMembers.end(), member) - kPairMembers.begin();
  const auto of = [&](std::size_t m) { return pair(m, m).*member; };
  return ooze::pairValue(particles, count(), of, own_.at(static_cast<std::size_t>(at)), threads);
}

PairMasses MaterialLaws::pairMasses(const Particles& particles, const Threads& threads) {
  const auto massOf = [this](std::size_t m) { return masses_[m].particle; };
  return ooze::pairMasses(particles, count(), massOf, ownMass_, threads);
}

StableStep MaterialLaws::stableStep() const { return clavet::stableStep(settings_, definitions_, gravity_); }

}  // namespace ooze::clavet
