// Saving and restoring the method's state: all that a later step depends on.
#include "ooze/base/error.h"

#include "methods/clavet/clavet.h"
#include "methods/clavet/state_bounds.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ooze::clavet {
namespace {

void saveVectors(ByteWriter& out, const Vec3Array& a, std::size_t count) {
  for (const std::vector<float>* c : {&a.x, &a.y, &a.z}) out.array(std::span<const float>(*c).first(count));
}
void saveVectors(ByteWriter& out, const Vec3Array& a) { saveVectors(out, a, a.size()); }

// Bits of one byte. Cuts are written only if there are any: saves from before they were kept have none.
// And how far the liquid beside them is kneaded, unless they are from before that was counted.
constexpr std::uint8_t kLookEverywhere = 1, kWithCuts = 2, kWithKneading = 4;

Vec3Array restoreVectors(ByteReader& in) {
  Vec3Array a;
  a.x = in.array<float>();
  a.y = in.array<float>();
  a.z = in.array<float>();
  return a;
}

void require(bool sound) {
  if (!sound) throw InputError("the save is damaged: its particles do not fit together");
}

bool isSound(const Packing& packing) {
  const auto finite = [](float v) { return std::isfinite(v); };
  return std::all_of(packing.far.begin(), packing.far.end(), finite) &&
         std::all_of(packing.near.begin(), packing.near.end(), finite) && finite(packing.meanPressure);
}

/// Of a particle that no adjustment of springs has seen.
bool isNowhere(const Vec3& adjusted) {
  return std::isnan(adjusted.x) && std::isnan(adjusted.y) && std::isnan(adjusted.z);
}

void requireSound(const Particles& p, const StateBounds& bounds) {
  const std::size_t n = p.size();
  for (const Vec3Array* a : {&p.position, &p.velocity, &p.frameStart})
    require(a->x.size() == n && a->y.size() == n && a->z.size() == n);
  require(p.material.size() == n && p.colour.size() == n && p.density.size() == n && p.exposure.size() == n);
  require(p.frozen.empty() || p.frozen.size() == n);
  require(std::all_of(p.frozen.begin(), p.frozen.end(), [](std::uint8_t f) { return f <= 1; }));
  for (std::size_t i = 0; i < n; ++i)
    require(bounds.isPlace(p.position[i]) && bounds.isPlace(p.frameStart[i]) &&
            StateBounds::isVelocity(p.velocity[i]) && StateBounds::isDensity(p.density[i]) &&
            StateBounds::isExposure(p.exposure[i]));
}

/// Neighbours::kNone for ids that no particle has.
std::vector<std::uint32_t> indicesById(const Particles& p) {
  require(p.nextId <= kMostIds);
  std::vector<std::uint32_t> indexOf(p.nextId, Neighbours::kNone);
  for (std::size_t i = 0; i < p.size(); ++i) {
    require(p.id[i] < p.nextId && indexOf[p.id[i]] == Neighbours::kNone);
    indexOf[p.id[i]] = static_cast<std::uint32_t>(i);
  }
  return indexOf;
}

std::vector<Spring> restoreSprings(ByteReader& in, const Particles& p, std::span<const std::uint32_t> indexOf,
                                   const StateBounds& bounds) {
  std::vector<Spring> springs;
  std::vector<std::uint32_t> tiedTo(p.size(), Neighbours::kNone);  // by particle: the last id
  for (const std::uint32_t id : p.id) {
    const auto others = in.array<std::uint32_t>();
    for (const std::uint32_t other : others) {
      require(id < other && other < p.nextId && indexOf[other] != Neighbours::kNone);
      require(tiedTo[indexOf[other]] != id);
      tiedTo[indexOf[other]] = id;
      springs.push_back({id, other, 0.f});
    }
    for (std::size_t k = springs.size() - others.size(); k < springs.size(); ++k) {
      springs[k].restLength = in.value<float>();
      require(bounds.isRestLength(springs[k].restLength));
    }
  }
  return springs;
}

/// A million particles in one place would be a billion pairs to a step. @param reach  of the lists [m]
void requireRoomy(const Vec3Array& positions, float reach) {
  if (StateBounds::isRoomy(std::uint64_t{positions.size()} * positions.size(), positions.size())) return;
  Neighbours grid;
  try {
    grid.sort(positions, reach, Threads(1));
  } catch (const RunError&) {
    return;  // the next step says that the liquid ran away
  }
  require(StateBounds::isRoomy(grid.crowding(), positions.size()));
}

}  // namespace

void Clavet::save(ByteWriter& out) const {
  out.value(particles_.nextId);
  out.array(particles_.id);
  out.array(particles_.material);
  out.array(particles_.colour);
  saveVectors(out, particles_.position);
  saveVectors(out, particles_.velocity);
  saveVectors(out, particles_.frameStart);
  out.array(particles_.density);
  out.array(particles_.exposure);
  out.array(particles_.frozen);
  out.array(packing_);
  // Where particles were when they were sorted decides in which order pairs are taken.
  saveVectors(out, listedAt_, listed_);
  saveVectors(out, adjusted_, springs_.active ? adjusted_.size() : 0);
  out.value(static_cast<std::uint8_t>((springs_.lookEverywhere ? kLookEverywhere : 0) |
                                      (cuts_.empty() ? 0 : kWithCuts | kWithKneading)));
  if (!cuts_.empty()) out.array(cuts_), out.array(kneaded_);
  saveSprings(out);
}

