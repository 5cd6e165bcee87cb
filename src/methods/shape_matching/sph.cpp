// Sums of the smoothing kernels: SPH and shape matching, eq. 1 to 4 (Müller et al. 2003). The kernels depart
// from eq. 3: forces of pressure and cohesion are gradients of the kernels of their densities, so together
// they have a potential. Forces from other kernels (poly6 for density, spiky for pressure) pump energy into
// noise, and the mean of two pressures yields half of the gradient of pressure.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/shape_matching/sph.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "liquid/pairs-inl.h"
#include "methods/shape_matching/sph.h"

#include <array>
#include <numbers>

#ifndef OOZE_SHAPE_MATCHING_SPH_TASK
#define OOZE_SHAPE_MATCHING_SPH_TASK
namespace ooze::shape_matching {

struct SphDensityTask {
  const Neighbours& neighbours;
  Places at;
  float h;
  float *density, *cohesive, *exposure;
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
  const float *pressure, *tension, *dilation;
  std::array<const float*, 6> stress;  ///< null: the pressure alone acts
  const std::uint32_t* bodies;
  PairValue alpha, viscosity;
  float h, viscous;  ///< viscous: factor of the viscosity relative to that of pressure [1]
};

// Two particles closer than this have no direction [h^2].
inline constexpr float kLeast2 = 1e-20f;
// The kernels with q = 1 - r / h: q^2 (3 + 4 q) for the density and q^2 (3 - 2 q) for cohesion. The force of
// the first never vanishes between near particles, so they do not clump. The flatter a kernel is, the less
// shear stress a packing under pressure bears, and the more densely particles pack.
//
// Part of a particle itself in its density. With 3 the speed of sound on the rest lattice is sqrt(k).
inline constexpr double kOwnDensity = 3.0, kOwnCohesive = 1.0;
inline double densityKernel(double q) { return q * q * (3.0 + 4.0 * q); }
inline double cohesiveKernel(double q) { return q * q * (3.0 - 2.0 * q); }
// Integrals of both kernels over the ball of radius 1.
inline constexpr double kDensityBall = 8.0 * std::numbers::pi / 30.0 * 2.5,
                        kCohesiveBall = 8.0 * std::numbers::pi / 30.0;

inline constexpr float kParticleVolume =
    kSpacing * kSpacing * kSpacing;  // volume of a particle at rest [h^3]
// Forces along the line between two particles yield only a fifth of the viscosity of forces along their
// relative velocity.
inline constexpr float kCentral = 5.f;

}  // namespace ooze::shape_matching
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::shape_matching {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

struct DensityKernels {
  const SphDensityTask& t;
  PairOrigin here;
  FloatPacket inverse;  // 1 / h^2
  FloatPacket squares = broadcast(0.f), cubes = broadcast(0.f), weight = broadcast(0.f), toX = broadcast(0.f),
              toY = broadcast(0.f), toZ = broadcast(0.f);

  OOZE_LANES DensityKernels(const SphDensityTask& task, std::size_t i)
      : t(task), here(task.at, i), inverse(broadcast(1.f / (task.h * task.h))) {}
  template <class ParticlePacket>
  OOZE_LANES void operator()(const ParticlePacket& others, MaskPacket lanes) {
    const PairOffset apart = here.to(t.at, others);
    const FloatPacket q = maskedOrZero(lanes, linearKernel(apart.d2 * inverse));
    const FloatPacket near = maskedOrZero(lanes, linearKernel(sqrt(apart.d2 * inverse)));
    squares = squares + near * near;
    cubes = cubes + near * near * near;
    weight = weight + q;
    toX = toX + q * apart.x, toY = toY + q * apart.y, toZ = toZ + q * apart.z;
  }
};

OOZE_LANES float clamped(float part) { return part < 0.f ? 0.f : part < 1.f ? part : 1.f; }

void sumDensities(const SphDensityTask& t, std::size_t begin, std::size_t end) {
  const LatticeSums& rest = latticeSums();
  for (std::size_t i = begin; i < end; ++i) {
    const auto kernel = sumOverNeighbours<DensityKernels>(t, i);
    const float squares = sum(kernel.squares), cubes = sum(kernel.cubes);
    const float density = (static_cast<float>(kOwnDensity) + 3.f * squares + 4.f * cubes) / rest.density;
    const float weight = t.h * sum(kernel.weight);
    const float cx = sum(kernel.toX), cy = sum(kernel.toY), cz = sum(kernel.toZ);
    const float aside = weight > 0.f ? std::sqrt(cx * cx + cy * cy + cz * cz) / weight : kFlatSurface;
    const float few = clamped((kFew - density) / (kFew - kVeryFew));
    t.density[i] = density;
    t.cohesive[i] = (static_cast<float>(kOwnCohesive) + 3.f * squares - 2.f * cubes) / rest.cohesive;
    t.exposure[i] = std::max(few, clamped(aside / kFlatSurface));
  }
}

struct PressureAndViscosity {
  const SphTask& t;
  std::size_t i;
  PairOrigin here, moving;
  FloatPacket pressure, tension, dilation;
  FloatPacket ax = broadcast(0.f), ay = broadcast(0.f), az = broadcast(0.f);

  OOZE_LANES PressureAndViscosity(const SphTask& task, std::size_t particle)
      : t(task),
        i(particle),
        here(task.at, particle),
        moving(task.velocity, particle),
        pressure(broadcast(task.pressure[particle])),
        tension(broadcast(task.tension[particle])),
        dilation(broadcast(task.dilation[particle])) {}

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
    const FloatPacket inside = maskedOrZero(lanes, q);
    const FloatPacket drawn = cohesion * (tension + others.of(t.tension)) * (broadcast(1.f) - q);
    const FloatPacket steep = contact * (broadcast(1.f) + q + q);
    FloatPacket push = broadcast(0.f);
    if (t.stress[0] == nullptr) {
      push = inside / r * ((pressure + others.of(t.pressure)) * steep - drawn);
    } else {
      push = broadcast(0.f) - inside / r * drawn;
      const FloatPacket f = inside / r * steep;
      const FloatPacket xx = both<0>(others), yy = both<1>(others), zz = both<2>(others),
                        xy = both<3>(others), yz = both<4>(others), zx = both<5>(others);
      ax = ax - f * (xx * apart.x + xy * apart.y + zx * apart.z);
      ay = ay - f * (xy * apart.x + yy * apart.y + yz * apart.z);
      az = az - f * (zx * apart.x + yz * apart.y + zz * apart.z);
    }
    const PairOffset faster = moving.to(t.velocity, others);
    const FloatPacket parting = faster.x * apart.x + faster.y * apart.y + faster.z * apart.z;
    const FloatPacket drag = inside * dilation * others.of(t.dilation) * contact *
                             meanOf(t.viscosity, i, others) * broadcast(t.viscous / t.h) * parting / (r * r);
    const FloatPacket along = drag - push;
    ax = ax + along * apart.x, ay = ay + along * apart.y, az = az + along * apart.z;
  }

 private:
  /// Returns the sum of a component of the stress of both particles of each pair.
  template <std::size_t kComponent, class ParticlePacket>
  OOZE_LANES FloatPacket both(const ParticlePacket& others) const {
    const float* values = t.stress[kComponent];
    return broadcast(values[i]) + others.of(values);
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

// Density above which pressure grows no further [1]. A body that is put into liquid presses particles onto
// each other, and their full pressure would throw the body out.
constexpr float kDensest = 1.3f;
constexpr std::size_t kSphGrain = 256;  // particles per chunk

/// Parts of the kernels beyond a plane.
struct Beyond {
  float density, cohesive;
};
/// Computes the parts from the integrals of q^2 and q^3 over the cap.
/// @param d  distance [h]
Beyond beyondPlane(float d) {
  constexpr auto pi = std::numbers::pi_v<float>;
  const float m = 1.f - std::clamp(d, 0.f, 1.f), m4 = m * m * m * m;
  const float squares = 2.f * pi * m4 * (1.f / 12.f - m / 20.f);
  const float cubes = 2.f * pi * m4 * m * (1.f / 20.f - m / 30.f);
  return {(3.f * squares + 4.f * cubes) / static_cast<float>(kDensityBall),
          (3.f * squares - 2.f * cubes) / static_cast<float>(kCohesiveBall)};
}

}  // namespace

const LatticeSums& latticeSums() {
  static const LatticeSums sums = [] {
    double density = kOwnDensity, cohesive = kOwnCohesive;
    constexpr int kReach = 3;
    static_assert(kReach * kSpacing > 1.f);
    for (int x = -kReach; x <= kReach; ++x)
      for (int y = -kReach; y <= kReach; ++y)
        for (int z = -kReach; z <= kReach; ++z) {
          const double q = 1.0 - static_cast<double>(kSpacing) * std::sqrt(x * x + y * y + z * z);
          if (q > 0.0 && q < 1.0) density += densityKernel(q), cohesive += cohesiveKernel(q);
        }
    return LatticeSums{static_cast<float>(density), static_cast<float>(cohesive)};
  }();
  return sums;
}

void Densities::measure(ParticleLiquid& liquid, float h, std::span<const Coefficients> materials,
                        const Threads& threads) {
  Particles& p = liquid.particles;
  const std::size_t n = p.size();
  p.density.resize(n), p.exposure.resize(n);
  cohesive_.resize(n), pressure_.resize(n), tension_.resize(n), dilation_.resize(n);
  const SphDensityTask task{liquid.neighbours(), Places(p.position), h,
                            p.density.data(),    cohesive_.data(),   p.exposure.data()};
  threads.forChunks(n, kSphGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(sumDensities)(task, begin, end);
    for (std::size_t i = begin; i < end; ++i) followDensity(p, i, materials);
  });
}

