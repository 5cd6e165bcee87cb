// Saving and restoring the method's state: all that a later step depends on.
#include "ooze/base/error.h"

#include "methods/clavet/clavet.h"

#include <algorithm>

namespace ooze::clavet {
namespace {

void saveVectors(ByteWriter& out, const Vec3Array& a) {
  out.array(a.x);
  out.array(a.y);
  out.array(a.z);
}

Vec3Array restoreVectors(ByteReader& in) {
  Vec3Array a;
  a.x = in.array<float>();
  a.y = in.array<float>();
  a.z = in.array<float>();
  return a;
}

}  // namespace

void Clavet::save(ByteWriter& out) const {
  out.value(particles_.nextId);
  out.array(particles_.id);
  out.array(particles_.material);
  out.array(particles_.colour);
  saveVectors(out, particles_.position);
  saveVectors(out, particles_.velocity);
  out.array(particles_.density);
  out.array(particles_.exposure);
  // Where particles were when they were sorted decides in which order pairs are taken.
  Vec3Array listedAt = listedAt_;
  listedAt.resize(listed_);
  saveVectors(out, listedAt);
  const Vec3Array none;
  saveVectors(out, springs_.active ? adjusted_ : none);
  out.value(static_cast<std::uint8_t>(springs_.lookEverywhere));
  out.array(springList());
}

std::vector<Spring> Clavet::springList() const {
  std::vector<Spring> list;
  if (!springs_.active) return list;
  for (std::size_t i = 0; i < springs_.rows.size(); ++i) {
    const Springs::Row& row = springs_.rows[i];
    for (std::size_t k = row.first(); k < row.first() + row.count; ++k)
      if (alive(springs_.other[k])) list.push_back({particles_.id[i], springs_.other[k], springs_.rest[k]});
  }
  return list;
}

void Clavet::setSprings(std::span<const Spring> springs) {
  springs_.clear();
  springs_.rows.resize(particles_.size());
  springs_.active = true;
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
  p.density = in.array<float>();
  p.exposure = in.array<float>();
  Vec3Array listedAt = restoreVectors(in);
  Vec3Array adjusted = restoreVectors(in);
  const bool lookEverywhere = in.value<std::uint8_t>() != 0;
  const auto springs = in.array<Spring>();

  const std::size_t n = p.size();
  const auto require = [](bool sound) {
    if (!sound) throw InputError("the save is damaged: its particles do not fit together");
  };
  for (const Vec3Array* a : {&p.position, &p.velocity})
    require(a->x.size() == n && a->y.size() == n && a->z.size() == n);
  for (const Vec3Array* a : {&listedAt, &adjusted})
    require(a->y.size() == a->x.size() && a->z.size() == a->x.size());
  const bool active = adjusted.size() > 0 || makesSprings();
  require(p.material.size() == n && p.colour.size() == n && p.density.size() == n && p.exposure.size() == n);
  require(listedAt.size() <= n && (active ? adjusted.size() == n : adjusted.size() == 0));
  std::vector<std::uint32_t> indexOf(p.nextId, Neighbours::kNone);
  for (std::size_t i = 0; i < n; ++i) {
    require(p.id[i] < p.nextId && indexOf[p.id[i]] == Neighbours::kNone &&
            p.material[i] < coefficients_.size());
    indexOf[p.id[i]] = static_cast<std::uint32_t>(i);
  }
  std::vector<std::uint64_t> ends;
  for (std::size_t s = 0; s < springs.size(); ++s) {
    const Spring& spring = springs[s];
    require(spring.a < spring.b && spring.b < p.nextId && indexOf[spring.a] != Neighbours::kNone &&
            indexOf[spring.b] != Neighbours::kNone);
    require(s == 0 || indexOf[springs[s - 1].a] <= indexOf[spring.a]);
    ends.push_back(static_cast<std::uint64_t>(spring.a) << 32 | spring.b);
  }
  std::sort(ends.begin(), ends.end());
  require(std::adjacent_find(ends.begin(), ends.end()) == ends.end());

  particles_ = std::move(p);
  previous_ = particles_.position;
  adjusted_ = std::move(adjusted);
  listedAt_ = std::move(listedAt);
  setSprings(springs);
  springs_.active = active;
  springs_.lookEverywhere = lookEverywhere;
  listed_ = listedAt_.size();
  if (listed_ > 0) restoreLists();
}

/// Sorts and lists again as the step before the save did.
void Clavet::restoreLists() {
  const Threads alone(1);
  const auto order = neighbours_.sort(listedAt_, h_ * (1.f + kSkin), alone);
  for (std::size_t i = 0; i < order.size(); ++i)
    if (order[i] != i) throw InputError("the save is damaged: its particles are not in order");
  neighbours_.find(listedAt_, h_ * (1.f + kSkin), alone);
}

}  // namespace ooze::clavet
