// Creation and removal of cuts, friction between the two sides of a cut, and welding by kneading (cuts.h).
#include "methods/clavet/cuts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ooze::clavet {
namespace {

constexpr std::size_t kKneadingGrain = 256;  // particles per parallel chunk

// Distance from the blade within which particles are marked [h]. Springs are no longer than h. The margin
// covers liquid that plastic flow carries to the face of the cut.
constexpr float kMarkedReach = 1.25f;

// A stroke of the blade arrives in pieces. A piece continues the cut number of the previous piece if at least
// the fraction kAgreement of the marks beside the blade agree with its own sides, with enough marks on both
// sides.
constexpr float kAgreement = 0.9f, kLeastOnASide = 0.1f;
constexpr int kFewestMarks = 8;

/// A particle near the blade.
struct MarkedParticle {
  std::uint32_t particle;
  bool front;
};

/// The number of a cut and its orientation relative to the blade.
struct CutNumber {
  std::uint32_t number;
  bool turned;  ///< true if the lower side is behind the blade
};

constexpr std::uint32_t lowerSide(std::uint32_t number) { return 1u << (2 * number); }
constexpr std::uint32_t bothSides(std::uint32_t number) { return 3u << (2 * number); }

/// Counts of marks with one cut number beside the blade, indexed [in front][upper].
using Marks = std::array<std::array<int, 2>, 2>;

/// Returns the existing cut that this blade continues, or the number kCutNumbers for a new cut.
CutNumber findContinuedCut(const std::vector<MarkedParticle>& beside,
                           const std::vector<std::uint32_t>& cuts) {
  std::array<Marks, kCutNumbers> marks{};
  for (const MarkedParticle& b : beside)
    for (std::uint32_t n = 0; n < kCutNumbers; ++n)
      if (const std::uint32_t side = cuts[b.particle] >> (2 * n) & 3u) ++marks[n][b.front][side - 1];
  for (std::uint32_t n = 0; n < kCutNumbers; ++n) {
    const auto& [behind, front] = marks[n];
    const int inFront = front[0] + front[1], all = behind[0] + behind[1] + inFront;
    const auto of = [&](float part) { return static_cast<float>(all) * part; };
    const auto least = static_cast<float>(std::min(inFront, all - inFront));
    if (all < kFewestMarks || least < of(kLeastOnASide)) continue;
    if (static_cast<float>(front[0] + behind[1]) >= of(kAgreement)) return {n, false};
    if (static_cast<float>(front[1] + behind[0]) >= of(kAgreement)) return {n, true};
  }
  return {kCutNumbers, false};
}

/// Returns an unused cut number. If all numbers are in use, prefers a number not used near the blade, then
/// the least used one.
std::uint32_t unusedNumber(const std::vector<std::uint32_t>& near, const std::vector<std::uint32_t>& cuts) {
  std::array<std::size_t, kCutNumbers> used{};
  for (std::uint32_t n = 0; n < kCutNumbers; ++n) {
    for (const std::uint32_t sides : cuts) used[n] += (sides & bothSides(n)) != 0;
    for (const std::uint32_t i : near) used[n] += (cuts[i] & bothSides(n)) ? cuts.size() : 0;
  }
  return static_cast<std::uint32_t>(std::min_element(used.begin(), used.end()) - used.begin());
}

bool isKneaded(const float& strain, const StateBounds&) {
  return strain == kNotSeparated || (strain >= 0.f && std::isfinite(strain));
}

}  // namespace

void Cuts::addTo(ParticleArrays& arrays) {
  sides = arrays.add(ParticleArray<std::uint32_t>{.extent = ArrayExtent::WhileBegun});
  kneaded = arrays.add(ParticleArray<float>{.extent = ArrayExtent::WhileBegun, .isSound = isKneaded});
}

