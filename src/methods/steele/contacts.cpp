// Implements the separation of overlapping particles (Steele et al. 2004).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/steele/contacts.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "liquid/direction.h"
#include "liquid/frozen.h"
#include "methods/steele/near-inl.h"
#include "methods/steele/pair_stages.h"

#ifndef OOZE_STEELE_CONTACTS_TASK
#define OOZE_STEELE_CONTACTS_TASK
namespace ooze::steele {

// Over-relaxation factor: a particle with n contacts resolves kOverRelaxation / n of each overlap. The factor
// is below 2, where the iteration would oscillate, and above 1, because contacts rarely push in one
// direction.
inline constexpr float kOverRelaxation = 1.5f;
// Overlap from which a contact counts fully [radii]. Smaller overlaps count in part, so that an opening
// contact causes no jump.
inline constexpr float kWhole = 0.1f;

struct ContactTask {
  const NearLists& near;
  bool hasMasses;
  const float* at;  ///< position and mass, by particle
  const std::uint32_t* id;
  float diameter;
  float perWhole;
  float* share;
  Vectors moved;
};

/// Adds the displacement of particle i by contacts with coincident particles, in a deterministic direction.
void partCoincident(const ContactTask& task, std::uint32_t i);

}  // namespace ooze::steele
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::steele {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

struct CountContacts {
  const ContactTask& t;
  NearOrigin here;
  FloatPacket count = broadcast(0.f);
  OOZE_LANES CountContacts(const ContactTask& task, std::size_t i) : t(task), here(task.at, i) {}
  OOZE_LANES void operator()(const NearPacket& others, MaskPacket lanes) {
    const FloatPacket d2 = here.to(t.at, others).d2;
    const MaskPacket touching = lanes & (d2 < broadcast(t.diameter * t.diameter));
    if (bitsOf(touching) == 0) return;
    count = count + maskedOrZero(touching, min(broadcast(1.f),
                                               (broadcast(t.diameter) - sqrt(d2)) * broadcast(t.perWhole)));
  }
};

struct Separate {
  const ContactTask& t;
  NearOrigin here;
  FloatPacket share;
  FloatPacket x = broadcast(0.f), y = broadcast(0.f), z = broadcast(0.f);
  std::uint32_t coincident = 0;
  OOZE_LANES Separate(const ContactTask& task, std::size_t particle)
      : t(task), here(task.at, particle), share(broadcast(task.share[particle])) {}
  OOZE_LANES void operator()(const NearPacket& others, MaskPacket lanes) {
    const NearOffset apart = here.to(t.at, others);
    const MaskPacket touching = lanes & (apart.d2 < broadcast(t.diameter * t.diameter));
    if (bitsOf(touching) == 0) return;
    const FloatPacket distance = sqrt(apart.d2);
    // The particle with more contacts decides the resolved part of the overlap for both, so that momentum is
    // conserved.
    const FloatPacket part = maskedOrZero(touching, min(share, others.of(t.share)) * broadcast(0.5f)) *
                             partOf(t.hasMasses, here.w, apart.w);
    const FloatPacket away = part * (distance - broadcast(t.diameter)) / distance;
    x = x + away * apart.x, y = y + away * apart.y, z = z + away * apart.z;
    coincident |= bitsOf(touching & (distance < broadcast(1e-14f)));
  }
};

void countContacts(const ContactTask& t, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const auto kernel = sumOverNear<CountContacts>(t, i);
    const float n = sum(kernel.count);
    t.share[i] = n > kOverRelaxation ? kOverRelaxation / n : n > 0.f ? 1.f : 0.f;
  }
}

void separate(const ContactTask& t, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    // Most particles of settled liquid touch none.
    if (t.share[i] == 0.f) {
      t.moved.set(i, 0.f, 0.f, 0.f);
      continue;
    }
    const auto kernel = sumOverNear<Separate>(t, i);
    t.moved.set(i, sum(kernel.x), sum(kernel.y), sum(kernel.z));
    if (kernel.coincident) partCoincident(t, static_cast<std::uint32_t>(i));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::steele
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <algorithm>

namespace ooze::steele {
HWY_EXPORT(countContacts);
HWY_EXPORT(separate);

void partCoincident(const ContactTask& t, std::uint32_t i) {
  const float* const own = t.at + std::size_t{4} * i;
  t.near.of(i).forEach([&](std::size_t j) {
    const float* const other = t.at + 4 * j;
    if (own[0] != other[0] || own[1] != other[1] || own[2] != other[2]) return;
    const float part =
        0.5f * std::min(t.share[i], t.share[j]) * (t.hasMasses ? 2.f * other[3] / (own[3] + other[3]) : 1.f);
    const Vec3 away = part * t.diameter * direction(Vec3(0.f), 0.f, t.id[i], t.id[j]);
    t.moved.x[i] += away.x, t.moved.y[i] += away.y, t.moved.z[i] += away.z;
  });
}

void ContactSeparation::separate(const PairLiquid& liquid, float radius, Particles& particles, float time,
                                 const Threads& threads) {
  Vec3Array &position = particles.position, &velocity = particles.velocity;
  const std::size_t n = position.size();
  shareOf_.resize(n);
  moved_.resize(n);
  pack(position, liquid.mass, at_, threads);
  const ContactTask task{liquid.near,  liquid.mass != nullptr,  at_.data(),      particles.id.data(),
                         2.f * radius, 1.f / (kWhole * radius), shareOf_.data(), Vectors(moved_)};
  threads.forChunks(n, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(countContacts)(task, begin, end);
  });
  // Frozen particles resolve their contacts fully regardless of the number, because they do not move.
  forEachFrozen(particles, threads, [&](std::size_t i) { shareOf_[i] = 1.f; });
  threads.forChunks(n, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(separate)(task, begin, end);
    // Neighbours read the packed positions, so these can move at once.
    for (std::size_t i = begin; i < end; ++i) {
      if (shareOf_[i] == 0.f) continue;
      position.add(i, moved_[i]);
      velocity.add(i, moved_[i] / time);
    }
  });
}

}  // namespace ooze::steele
#endif  // HWY_ONCE