void Densities::followDensity(const Particles& p, std::size_t i, std::span<const Coefficients> materials) {
  const Coefficients& c = materials[p.material[i]];
  pressure_[i] = pressureAt(std::min(p.density[i], kDensest), c);
  tension_[i] = c.cohesion * std::clamp(1.f - cohesive_[i], 0.f, kMostLoosened);
  dilation_[i] = 1.f / std::max(1.f, p.density[i]);
}

void Densities::addWalls(ParticleLiquid& liquid, const Bodies& bodies, float h,
                         std::span<const Coefficients> materials, const Threads& threads) {
  Particles& p = liquid.particles;
  near_.find(p.position, bodies, h, kPlanesHold * h, threads, true);
  threads.forEachIndex(p.size(), kSphGrain, [&](std::size_t i) {
    // Parts of the kernels that no solid covers; half-spaces overlap in corners.
    float open = 1.f, openCohesive = 1.f;
    for (const NearFace& face : near_.of(i).list) {
      const Beyond part = beyondPlane(face.distance / h);
      open *= 1.f - part.density, openCohesive *= 1.f - part.cohesive;
    }
    if (!(open < 1.f)) return;
    p.density[i] += 1.f - open, cohesive_[i] += 1.f - openCohesive;
    followDensity(p, i, materials);
  });
}