/// Row by row; those of partners that are gone are left out.
void Clavet::saveSprings(ByteWriter& out) const {
  for (std::size_t i = 0; springs_.active && i < springs_.rows.size(); ++i) {
    const Springs::Row& row = springs_.rows[i];
    const auto other = std::span<const std::uint32_t>(springs_.other).subspan(row.first(), row.count);
    const auto rest = std::span<const float>(springs_.rest).subspan(row.first(), row.count);
    if (std::all_of(other.begin(), other.end(), [this](std::uint32_t id) { return alive(id); })) {
      out.array(other);
      out.raw(rest);
      continue;
    }
    std::vector<std::uint32_t> others;
    std::vector<float> rests;
    for (std::size_t k = 0; k < row.count; ++k)
      if (alive(other[k])) others.push_back(other[k]), rests.push_back(rest[k]);
    out.array(others);
    out.raw(std::span<const float>(rests));
  }
}

void Clavet::setSprings(std::span<const Spring> springs) {
  springs_.clear();
  springs_.rows.resize(particles_.size());
  springs_.active = springs_.sorted = true;
  indexIds();
  for (std::size_t k = 0; k < springs.size();) {
    const std::uint32_t owner = springs[k].a;
    std::size_t end = k;
    while (end < springs.size() && springs[end].a == owner) ++end;
    Springs::Row& row = springs_.rows[indexOfId_[owner]];
    springs_.reserve(row, row.count + static_cast<std::uint32_t>(end - k));
    for (; k < end; ++k) springs_.append(row, springs[k].b, indexOfId_[springs[k].b], springs[k].restLength);
  }
}

void Clavet::restore(ByteReader& in) {
  Particles p;
  p.nextId = in.value<std::uint32_t>();
  p.id = in.array<std::uint32_t>();
  p.material = in.array<std::uint16_t>();
  p.colour = in.array<std::uint32_t>();
  p.position = restoreVectors(in);
  p.velocity = restoreVectors(in);
  p.frameStart = restoreVectors(in);
  p.density = in.array<float>();
  p.exposure = in.array<float>();
  p.frozen = in.array<std::uint8_t>();
  std::vector<Packing> packing = in.array<Packing>();
  Vec3Array listedAt = restoreVectors(in);
  Vec3Array adjusted = restoreVectors(in);
  const auto flags = in.value<std::uint8_t>();
  std::vector<std::uint32_t> cuts;
  if (flags & kWithCuts) cuts = in.array<std::uint32_t>();
  std::vector<float> kneaded(cuts.size(), 0.f);
  if (flags & kWithKneading) kneaded = in.array<float>();
  const std::size_t n = p.size();
  for (const Vec3Array* a : {&listedAt, &adjusted})
    require(a->y.size() == a->x.size() && a->z.size() == a->x.size());
  const bool active = adjusted.size() > 0 || makesSprings();
  require((flags & ~(kLookEverywhere | kWithCuts | kWithKneading)) == 0);
  require(packing.size() <= n && std::all_of(packing.begin(), packing.end(), isSound));
  require(cuts.empty() || cuts.size() == n);
  require(kneaded.size() == cuts.size() &&
          std::all_of(kneaded.begin(), kneaded.end(), StateBounds::isKneaded));
  require(listedAt.size() <= n && (active ? adjusted.size() == n : adjusted.size() == 0));
  requireSound(p, StateBounds(h_));
  for (std::size_t i = 0; i < adjusted.size(); ++i)
    require(StateBounds(h_).isPlace(adjusted[i]) || isNowhere(adjusted[i]));
  require(std::all_of(p.material.begin(), p.material.end(),
                      [this](std::uint16_t m) { return m < coefficients_.size(); }));
  const std::vector<std::uint32_t> indexOf = indicesById(p);
  std::vector<Spring> springs;
  if (active) springs = restoreSprings(in, p, indexOf, StateBounds(h_));
  requireRoomy(p.position, h_ * (1.f + kSkin));

  particles_ = std::move(p);
  packing_ = std::move(packing);
  previous_ = particles_.position;
  adjusted_ = std::move(adjusted);
  listedAt_ = std::move(listedAt);
  setSprings(springs);
  springs_.active = active;
  springs_.lookEverywhere = (flags & kLookEverywhere) != 0;
  cuts_ = std::move(cuts);
  kneaded_ = std::move(kneaded);
  listed_ = listedAt_.size();
  if (listed_ > 0) restoreLists();
}

/// Sorts and lists again as the step before the save did.
void Clavet::restoreLists() {
  const Threads alone(1);
  std::span<const std::uint32_t> order;
  try {
    order = neighbours_.sort(listedAt_, h_ * (1.f + kSkin), alone);
  } catch (const RunError& e) {  // no step of ours left them so far away
    throw InputError("the save is damaged: " + std::string(e.what()));
  }
  for (std::size_t i = 0; i < order.size(); ++i)
    if (order[i] != i) throw InputError("the save is damaged: its particles are not in order");
  require(StateBounds::isRoomy(neighbours_.crowding(), order.size()));
  neighbours_.find(listedAt_, h_ * (1.f + kSkin), alone);
}

}  // namespace ooze::clavet
