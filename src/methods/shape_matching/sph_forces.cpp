// Spiky and viscosity smoothing kernels: SPH and shape matching, eq. 1 to 4 (Müller et al. 2003).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/shape_matching/sph_forces.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "liquid/pairs-inl.h"
#include "methods/shape_matching/sph_forces.h"

#ifndef OOZE_SHAPE_MATCHING_SPH_TASK
#define OOZE_SHAPE_MATCHING_SPH_TASK
namespace ooze::shape_matching {

struct SphTask {
  const Neighbours& neighbours;
  Places at, velocity;
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

struct PressureAndViscosity {
  const SphTask& t;
  std::size_t i;
  PairOrigin here, moving;
  FloatPacket pressure;
  FloatPacket ax = broadcast(0.f), ay = broadcast(0.f), az = broadcast(0.f);

  OOZE_LANES PressureAndViscosity(const SphTask& task, std::size_t particle)
      : t(task),
        i(particle),
        here(task.at, particle),
        moving(task.velocity, particle),
        pressure(broadcast(task.pressure[particle])) {}

  template <class ParticlePacket>
  OOZE_LANES void operator()(const ParticlePacket& others, MaskPacket lanes) {
    const PairOffset apart = here.to(t.at, others);
    const FloatPacket r = sqrt(max(apart.d2, broadcast(kLeast2 * t.h * t.h)));
    const FloatPacket q = linearKernel(r * broadcast(1.f / t.h));
    const FloatPacket alpha = meanOf(t.alpha, i, others);
    FloatPacket contact = alpha, cohesion = alpha;  // weights of pressure and viscosity, and of tension
    if (t.bodies) {
      const IntPacket mine = broadcast(static_cast<std::int32_t>(t.bodies[i])), theirs = others.of(t.bodies);
      const auto differ = (mine < theirs) | (theirs < mine);
      contact = select(differ, broadcast(1.f), alpha);
      // Cut jelly and jelly that meets jelly must not stick together; only nearly liquid material does.
      cohesion = select(differ, alpha * alpha * alpha * alpha, alpha);
    }
    const FloatPacket weight = maskedOrZero(lanes, others.of(t.dilation) * q);
    const FloatPacket both = weight * broadcast(0.5f) * (pressure + others.of(t.pressure));
    const FloatPacket push =
        both * select(both < broadcast(0.f), cohesion * broadcast(kDrawn / t.h), contact * q / r);
    const PairOffset faster = moving.to(t.velocity, others);
    const FloatPacket parting = faster.x * apart.x + faster.y * apart.y + faster.z * apart.z;
    const FloatPacket drag =
        weight * contact * meanOf(t.viscosity, i, others) * broadcast(kCentral / t.h) * parting / (r * r);
    const FloatPacket along = drag - push;
    ax = ax + along * apart.x, ay = ay + along * apart.y, az = az + along * apart.z;
  }
};

/// Sums the forces per particle; the caller applies the common factor.
void sumForces(const SphTask& t, std::size_t begin, std::size_t end, Vec3Array& sums) {
  for (std::size_t i = begin; i < end; ++i) {
    const auto kernel = sumOverNeighbours<PressureAndViscosity>(t, i);
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
                     Places(p.position),
                     Places(p.velocity),
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