void SphForces::act(const ParticleLiquid& liquid, float h, std::span<const Coefficients> materials,
                    const Densities& densities, const SymmetricMatrices* stress, const std::uint32_t* bodies,
                    Vec3Array& acceleration, const Threads& threads, SphPart part,
                    const Vec3Array* velocity) {
  const Particles& p = liquid.particles;
  const auto value = [&](float Coefficients::*member, std::vector<float>& own) {
    return pairValue(
        p, materials.size(), [&](std::size_t m) { return materials[m].*member; }, own, threads);
  };
  if (part == SphPart::Viscosity) none_.assign(p.size(), 0.f);
  SphTask task{liquid.neighbours(),
               Places(p.position),
               Places(velocity ? *velocity : p.velocity),
               part == SphPart::Viscosity ? none_.data() : densities.pressure().data(),
               part == SphPart::Viscosity ? none_.data() : densities.tension().data(),
               densities.dilation().data(),
               {},
               bodies,
               value(&Coefficients::alpha, alpha_),
               part == SphPart::Pressure ? PairValue{} : value(&Coefficients::viscosity, viscosity_),
               h,
               kCentral * 45.f * kParticleVolume / std::numbers::pi_v<float> * latticeSums().density / 6.f};
  if (stress && part != SphPart::Viscosity)
    for (std::size_t c = 0; c < task.stress.size(); ++c) task.stress[c] = stress->part[c].data();
  acceleration.resize(p.size());
  // The slope of both kernels is 6 q times the factors in the sum.
  const float common = 6.f / (latticeSums().density * h);
  threads.forChunks(p.size(), kSphGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(sumForces)(task, begin, end, acceleration);
    for (std::size_t i = begin; i < end; ++i)
      acceleration.set(i, common / materials[p.material[i]].density * acceleration[i]);
  });
}

}  // namespace ooze::shape_matching
#endif  // HWY_ONCE