CutSides Cuts::mark(ParticleLiquid& liquid, FunctionRef<std::optional<float>(const Vec3&)> beside,
                    const MaterialLaws& laws) const {
  liquid.arrays.begin(sides, liquid.size());
  liquid.arrays.begin(kneaded, liquid.size());
  std::vector<std::uint32_t>& cuts = liquid[sides];
  const Particles& p = liquid.particles;
  std::vector<std::uint32_t> near;
  std::vector<MarkedParticle> marked;
  for (std::uint32_t i = 0; i < p.size(); ++i) {
    const auto distance = beside(p.position[i]);
    if (!distance) continue;
    near.push_back(i);
    if (std::abs(*distance) <= kMarkedReach * laws.h() && laws.keepsCuts(p.material[i]))
      marked.push_back({i, *distance > 0.f});
  }

  CutNumber cut = findContinuedCut(marked, cuts);
  if (cut.number == kCutNumbers) {
    cut.number = unusedNumber(near, cuts);
    for (const std::uint32_t i : near) cuts[i] &= ~bothSides(cut.number);
  }
  CutSides made;
  for (const MarkedParticle& b : marked) {
    if (cuts[b.particle] & bothSides(cut.number)) continue;
    const std::uint32_t side = lowerSide(cut.number) << (b.front == cut.turned ? 1 : 0);
    cuts[b.particle] |= side;
    liquid[kneaded][b.particle] = kNotSeparated;
    made.ids.push_back(p.id[b.particle]);
    made.sides.push_back(side);
  }
  return made;
}

CutSides Cuts::all(const ParticleLiquid& liquid) const {
  CutSides marks;
  const std::vector<std::uint32_t>& cuts = liquid[sides];
  for (std::size_t i = 0; i < cuts.size(); ++i)
    if (cuts[i]) {
      marks.ids.push_back(liquid.particles.id[i]);
      marks.sides.push_back(cuts[i]);
      marks.kneaded.push_back(liquid[kneaded][i]);
    }
  return marks;
}

void Cuts::set(ParticleLiquid& liquid, const CutSides& marks, bool marked) const {
  const IdTable indexOf = liquid.indicesById();
  liquid.arrays.begin(sides, liquid.size());
  liquid.arrays.begin(kneaded, liquid.size());
  std::vector<std::uint32_t>& cuts = liquid[sides];
  for (std::size_t k = 0; k < marks.ids.size(); ++k) {
    const std::uint32_t id = marks.ids[k];
    const std::uint32_t i = indexOf[id];
    if (i == IdTable::kNone) continue;
    cuts[i] = marked ? cuts[i] | marks.sides[k] : cuts[i] & ~marks.sides[k];
    if (marked && !marks.kneaded.empty()) liquid[kneaded][i] = marks.kneaded[k];
  }
  clearIfUnused(liquid);
}

void Cuts::closeFlowingCuts(ParticleLiquid& liquid, const MaterialLaws& laws) const {
  std::vector<std::uint32_t>& cuts = liquid[sides];
  for (std::size_t i = 0; i < cuts.size(); ++i)
    if (!laws.keepsCuts(liquid.particles.material[i])) cuts[i] = 0;
  clearIfUnused(liquid);
}

std::span<const float> Cuts::computeCutRepulsion(const ParticleLiquid& liquid, const MaterialLaws& laws,
                                                 float dt) {
  parting_.clear();
  for (std::size_t m = 0; any(liquid) && m < laws.count(); ++m)
    parting_.push_back(0.5f * dt * dt * laws.h() * kCutStiffness * laws.pair(m, m).kSpring);
  return parting_;
}

