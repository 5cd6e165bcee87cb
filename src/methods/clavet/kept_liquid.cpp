// Liquid and springs that are taken out so that they can be put back.
#include "ooze/base/error.h"

#include "methods/clavet/clavet.h"
#include "methods/clavet/state_bounds.h"

#include <algorithm>
#include <limits>

namespace ooze::clavet {
/// Where particles are by id now; what is kept of that holds from sort to sort only.
std::vector<std::uint32_t> Clavet::presentIndices() const {
  std::vector<std::uint32_t> indices(particles_.nextId, Neighbours::kNone);
  for (std::size_t i = 0; i < particles_.size(); ++i)
    indices[particles_.id[i]] = static_cast<std::uint32_t>(i);
  return indices;
}

std::vector<LinkTie> Clavet::dropSprings(FunctionRef<bool(std::size_t, std::size_t)> goes) {
  std::vector<LinkTie> dropped;
  const std::vector<std::uint32_t> indexOf = presentIndices();
  for (std::size_t i = 0; i < springs_.rows.size(); ++i) {
    Springs::Row& row = springs_.rows[i];
    std::uint32_t kept = 0;
    for (std::uint32_t k = 0; k < row.count; ++k) {
      const std::size_t from = row.first() + k, to = row.first() + kept;
      const std::uint32_t other = springs_.other[from], j = indexOf[other];
      if (j != Neighbours::kNone && goes(i, j)) {
        dropped.push_back({particles_.id[i], other, springs_.rest[from]});
        continue;
      }
      springs_.other[to] = other;
      springs_.rest[to] = springs_.rest[from];
      springs_.index[to] = springs_.index[from];
      ++kept;
    }
    row.count = kept;
  }
  return dropped;
}

void Clavet::tieSprings(std::span<const LinkTie> ties) {
  if (!springs_.active) return;  // no pair of materials has springs
  const std::vector<std::uint32_t> indexOf = presentIndices();
  for (const LinkTie& tie : ties) {
    const std::uint32_t low = std::min(tie.a, tie.b), high = std::max(tie.a, tie.b);
    if (high >= particles_.nextId || low == high) continue;
    const std::uint32_t i = indexOf[low], j = indexOf[high];
    if (i == Neighbours::kNone || j == Neighbours::kNone) continue;
    Springs::Row& row = springs_.rows[i];
    const auto tied = std::span<const std::uint32_t>(springs_.other).subspan(row.first(), row.count);
    if (const auto found = std::find(tied.begin(), tied.end(), high); found != tied.end()) {
      springs_.rest[row.first() + static_cast<std::size_t>(found - tied.begin())] = tie.restLength;
      continue;
    }
    springs_.reserve(row, row.count + 1);
    springs_.append(row, high, j, tie.restLength);
  }
  springs_.sorted = true;  // the next adjustment looks up where partners are
}

void Clavet::keep(std::span<const std::uint32_t> particles, ByteWriter& out) const {
  std::vector<KeptParticle> kept;
  std::vector<std::uint8_t> goes(particles_.nextId, 0);
  for (const std::uint32_t i : particles) {
    goes[particles_.id[i]] = 1;
    kept.push_back({particles_.position[i], particles_.velocity[i], particles_.density[i],
                    particles_.exposure[i], particles_.id[i], particles_.colour[i], particles_.material[i],
                    static_cast<std::uint16_t>(particles_.isFrozen(i))});
  }
  std::vector<std::uint32_t> cuts;
  std::vector<float> kneaded;
  for (const std::uint32_t i : particles)
    if (!cuts_.empty()) cuts.push_back(cuts_[i]), kneaded.push_back(kneaded_[i]);
  std::vector<LinkTie> ties;
  visitSprings([&](std::uint32_t a, std::uint32_t b, float rest) {
    if (goes[a] || goes[b]) ties.push_back({a, b, rest});
  });
  out.array(kept);
  out.array(ties);
  if (!cuts.empty()) out.array(cuts), out.array(kneaded);
}

KeptLiquid Clavet::readKept(ByteReader& in) const {
  const StateBounds bounds(h_);
  KeptLiquid kept;
  kept.particles = in.array<KeptParticle>();
  kept.ties = in.array<LinkTie>();
  if (!in.atEnd()) kept.cuts.sides = in.array<std::uint32_t>();
  if (!in.atEnd()) kept.cuts.kneaded = in.array<float>();  // none of what was erased before it was counted
  const std::size_t n = kept.particles.size();
  const auto require = [](bool sound) {
    if (!sound) throw InputError("what was kept of the liquid is damaged");
  };
  require(in.atEnd());
  require(kept.cuts.sides.empty() || kept.cuts.sides.size() == n);
  require(kept.cuts.kneaded.empty() || kept.cuts.kneaded.size() == n);
  for (const float k : kept.cuts.kneaded) require(StateBounds::isKneaded(k));
  std::vector<std::uint32_t> ids;
  for (const KeptParticle& p : kept.particles) {
    require(p.id < particles_.nextId && p.material < coefficients_.size() && p.frozen <= 1);
    require(bounds.isPlace(p.position) && StateBounds::isVelocity(p.velocity));
    require(StateBounds::isDensity(p.density) && StateBounds::isExposure(p.exposure));
    ids.push_back(p.id);
  }
  for (const LinkTie& tie : kept.ties) require(bounds.isRestLength(tie.restLength));
  std::sort(ids.begin(), ids.end());
  require(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
  if (!kept.cuts.sides.empty())
    for (const KeptParticle& p : kept.particles) kept.cuts.ids.push_back(p.id);
  return kept;
}

void Clavet::putBack(ByteReader& in, std::uint64_t room, float elapsed) {
  const KeptLiquid kept = readKept(in);
  const std::vector<std::uint32_t> indexOf = presentIndices();
  std::vector<std::uint32_t> frozen;
  for (const KeptParticle& p : kept.particles) {
    if (indexOf[p.id] != Neighbours::kNone || room == 0) continue;
    --room;
    const std::uint32_t next = particles_.nextId;
    particles_.append(p.position, p.velocity, p.material, p.colour, elapsed);
    particles_.nextId = next;
    particles_.id.back() = p.id;
    particles_.density.back() = p.density;
    particles_.exposure.back() = p.exposure;
    previous_.push(p.position);
    if (!cuts_.empty()) makeRoomForCuts();
    if (p.frozen) frozen.push_back(static_cast<std::uint32_t>(particles_.size() - 1));
  }
  makeRoomForSprings();
  freeze(frozen, true);
  tieSprings(kept.ties);
  if (!kept.cuts.sides.empty()) markSides(kept.cuts, true);
}

/// Of particles just appended.
void Clavet::makeRoomForSprings() {
  if (!springs_.active) return;
  const Vec3 nowhere(std::numeric_limits<float>::quiet_NaN());
  const std::size_t before = springs_.rows.size();
  springs_.rows.resize(particles_.size());
  while (adjusted_.size() < particles_.size()) adjusted_.push(nowhere);
  indexOfId_.resize(particles_.nextId);
  for (std::size_t i = before; i < particles_.size(); ++i)
    indexOfId_[particles_.id[i]] = static_cast<std::uint32_t>(i);
}

}  // namespace ooze::clavet
