// What a pair kernel needs of the materials on both sides: constants where there is one material, own values
// per particle where there are several (a pair uses their mean). And how a pair shares what moves it.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/particles/particles.h"

#include <cmath>
#include <cstddef>
#include <vector>

namespace ooze {

/// One coefficient of a pair: constant, or the mean of both ends.
struct PairValue {
  float constant;
  const float* own;  ///< by particle; null: constant
  [[nodiscard]] float of(std::size_t i, std::size_t j) const {
    return own ? 0.5f * (own[i] + own[j]) : constant;
  }
};

/// What is made of half a relative displacement or velocity for each end of a pair: 1 and 1 for equal masses.
struct PairParts {
  float own, other;
};

/// How a pair shares what moves it apart: i has m_j / (m_i + m_j) of it and j the rest, so that momentum is
/// kept. Departs from Clavet 2005, whose particles have one mass, so that every pair is split half and half
/// (sections 4, 5.1 and 5.3): the density of a liquid would do nothing to another.
struct PairMasses {
  const float* own;  ///< by particle [kg]; null: all are equal
  [[nodiscard]] PairParts of(std::size_t i, std::size_t j) const {
    if (!own) return {1.f, 1.f};
    const float other = 2.f * own[i] / (own[i] + own[j]);
    return {2.f - other, other};
  }
};

/// Gives every particle what `of(material)` gives. @param own  memory; must stay as long as what points to it
template <class Of>
void giveByMaterial(const Particles& particles, const Of& of, std::vector<float>& own,
                    const Threads& threads) {
  constexpr std::size_t kGrain = 2048;  // particles
  own.resize(particles.size());
  threads.forChunks(particles.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) own[i] = of(particles.material[i]);
  });
}

/// @param count  of materials @param of  the coefficient of a material with itself @param own  memory
template <class Of>
PairValue pairValue(const Particles& particles, std::size_t count, const Of& of, std::vector<float>& own,
                    const Threads& threads) {
  if (count == 1) return {of(std::size_t{0}), nullptr};
  giveByMaterial(particles, of, own, threads);
  return {0.f, own.data()};
}

/// @param count  of materials @param massOf  of a particle of a material [kg] @param own  memory
template <class MassOf>
PairMasses pairMasses(const Particles& particles, std::size_t count, const MassOf& massOf,
                      std::vector<float>& own, const Threads& threads) {
  // The volume of a particle comes from ratios of a material's values, which round.
  constexpr float kRounding = 1e-6f;
  const float first = massOf(std::size_t{0});
  bool one = true;
  for (std::size_t m = 1; m < count; ++m) one &= std::abs(massOf(m) - first) <= kRounding * first;
  if (one) return {nullptr};
  giveByMaterial(particles, massOf, own, threads);
  return {own.data()};
}

}  // namespace ooze
