// Sums of the poly6, spiky and viscosity smoothing kernels: SPH and shape matching, eq. 1 to 4 (Müller et al.
// 2003).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/shape_matching/sph.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "liquid/pairs-inl.h"
#include "methods/shape_matching/sph.h"

#ifndef OOZE_SHAPE_MATCHING_SPH_TASK
#define OOZE_SHAPE_MATCHING_SPH_TASK
namespace ooze::shape_matching {

struct SphDensityTask {
  const Neighbours& neighbours;
  Places at;
  float h, scale;  ///< scale: factor on a sum of (1 - r^2 / h^2)^3
  float *density, *exposure;
};

// Distance from a particle in a flat surface to the centroid of its neighbours on the rest lattice [h].
// Neighbours are weighted with 1 - r^2 / h^2.
inline constexpr float kFlatSurface = 0.21f;
// Between these densities a particle with few neighbours, as in drops and threads, gradually counts as
// surface too.
inline constexpr float kFew = 0.6f, kVeryFew = 0.3f;

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

struct Poly6 {
  const SphDensityTask& t;
  PairOrigin here;
  FloatPacket inverse;  // 1 / h^2
  FloatPacket sum = broadcast(0.f), weight = broadcast(0.f), toX = broadcast(0.f), toY = broadcast(0.f),
              toZ = broadcast(0.f);

  OOZE_LANES Poly6(const SphDensityTask& task, std::size_t i)
      : t(task), here(task.at, i), inverse(broadcast(1.f / (task.h * task.h))) {}
  template <class ParticlePacket>
  OOZE_LANES void operator()(const ParticlePacket& others, MaskPacket lanes) {
    const PairOffset apart = here.to(t.at, others);
    const FloatPacket q = maskedOrZero(lanes, linearKernel(apart.d2 * inverse));
    sum = sum + q * q * q;
    weight = weight + q;
    toX = toX + q * apart.x, toY = toY + q * apart.y, toZ = toZ + q * apart.z;
  }
};

OOZE_LANES float clamped(float part) { return part < 0.f ? 0.f : part < 1.f ? part : 1.f; }

void sumDensities(const SphDensityTask& t, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const auto kernel = sumOverNeighbours<Poly6>(t, i);
    const float density = t.scale * (1.f + sum(kernel.sum)), weight = t.h * sum(kernel.weight);
    const float cx = sum(kernel.toX), cy = sum(kernel.toY), cz = sum(kernel.toZ);
    const float aside = weight > 0.f ? std::sqrt(cx * cx + cy * cy + cz * cz) / weight : kFlatSurface;
    const float few = clamped((kFew - density) / (kFew - kVeryFew));
    t.density[i] = density;
    t.exposure[i] = std::max(few, clamped(aside / kFlatSurface));
  }
}

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

#include <algorithm>
#include <numbers>

namespace ooze::shape_matching {
HWY_EXPORT(sumDensities);
HWY_EXPORT(sumForces);

namespace {

constexpr std::size_t kSphGrain = 256;                             // particles per chunk
constexpr float kParticleVolume = kSpacing * kSpacing * kSpacing;  // volume of a particle at rest [h^3]

}  // namespace

void Densities::measure(ParticleLiquid& liquid, float h, std::span<const Coefficients> materials,
                        const Threads& threads) {
  Particles& p = liquid.particles;
  const std::size_t n = p.size();
  static const auto lattice = static_cast<float>(latticeSum());
  const float scale = 315.f / (64.f * std::numbers::pi_v<float>)*kParticleVolume / lattice;
  p.density.resize(n), p.exposure.resize(n), pressure_.resize(n), dilation_.resize(n);
  const SphDensityTask task{liquid.neighbours(), Places(p.position), h, scale,
                            p.density.data(),    p.exposure.data()};
  threads.forChunks(n, kSphGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(sumDensities)(task, begin, end);
    for (std::size_t i = begin; i < end; ++i) {
      pressure_[i] = pressureAt(p.density[i], materials[p.material[i]]);
      dilation_[i] = 1.f / std::max(1.f, p.density[i]);
    }
  });
}

void SphForces::act(const ParticleLiquid& liquid, float h, std::span<const Coefficients> materials,
                    const Densities& densities, const std::uint32_t* bodies, Vec3Array& acceleration,
                    const Threads& threads) {
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
  const float common = 45.f * kParticleVolume / (std::numbers::pi_v<float> * h);
  threads.forChunks(p.size(), kSphGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(sumForces)(task, begin, end, acceleration);
    for (std::size_t i = begin; i < end; ++i)
      acceleration.set(i,
                       common * densities.dilation()[i] / materials[p.material[i]].density * acceleration[i]);
  });
}

}  // namespace ooze::shape_matching
#endif  // HWY_ONCE
