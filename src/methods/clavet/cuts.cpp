// Making cuts, taking them back, and closing them where liquid flows (cuts.h).
#include "methods/clavet/cuts.h"

#include "methods/clavet/clavet.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ooze::clavet {
namespace {

// Beside a blade this far [h]. Springs are no longer than h; the rest is for liquid that the flow of a
// plastic one brings to the face of the cut.
constexpr float kMarkedReach = 1.25f;

// Springs that flow at less strain than this are those of a liquid that runs together (honey, paint). What
// holds a shape (gel, clay, mud, slime) also holds the two sides of a cut.
constexpr float kLeastYield = 0.05f;

// A stroke of the blade comes in pieces. A piece goes on with the number of the one before if at least this
// part of the marks beside it, on both sides, are as its own would be.
constexpr float kAgreement = 0.9f, kLeastOnASide = 0.1f;
constexpr int kFewestMarks = 8;

struct Beside {
  std::uint32_t particle;
  bool front;
};

struct CutNumber {
  std::uint32_t number;
  bool turned;  ///< the lower side is behind the blade
};

constexpr std::uint32_t lowerSide(std::uint32_t number) { return 1u << (2 * number); }
constexpr std::uint32_t bothSides(std::uint32_t number) { return 3u << (2 * number); }

/// Marks of one number beside the blade: [in front][upper].
using Marks = std::array<std::array<int, 2>, 2>;

/// The cut that this blade goes on with; its number is kCutNumbers if there is none.
CutNumber continued(const std::vector<Beside>& beside, const std::vector<std::uint32_t>& cuts) {
  std::array<Marks, kCutNumbers> marks{};
  for (const Beside& b : beside)
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

/// A number that is used nowhere, else not near the blade, else by the fewest there.
std::uint32_t unusedNumber(const std::vector<std::uint32_t>& near, const std::vector<std::uint32_t>& cuts) {
  std::array<std::size_t, kCutNumbers> used{};
  for (std::uint32_t n = 0; n < kCutNumbers; ++n) {
    for (const std::uint32_t sides : cuts) used[n] += (sides & bothSides(n)) != 0;
    for (const std::uint32_t i : near) used[n] += (cuts[i] & bothSides(n)) ? cuts.size() : 0;
  }
  return static_cast<std::uint32_t>(std::min_element(used.begin(), used.end()) - used.begin());
}

}  // namespace

bool Clavet::keepsCuts(std::uint16_t material) const {
  if (material >= coefficients_.size()) return false;  // on the way to a restored state
  const PairCoefficients& own = pairs_[material * coefficients_.size() + material];
  return own.kSpring > 0.f && (own.alphaStretch == 0.f || own.gammaStretch >= kLeastYield);
}

CutMade Clavet::cut(FunctionRef<bool(const Vec3&, const Vec3&)> crosses,
                    FunctionRef<std::optional<float>(const Vec3&)> beside) {
  CutMade made;
  if (!springs_.active) return made;
  makeRoomForCuts();
  std::vector<std::uint32_t>& cuts = liquid_[cuts_];
  std::vector<float>& kneaded = liquid_[kneaded_];
  std::vector<std::uint32_t> near;
  std::vector<Beside> marked;
  for (std::uint32_t i = 0; i < liquid_.particles.size(); ++i) {
    const auto distance = beside(liquid_.particles.position[i]);
    if (!distance) continue;
    near.push_back(i);
    if (std::abs(*distance) <= kMarkedReach * h_ && keepsCuts(liquid_.particles.material[i]))
      marked.push_back({i, *distance > 0.f});
  }

  CutNumber cut = continued(marked, cuts);
  if (cut.number == kCutNumbers) {
    cut.number = unusedNumber(near, cuts);
    for (const std::uint32_t i : near) cuts[i] &= ~bothSides(cut.number);
  }
  for (const Beside& b : marked) {
    if (cuts[b.particle] & bothSides(cut.number)) continue;
    const std::uint32_t side = lowerSide(cut.number) << (b.front == cut.turned ? 1 : 0);
    cuts[b.particle] |= side;
    kneaded[b.particle] = kNotParted;
    made.marked.ids.push_back(liquid_.particles.id[b.particle]);
    made.marked.sides.push_back(side);
  }
  made.ties = dropSprings([&](std::size_t i, std::size_t j) {
    return areAcross(cuts[i], cuts[j]) ||
           crosses(liquid_.particles.position[i], liquid_.particles.position[j]);
  });
  forgetNoCuts();
  return made;
}

CutSides Clavet::cutSides() const {
  CutSides all;
  const std::vector<std::uint32_t>& cuts = liquid_[cuts_];
  for (std::size_t i = 0; i < cuts.size(); ++i)
    if (cuts[i]) {
      all.ids.push_back(liquid_.particles.id[i]);
      all.sides.push_back(cuts[i]);
      all.kneaded.push_back(liquid_[kneaded_][i]);
    }
  return all;
}

void Clavet::markSides(const CutSides& sides, bool marked) {
  const std::vector<std::uint32_t> indexOf = liquid_.indicesById();
  makeRoomForCuts();
  std::vector<std::uint32_t>& cuts = liquid_[cuts_];
  for (std::size_t k = 0; k < sides.ids.size(); ++k) {
    const std::uint32_t id = sides.ids[k];
    if (id >= liquid_.particles.nextId || indexOf[id] == Neighbours::kNone) continue;
    const std::uint32_t i = indexOf[id];
    cuts[i] = marked ? cuts[i] | sides.sides[k] : cuts[i] & ~sides.sides[k];
    if (marked && !sides.kneaded.empty()) liquid_[kneaded_][i] = sides.kneaded[k];
  }
  forgetNoCuts();
}

/// Of liquid that has become one that keeps no cut.
void Clavet::closeCutsThatFlow() {
  std::vector<std::uint32_t>& cuts = liquid_[cuts_];
  for (std::size_t i = 0; i < cuts.size(); ++i)
    if (!keepsCuts(liquid_.particles.material[i])) cuts[i] = 0;
  forgetNoCuts();
}

/// Dry friction, or a slab would slide off a level cut. It acts across the line between the two, which makes
/// or loses angular momentum, but only where weight presses the sides together: parted ones turn freely.
void Clavet::rubAcrossCuts(const PairMasses& masses, const Threads& threads, SweepFlips flips) {
  Particles& p = liquid_.particles;
  const Vec3Array& previous = liquid_.previous;
  const std::vector<std::uint32_t>& cuts = liquid_[cuts_];
  const Neighbours& neighbours = liquid_.neighbours();
  const auto rub = [&](std::uint32_t i) {
    if (cuts[i] == 0) return;
    neighbours.of(i).forEach([&](std::size_t j) {
      if (p.id[i] > p.id[j] || !areAcross(cuts[i], cuts[j])) return;
      const Vec3 between = p.position[j] - p.position[i];
      const float distance = glm::length(between);
      const float closeness = kCutGap - distance / h_;
      if (!(closeness > 0.f) || distance == 0.f) return;
      const Vec3 along = between / distance;
      const Vec3 moved = (p.position[j] - previous[j]) - (p.position[i] - previous[i]);
      // Each of the two has pushed half.
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
  neighbours.sweep(threads, flips, [&](const Neighbours::Pencil& pencil) {
    neighbours.forEachRun(pencil, flips, [&](Neighbours::Run run) {
      for (std::uint32_t k = 0; k < run.count; ++k) rub(run.at(k));
    });
  });
}

void Clavet::makeRoomForCuts() {
  liquid_.arrays.begin(cuts_, liquid_.size());
  liquid_.arrays.begin(kneaded_, liquid_.size());
}

void Clavet::forgetCuts() {
  liquid_.arrays.end(cuts_);
  liquid_.arrays.end(kneaded_);
}

/// Nothing is looked at where nothing is cut.
void Clavet::forgetNoCuts() {
  const std::vector<std::uint32_t>& cuts = liquid_[cuts_];
  for (std::size_t i = 0; i < cuts.size(); ++i)
    if (cuts[i] == 0) liquid_[kneaded_][i] = 0.f;
  if (std::all_of(cuts.begin(), cuts.end(), [](std::uint32_t sides) { return sides == 0; })) forgetCuts();
}

}  // namespace ooze::clavet