/// Applies dry (Coulomb) friction between the sides; without friction a slab would slide off a level cut.
/// Friction acts perpendicular to the line between two particles, which does not conserve angular momentum.
/// The error only occurs where weight presses the sides together; separated pieces rotate freely.
void Cuts::applyFriction(ParticleLiquid& liquid, float h, const PairMasses& masses, const Threads& threads,
                         std::uint64_t stepIndex) const {
  if (!any(liquid)) return;
  Particles& p = liquid.particles;
  const Vec3Array& previous = liquid.previous;
  const std::vector<std::uint32_t>& cuts = liquid[sides];
  const Neighbours& neighbours = liquid.neighbours();
  const auto applyFrictionTo = [&](std::uint32_t i) {
    if (cuts[i] == 0) return;
    neighbours.of(i).forEach([&](std::size_t j) {
      if (p.id[i] > p.id[j] || !areAcross(cuts[i], cuts[j])) return;
      const Vec3 between = p.position[j] - p.position[i];
      const float distance = glm::length(between);
      const float closeness = kCutGap - distance / h;
      if (!(closeness > 0.f) || distance == 0.f) return;
      const Vec3 along = between / distance;
      const Vec3 moved = (p.position[j] - previous[j]) - (p.position[i] - previous[i]);
      // Both particles of the pair contributed half of the push.
      const float push = (parting_[p.material[i]] + parting_[p.material[j]]) * closeness;
      const float most = kCutFriction * push;
      const Vec3 slid = moved - glm::dot(moved, along) * along;
      const float far = glm::length(slid);
      if (far == 0.f) return;
      const Vec3 taken = 0.5f * std::min(1.f, most / far) * slid;
      const PairParts parts = masses.of(i, j);
      p.position.add(i, parts.own * taken);
      p.position.add(j, -parts.other * taken);
    });
  };
  neighbours.sweep(threads, stepIndex, [&](Neighbours::Run run) {
    for (std::uint32_t k = 0; k < run.count; ++k) applyFrictionTo(run.at(k));
  });
}

void Cuts::forget(ParticleLiquid& liquid) const {
  liquid.arrays.end(sides);
  liquid.arrays.end(kneaded);
}

void Cuts::clearIfUnused(ParticleLiquid& liquid) const {
  const std::vector<std::uint32_t>& cuts = liquid[sides];
  for (std::size_t i = 0; i < cuts.size(); ++i)
    if (cuts[i] == 0) liquid[kneaded][i] = 0.f;
  if (std::all_of(cuts.begin(), cuts.end(), [](std::uint32_t s) { return s == 0; })) forget(liquid);
}

SpringFlow* Cuts::beginFlow(const ParticleLiquid& liquid) {
  if (!any(liquid)) return nullptr;
  flow_.assign(liquid.size(), {});
  return flow_.data();
}

/// Returns true if a particle on the opposite side of a cut is nearer than `reach` [h].
bool Cuts::isNearAcross(const ParticleLiquid& liquid, std::size_t i, float reach, float h) const {
  const std::vector<std::uint32_t>& cuts = liquid[sides];
  bool near = false;
  liquid.neighbours().of(static_cast<std::uint32_t>(i)).forEach([&](std::size_t j) {
    if (!areAcross(cuts[i], cuts[j])) return;
    const Vec3 between = liquid.particles.position[j] - liquid.particles.position[i];
    near |= glm::dot(between, between) < reach * reach * h * h;
  });
  return near;
}

void Cuts::weld(ParticleLiquid& liquid, float h, const Threads& threads,
                FunctionRef<void(std::size_t)> welded) const {
  if (!any(liquid)) return;
  std::vector<std::uint32_t>& cuts = liquid[sides];
  std::vector<float>& strains = liquid[kneaded];
  threads.forEachIndex(cuts.size(), kKneadingGrain, [&](std::size_t i) {
    if (cuts[i] == 0) return;
    if (strains[i] == kNotSeparated) {
      if (!isNearAcross(liquid, i, kSeparated, h)) strains[i] = 0.f;
      return;
    }
    const float flow = flow_[i].mean();
    if (flow > 0.f && isNearAcross(liquid, i, kPressed, h)) strains[i] += flow;
  });
  bool anyWelded = false;
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    if (strains[i] < kWeldStrain) continue;
    cuts[i] = 0;
    welded(i);
    anyWelded = true;
  }
  if (anyWelded) clearIfUnused(liquid);
}

}  // namespace ooze::clavet
