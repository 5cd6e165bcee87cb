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
#include "methods/steele/contacts.h"
#include "methods/steele/pairs-inl.h"

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
  const Neighbours& neighbours;
  Places at;
  const float* mass;
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

struct CountContacts {
  const ContactTask& t;
  Here here;
  F8 count = all(0.f);
  OOZE_LANES CountContacts(const ContactTask& task, std::size_t i) : t(task), here(task.at, i) {}
  template <class Particles8>
  OOZE_LANES void operator()(const Particles8& others, M8 lanes) {
    const F8 d2 = here.to(t.at, others).d2;
    const M8 touching = lanes & (d2 < all(t.diameter * t.diameter));
    if (bitsOf(touching) == 0) return;
    count = count + only(touching, least(all(1.f), (all(t.diameter) - root(d2)) * all(t.perWhole)));
  }
};

struct Separate {
  const ContactTask& t;
  std::size_t i;
  Here here;
  F8 share;
  F8 x = all(0.f), y = all(0.f), z = all(0.f);
  std::uint32_t coincident = 0;
  OOZE_LANES Separate(const ContactTask& task, std::size_t particle)
      : t(task), i(particle), here(task.at, particle), share(all(task.share[particle])) {}
  template <class Particles8>
  OOZE_LANES void operator()(const Particles8& others, M8 lanes) {
    const Apart apart = here.to(t.at, others);
    const M8 touching = lanes & (apart.d2 < all(t.diameter * t.diameter));
    if (bitsOf(touching) == 0) return;
    const F8 distance = root(apart.d2);
    // The particle with more contacts decides the resolved part of the overlap for both, so that momentum is
    // conserved.
    const F8 part = only(touching, least(share, others.of(t.share)) * all(0.5f)) * partOf(t.mass, i, others);
    const F8 away = part * (distance - all(t.diameter)) / distance;
    x = x + away * apart.x, y = y + away * apart.y, z = z + away * apart.z;
    coincident |= bitsOf(touching & (distance < all(1e-14f)));
  }
};

void countContacts(const ContactTask& t, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    CountContacts kernel(t, i);
    forEights(t.neighbours.of(i), static_cast<std::uint32_t>(i), kernel);
    const float n = sum(kernel.count);
    t.share[i] = n > kOverRelaxation ? kOverRelaxation / n : 1.f;
  }
}

void separate(const ContactTask& t, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    Separate kernel(t, i);
    forEights(t.neighbours.of(i), static_cast<std::uint32_t>(i), kernel);
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
  t.neighbours.of(i).forEach([&](std::size_t j) {
    if (t.at.x[i] != t.at.x[j] || t.at.y[i] != t.at.y[j] || t.at.z[i] != t.at.z[j]) return;
    const float part =
        0.5f * std::min(t.share[i], t.share[j]) * (t.mass ? 2.f * t.mass[j] / (t.mass[i] + t.mass[j]) : 1.f);
    const Vec3 away = part * t.diameter * direction(Vec3(0.f), 0.f, t.id[i], t.id[j]);
    t.moved.x[i] += away.x, t.moved.y[i] += away.y, t.moved.z[i] += away.z;
  });
}

void ContactSeparation::separate(const Liquid& liquid, float radius, Particles& particles, float time,
                                 const Threads& threads) {
  Vec3Array &position = particles.position, &velocity = particles.velocity;
  const std::size_t n = position.size();
  shareOf_.resize(n);
  moved_.resize(n);
  const ContactTask task{liquid.neighbours, Places(position),        liquid.mass,     particles.id.data(),
                         2.f * radius,      1.f / (kWhole * radius), shareOf_.data(), Vectors(moved_)};
  threads.forChunks(n, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(countContacts)(task, begin, end);
  });
  // Frozen particles resolve their contacts fully regardless of the number, because they do not move.
  forFrozen(particles, threads, [&](std::size_t i) { shareOf_[i] = 1.f; });
  threads.forChunks(n, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(separate)(task, begin, end);
  });
  threads.forChunks(n, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) position.add(i, moved_[i]), velocity.add(i, moved_[i] / time);
  });
}

}  // namespace ooze::steele
#endif  // HWY_ONCE
