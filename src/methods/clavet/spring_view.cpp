// What others may see of springs.
#include "methods/clavet/spring_network.h"

#include <algorithm>
#include <cmath>

namespace ooze::clavet {

void SpringNetwork::visit(const ParticleLiquid& liquid,
                          FunctionRef<void(std::uint32_t, std::uint32_t, float)> visit) const {
  if (!active_) return;
  for (std::size_t i = 0; i < springs_.rows.size(); ++i) {
    const SpringRows::Row& row = springs_.rows[i];
    for (std::size_t k = row.first(); k < row.first() + row.count; ++k)
      if (liquid.isThere(springs_.other[k]))
        visit(liquid.particles.id[i], springs_.other[k], springs_.rest[k]);
  }
}

void SpringNetwork::visitOf(const ParticleLiquid& liquid, std::uint32_t id,
                            FunctionRef<void(std::uint32_t, float)> visit) const {
  this->visit(liquid, [&](std::uint32_t a, std::uint32_t b, float rest) {
    if (a == id) visit(b, rest);
    if (b == id) visit(a, rest);
  });
}

std::size_t SpringNetwork::count(const ParticleLiquid& liquid) const {
  std::size_t count = 0;
  visit(liquid, [&count](std::uint32_t, std::uint32_t, float) { ++count; });
  return count;
}

std::vector<Spring> SpringNetwork::list(const ParticleLiquid& liquid) const {
  std::vector<Spring> list;
  visit(liquid, [&list](std::uint32_t a, std::uint32_t b, float rest) { list.push_back({a, b, rest}); });
  return list;
}

// Of each particle the mean of (r - L) / L over its springs: positive where they are stretched, 0 without
// springs. A spring's pull has the factor 1 - L / h (section 5.1): those that were just made have L = h, pull
// nowhere, and say nothing of how the liquid is strained.
std::vector<float> SpringNetwork::strains(const ParticleLiquid& liquid, float h) const {
  const Particles& p = liquid.particles;
  std::vector<float> strains(p.size(), 0.f), weights(p.size(), 0.f);
  const IdTable indexOf(p);
  for (std::size_t i = 0; active_ && i < springs_.rows.size(); ++i) {
    const SpringRows::Row& row = springs_.rows[i];
    for (std::size_t k = row.first(); k < row.first() + row.count; ++k) {
      const std::uint32_t j = indexOf[springs_.other[k]];
      if (j == IdTable::kNone) continue;
      const float rest = springs_.rest[k], weight = std::max(0.f, 1.f - rest / h);
      if (!(weight > 0.f) || !(rest > 0.f)) continue;
      const float strain = weight * (glm::length(p.position[j] - p.position[i]) / rest - 1.f);
      strains[i] += strain, weights[i] += weight;
      strains[j] += strain, weights[j] += weight;
    }
  }
  for (std::size_t i = 0; i < strains.size(); ++i)
    strains[i] = weights[i] > 0.f ? strains[i] / weights[i] : 0.f;
  return strains;
}

// By the turn of the spring's owner, eight places of its row at a time; springs too long for the parallel
// sweep come last, one by one.
void SpringNetwork::visitTurns(const ParticleLiquid& liquid, std::uint64_t stepIndex,
                               FunctionRef<void(std::uint32_t, std::span<const std::uint32_t>)> visit) const {
  const auto isFar = [this](std::size_t at) { return (springs_.index[at] & SpringRows::kFar) != 0; };
  const std::vector<std::uint32_t>& id = liquid.particles.id;
  for (const std::uint32_t i : liquid.neighbours().sweepOrder(stepIndex)) {
    const SpringRows::Row& row = springs_.rows[i];
    for (std::size_t k = 0; k < row.count; k += 8) {
      std::vector<std::uint32_t> partners;
      for (std::size_t at = row.first() + k; at < row.first() + std::min<std::size_t>(k + 8, row.count); ++at)
        if (!isFar(at)) partners.push_back(springs_.other[at]);
      visit(id[i], partners);
    }
  }
  for (std::size_t i = 0; i < springs_.rows.size(); ++i)
    for (std::size_t k = 0; k < springs_.rows[i].count; ++k)
      if (const std::size_t at = springs_.rows[i].first() + k; isFar(at))
        visit(id[i], std::span(&springs_.other[at], 1));
}

}  // namespace ooze::clavet
