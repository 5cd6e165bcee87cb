// Spiky and viscosity smoothing kernels: SPH and shape matching, eq. 1 to 4 (Müller et al. 2003).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/shape_matching/sph_forces.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "liquid/eights-inl.h"
#include "liquid/pair_value-inl.h"
#include "methods/shape_matching/sph_forces.h"

#ifndef OOZE_SHAPE_MATCHING_SPH_TASK
#define OOZE_SHAPE_MATCHING_SPH_TASK
namespace ooze::shape_matching {

struct SphTask {
  const Neighbours& neighbours;
  const Vec3Array &at, &velocity;
  const float *pressure, *dilation;
  const std::uint32_t* bodies;
  PairValue alpha, viscosity;
  float h;
};

// Two particles closer than this have no direction [h^2].
inline constexpr float kLeast2 = 1e-20f;
// Tension of a pair is in proportion to r (h - r). The factor makes it equal to the pressure kernel at r = 2
// h / 5.
inline constexpr float kDrawn = 1.5f;

// Forces along the line between two particles yield only a fifth of the viscosity of forces along their
// relative velocity.
inline constexpr float kCentral = 5.f;

}  // namespace ooze::shape_matching
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::shape_matching {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

template <class Particles8>
OOZE_LANES F8 meanOf(const PairValue& v, std::size_t i, const Particles8& others) {
  if (!v.own) return all(v.constant);
  return all(0.5f) * (all(v.own[i]) + others.of(v.own));
}

struct PressureAndViscosity {
  const SphTask& t;
  std::size_t i;
  F8 x, y, z, vx, vy, vz, pressure;
  F8 ax = all(0.f), ay = all(0.f), az = all(0.f);

  OOZE_LANES PressureAndViscosity(const SphTask& task, std::size_t particle)
      : t(task),
        i(particle),
        x(all(t.at.x[i])),
        y(all(t.at.y[i])),
        z(all(t.at.z[i])),
        vx(all(t.velocity.x[i])),
        vy(all(t.velocity.y[i])),
        vz(all(t.velocity.z[i])),
        pressure(all(t.pressure[i])) {}

  template <class Particles8>
  OOZE_LANES void operator()(const Particles8& others, M8 lanes) {
    const F8 dx = x - others.of(t.at.x.data()), dy = y - others.of(t.at.y.data()),
             dz = z - others.of(t.at.z.data());
    const F8 r = root(most(dx * dx + dy * dy + dz * dz, all(kLeast2 * t.h * t.h)));
    const F8 q = most(all(1.f) - r * all(1.f / t.h), all(0.f));
    const F8 alpha = meanOf(t.alpha, i, others);
    F8 contact = alpha, cohesion = alpha;  // weights of pressure and viscosity, and of tension
    if (t.bodies) {
      const I8 mine = all(static_cast<std::int32_t>(t.bodies[i])), theirs = others.of(t.bodies);
      const auto differ = (mine < theirs) | (theirs < mine);
      contact = select(differ, all(1.f), alpha);
      // Cut jelly and jelly that meets jelly must not stick together; only nearly liquid material does.
      cohesion = select(differ, alpha * alpha * alpha * alpha, alpha);
    }
    const F8 weight = only(lanes, others.of(t.dilation) * q);
    const F8 both = weight * all(0.5f) * (pressure + others.of(t.pressure));
    const F8 push = both * select(both < all(0.f), cohesion * all(kDrawn / t.h), contact * q / r);
    const F8 nearing = (others.of(t.velocity.x.data()) - vx) * dx +
                       (others.of(t.velocity.y.data()) - vy) * dy +
                       (others.of(t.velocity.z.data()) - vz) * dz;
    const F8 drag =
        weight * contact * meanOf(t.viscosity, i, others) * all(kCentral / t.h) * nearing / (r * r);
    const F8 along = push + drag;
    ax = ax + along * dx, ay = ay + along * dy, az = az + along * dz;
  }
};

/// Sums the forces per particle; the caller applies the common factor.
void sumForces(const SphTask& t, std::size_t begin, std::size_t end, Vec3Array& sums) {
  for (std::size_t i = begin; i < end; ++i) {
    PressureAndViscosity kernel(t, i);
    forEights(t.neighbours.of(i), static_cast<std::uint32_t>(i), kernel);
    sums.set(i, {sum(kernel.ax), sum(kernel.ay), sum(kernel.az)});
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::shape_matching
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <numbers>

namespace ooze::shape_matching {
HWY_EXPORT(sumForces);

void SphForces::act(const ParticleLiquid& liquid, float h, std::span<const Coefficients> materials,
                    const Densities& densities, const std::uint32_t* bodies, Vec3Array& acceleration,
                    const Threads& threads) {
  constexpr std::size_t kGrain = 256;  // particles per chunk
  const Particles& p = liquid.particles;
  const auto value = [&](float Coefficients::*member, std::vector<float>& own) {
    return pairValue(
        p, materials.size(), [&](std::size_t m) { return materials[m].*member; }, own, threads);
  };
  const SphTask task{liquid.neighbours(),
                     p.position,
                     p.velocity,
                     densities.pressure().data(),
                     densities.dilation().data(),
                     bodies,
                     value(&Coefficients::alpha, alpha_),
                     value(&Coefficients::viscosity, viscosity_),
                     h};
  acceleration.resize(p.size());
  // 45 V / (pi h^6), with q = 1 - r / h in place of h - r: twice for pressure, once for viscosity.
  constexpr float kVolume = kSpacing * kSpacing * kSpacing;
  const float common = 45.f * kVolume / (std::numbers::pi_v<float> * h);
  threads.forChunks(p.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(sumForces)(task, begin, end, acceleration);
    for (std::size_t i = begin; i < end; ++i)
      acceleration.set(i,
                       common * densities.dilation()[i] / materials[p.material[i]].density * acceleration[i]);
  });
}

}  // namespace ooze::shape_matching
#endif  // HWY_ONCE
