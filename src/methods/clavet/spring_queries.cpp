// Read access to springs.
#include "methods/clavet/spring_network.h"

#include <algorithm>
#include <cmath>

namespace ooze::clavet {

bool SpringNetwork::mustAdjustNow() const {
  const auto namesGone = [this](const SpringRows::SpringRow& row) { return countPresent(row) < row.count; };
  return atOnce_ ||
         (mayHaveErasedPartners_ && std::any_of(springs_.rows.begin(), springs_.rows.end(), namesGone));
}

void SpringNetwork::visit(const ParticleLiquid& liquid,
                          FunctionRef<void(std::uint32_t, std::uint32_t, float)> visit) const {
  if (!active_) return;
  for (std::size_t i = 0; i < springs_.rows.size(); ++i) {
    const SpringRows::SpringRow& row = springs_.rows[i];
    for (std::uint32_t k = 0; k < row.count; ++k)
      if (const std::uint32_t partner = springs_.partner(row, k); ends_.isThere(partner))
        visit(liquid.particles.id[i], ends_.idOf(partner), springs_.rest(row, k));
  }
}

void SpringNetwork::visitOf(const ParticleLiquid& liquid, std::uint32_t id,
                            FunctionRef<void(std::uint32_t, float)> visit) const {
  this->visit(liquid, [&](std::uint32_t a, std::uint32_t b, float rest) {
    if (a == id) visit(b, rest);
    if (b == id) visit(a, rest);
  });
}

std::uint32_t SpringNetwork::countPresent(const SpringRows::SpringRow& row) const {
  if (!mayHaveErasedPartners_) return row.count;
  std::uint32_t count = 0;
  for (std::uint32_t k = 0; k < row.count; ++k) count += ends_.isThere(springs_.partner(row, k)) ? 1 : 0;
  return count;
}

std::size_t SpringNetwork::count() const {
  std::size_t count = 0;
  for (const SpringRows::SpringRow& row : springs_.rows) count += countPresent(row);
  return count;
}

std::vector<Spring> SpringNetwork::list(const ParticleLiquid& liquid) const {
  std::vector<Spring> list;
  visit(liquid, [&list](std::uint32_t a, std::uint32_t b, float rest) { list.push_back({a, b, rest}); });
  return list;
}

// Computes the weighted mean of (r - L) / L over each particle's springs: positive if stretched, 0 without
// springs. The weight 1 - L / h is the factor of a spring's force (section 5.1). New springs have L = h,
// exert no force and carry no information about the strain.
std::vector<float> SpringNetwork::strains(const ParticleLiquid& liquid, float h) const {
  const Particles& p = liquid.particles;
  std::vector<float> strains(p.size(), 0.f), weights(p.size(), 0.f);
  const IdTable indexOf(p);
  for (std::size_t i = 0; active_ && i < springs_.rows.size(); ++i) {
    const SpringRows::SpringRow& row = springs_.rows[i];
    for (std::uint32_t k = 0; k < row.count; ++k) {
      const std::uint32_t partner = springs_.partner(row, k);
      if (!ends_.isThere(partner)) continue;
      const std::uint32_t j = indexOf[ends_.idOf(partner)];
      const float rest = springs_.rest(row, k), weight = std::max(0.f, 1.f - rest / h);
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

// Visits springs in the order of their owners, in groups of eight. Springs too long for the parallel sweep
// come last, one by one.
void SpringNetwork::visitTurns(const ParticleLiquid& liquid, std::uint64_t stepIndex,
                               FunctionRef<void(std::uint32_t, std::span<const std::uint32_t>)> visit) const {
  const std::vector<std::uint32_t>& id = liquid.particles.id;
  const Neighbours& neighbours = liquid.neighbours();
  const IdTable indexOf(liquid.particles);
  const auto isFar = [&](std::size_t i, std::uint32_t partner) {
    return !neighbours.inReach(i, indexOf[ends_.idOf(partner)]);
  };
  for (const std::uint32_t i : neighbours.sweepOrder(stepIndex)) {
    const SpringRows::SpringRow& row = springs_.rows[i];
    for (std::uint32_t k = 0; k < row.count; k += 8) {
      std::vector<std::uint32_t> partners;
      for (std::uint32_t at = k; at < std::min(k + 8, row.count); ++at)
        if (const std::uint32_t partner = springs_.partner(row, at);
            ends_.isThere(partner) && !isFar(i, partner))
          partners.push_back(ends_.idOf(partner));
      visit(id[i], partners);
    }
  }
  for (std::size_t i = 0; i < springs_.rows.size(); ++i)
    for (std::uint32_t k = 0; k < springs_.rows[i].count; ++k)
      if (const std::uint32_t partner = springs_.partner(springs_.rows[i], k);
          ends_.isThere(partner) && isFar(i, partner))
        visit(id[i], std::span(ends_.ids() + partner, 1));
}

}  // namespace ooze::clavet
