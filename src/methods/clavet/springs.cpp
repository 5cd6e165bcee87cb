// Clavet 2005, sections 5.1 and 5.2, Algorithms 3 and 4.
#include "methods/clavet/springs.h"

#include "methods/clavet/clavet.h"
#include "methods/clavet/direction.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ooze::clavet {
namespace {

constexpr std::size_t kGrain = 1024;
constexpr float kBroken = -1.f;  // rest length of a spring to be removed

/// Plastic flow of a rest length (Algorithm 4, eq. 8), separately for stretch and compression.
float adjusted(float restLength, float r, float dt, const PairCoefficients& c) {
  const float stretchTolerance = c.gammaStretch * restLength;
  const float compressTolerance = c.gammaCompress * restLength;
  if (r > restLength + stretchTolerance)
    return restLength + dt * c.alphaStretch * (r - restLength - stretchTolerance);
  if (r < restLength - compressTolerance)
    return restLength - dt * c.alphaCompress * (restLength - compressTolerance - r);
  return restLength;
}

bool before(const Spring& s, const Spring& t) { return std::tie(s.a, s.b) < std::tie(t.a, t.b); }

/// The springs that still hold and the new ones, ascending.
void mergeInto(std::vector<Spring>& merged, const std::vector<Spring>& old,
               const std::vector<Spring>& created) {
  merged.clear();
  merged.reserve(old.size() + created.size());
  auto next = created.begin();
  for (const Spring& s : old) {
    if (s.restLength == kBroken) continue;
    for (; next != created.end() && before(*next, s); ++next) merged.push_back(*next);
    merged.push_back(s);
  }
  merged.insert(merged.end(), next, created.end());
}

}  // namespace

void Springs::indexRows(std::uint32_t idCount) {
  rowBegin.assign(idCount + 1, 0);
  for (const Spring& s : list) ++rowBegin[s.a + 1];
  for (std::uint32_t a = 0; a < idCount; ++a) rowBegin[a + 1] += rowBegin[a];
}

bool Springs::contains(std::uint32_t a, std::uint32_t b) const {
  // Halving without a branch: which half is not predictable.
  const Spring* first = list.data() + rowBegin[a];
  std::size_t length = rowBegin[a + 1] - rowBegin[a];
  if (length == 0) return false;
  while (length > 1) {
    const std::size_t half = length / 2;
    first += first[half].b <= b ? half : 0;
    length -= half;
  }
  return first->b == b;
}

void Clavet::adjustSprings(float dt, const Threads& threads) {
  const bool any =
      std::any_of(pairs_.begin(), pairs_.end(), [](const PairCoefficients& p) { return p.kSpring > 0.f; });
  if (!any && springs_.list.empty()) return;
  const Particles& p = particles_;

  // Departs from Clavet 2005 Algorithm 4, which adjusts only springs of present neighbours: a spring longer
  // than h would then never flow nor break (digest, section 4).
  threads.forChunks(springs_.list.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t s = begin; s < end; ++s) {
      Spring& spring = springs_.list[s];
      const std::uint32_t i = indexOfId_[spring.a], j = indexOfId_[spring.b];
      const PairCoefficients& c = pair(i, j);
      spring.restLength = adjusted(spring.restLength, glm::distance(p.position[i], p.position[j]), dt, c);
      // A spring of a pair whose stiffness was set to nothing does nothing: it goes.
      if (spring.restLength > h_ || c.kSpring <= 0.f) spring.restLength = kBroken;
    }
  });

  std::vector<std::vector<Spring>> found(Threads::chunkCount(p.size(), kGrain));
  threads.forChunks(p.size(), kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      for (const std::uint32_t j : neighbours_.of(i)) {
        if (p.id[i] > p.id[j]) continue;  // The smaller id owns the spring.
        const PairCoefficients& c = pair(i, j);
        // A new spring has L = h and pulls only once it has shortened; one that cannot is left out.
        if (c.kSpring <= 0.f || c.alphaCompress <= 0.f) continue;
        const float r = glm::distance(p.position[i], p.position[j]);
        if (r < h_ && !springs_.contains(p.id[i], p.id[j]))
          found[chunk].push_back({p.id[i], p.id[j], adjusted(h_, r, dt, c)});
      }
  });
  std::vector<Spring> created;
  for (const auto& some : found) created.insert(created.end(), some.begin(), some.end());
  std::sort(created.begin(), created.end(), before);
  mergeInto(springs_.merged, springs_.list, created);
  springs_.list.swap(springs_.merged);
  springs_.indexRows(p.nextId);
  findFarSprings(threads);
}

void Clavet::findFarSprings(const Threads& threads) {
  const auto& list = springs_.list;
  std::vector<std::vector<std::uint32_t>> found(Threads::chunkCount(list.size(), kGrain));
  threads.forChunks(list.size(), kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    for (std::size_t s = begin; s < end; ++s)
      if (!neighbours_.inReach(indexOfId_[list[s].a], indexOfId_[list[s].b]))
        found[chunk].push_back(static_cast<std::uint32_t>(s));
  });
  farSprings_.clear();
  for (const auto& some : found) farSprings_.insert(farSprings_.end(), some.begin(), some.end());
}

void Clavet::applySpringDisplacements(float dt, const Threads& threads, std::uint64_t stepIndex) {
  if (springs_.list.empty()) return;
  Particles& p = particles_;
  const auto apply = [&](const Spring& spring, std::size_t i, std::size_t j) {
    const Vec3 rij = p.position[j] - p.position[i];
    const float r = glm::length(rij);
    const float push =
        dt * dt * pair(i, j).kSpring * (1.f - spring.restLength / h_) * (spring.restLength - r);
    const Vec3 half = 0.5f * push * direction(rij, r, p.id[i], p.id[j]);
    p.position.add(i, -half);
    p.position.add(j, half);
  };
  neighbours_.sweep(threads, SweepFlips::ofStep(stepIndex), [&](std::size_t i) {
    for (const Spring& spring : springs_.row(p.id[i]))
      if (const std::size_t j = indexOfId_[spring.b]; neighbours_.inReach(i, j)) apply(spring, i, j);
  });
  for (const std::uint32_t s : farSprings_) {
    const Spring& spring = springs_.list[s];
    apply(spring, indexOfId_[spring.a], indexOfId_[spring.b]);
  }
}

}  // namespace ooze::clavet
