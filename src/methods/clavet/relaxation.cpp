// Implements double density relaxation: Clavet 2005, section 4, Algorithm 2. Extensions are a volume
// stiffness separate from cohesion, and walls that carry density.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/clavet/relaxation.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "liquid/direction.h"
#include "liquid/pairs-inl.h"
#include "methods/clavet/clavet.h"
#include "methods/clavet/density_law.h"
#include "methods/clavet/wall.h"

#ifndef OOZE_CLAVET_RELAXATION_TASK
#define OOZE_CLAVET_RELAXATION_TASK

#include <algorithm>
#include <vector>

namespace ooze::clavet {

struct RelaxationTask {
  const Neighbours& neighbours;
  const NearBodies& walls;
  const Coefficients* coefficients;
  const std::uint16_t* material;
  const std::uint32_t* id;
  const std::uint32_t* cuts;  ///< side masks by particle; null if nothing is cut
  const float* parting;       ///< repulsion across a cut: displacement per closeness, by material [m]
  float *x, *y, *z;
  float *density, *exposure;
  Packing* packing;
  float h, dt;
  PairMasses masses;
  std::uint32_t watchedAt;  ///< index of the watched particle; Neighbours::kNone without one
  WatchedParticle* watched;
};

/// Buffer from the first pass to the second pass: (1-q) and the direction x, y, z, for each packet of eight
/// lanes.
struct PairBuffer {
  std::vector<float> lanes;
  float* forEachPacket(std::size_t count) {
    if (lanes.size() < 32 * count) lanes.resize(64 * count);
    return lanes.data();
  }
};

/// Sums of the first pass.
struct Sums {
  float rho, rhoNear, closeness;
  Vec3 lean;  ///< sum of (1-q) r^, r^ the unit vector to the neighbour
};

/// Displacements of the second pass. A pair moves apart by w (first + second w) + guard max(0, w -
/// kGuardCloseness), minus the correction for the shear stress of strained packing.
struct Displacement {
  float first, second, guard;
  Vec3 byWalls;
  ShearCorrection shear{};
};

// Extra repulsion of very close pairs, which keeps crowded particles from collapsing onto each other.
inline constexpr float kGuardCloseness = 0.73f;
inline constexpr float kGuardStrength = 0.1f;

/// Computes density, exposure and displacements of particle i from the sums over its neighbours.
Displacement computeDisplacement(const RelaxationTask& task, std::uint32_t i, Sums sums);

/// Returns the particle in a lane of the k-th packet of a neighbour list, eights before singles.
inline std::uint32_t particleIn(const NeighbourList& list, std::size_t k, std::size_t lane) {
  if (k < list.eights.size()) return (list.eights[k] >> 8) + static_cast<std::uint32_t>(lane);
  return list.singles[(k - list.eights.size()) * 8 + lane];
}

/// Gives coincident pairs an arbitrary but deterministic direction, in the buffer and in the sums.
void partCoincident(const RelaxationTask& task, std::uint32_t i, const NeighbourList& list, float* buffer,
                    std::size_t eights, Sums& sums);

}  // namespace ooze::clavet
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::clavet {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

struct LaneSums {
  FloatPacket rho, rhoNear, closeness, x, y, z, closest;
};

OOZE_LANES void gatherLanes(MaskPacket lanes, FloatPacket dx, FloatPacket dy, FloatPacket dz, FloatPacket h2,
                            FloatPacket perH, LaneSums& s, float* out) {
  const FloatPacket r2 = max(dx * dx + dy * dy + dz * dz, broadcast(kLeastDistance2));
  const FloatPacket r = sqrt(r2);
  const FloatPacket inverse = broadcast(1.f) / r;
  const FloatPacket w = maskedOrZero(lanes & (r2 < h2), broadcast(1.f) - r * perH);
  const FloatPacket ux = inverse * dx, uy = inverse * dy, uz = inverse * dz;
  store(w, out), store(ux, out + 8), store(uy, out + 16), store(uz, out + 24);
  const FloatPacket w2 = w * w;
  s.rho = s.rho + w2;
  s.rhoNear = s.rhoNear + w2 * w;
  s.closeness = s.closeness + w;
  s.x = s.x + w * ux, s.y = s.y + w * uy, s.z = s.z + w * uz;
  s.closest = max(s.closest, w);
}

/// Displacement of pairs across a cut. Such a pair has no cohesion and an extra repulsion that opens a
/// visible gap.
OOZE_LANES FloatPacket cutDisplacement(const Displacement& d, float parting, FloatPacket w) {
  return w * (broadcast(std::max(0.f, d.first)) + broadcast(d.second) * w) +
         broadcast(d.guard) * max(broadcast(0.f), w - broadcast(kGuardCloseness)) +
         broadcast(parting) * max(broadcast(0.f), w - broadcast(1.f - kCutGap));
}

OOZE_LANES MaskPacket lanesAcrossCut(IntPacket opposite, IntPacket sides) {
  const IntPacket common = opposite & sides;
  return (broadcast(0) < common) | (common < broadcast(0));
}

template <bool kSheared>
OOZE_LANES FloatPacket displacementOf(const Displacement& d, FloatPacket w, FloatPacket ux, FloatPacket uy,
                                      FloatPacket uz) {
  const FloatPacket even = w * (broadcast(d.first) + broadcast(d.second) * w) +
                           broadcast(d.guard) * max(broadcast(0.f), w - broadcast(kGuardCloseness));
  if constexpr (!kSheared) return even;
  const Tensor6& s = d.shear.shear;
  const FloatPacket along = ux * (broadcast(s[0]) * ux + broadcast(s[3]) * uy + broadcast(s[4]) * uz) +
                            uy * (broadcast(s[1]) * uy + broadcast(s[5]) * uz) + uz * (broadcast(s[2]) * uz);
  return even - w * (broadcast(1.f) + broadcast(kVolumeNear) * w) * min(broadcast(d.shear.most), along);
}

/// Runs the second pass of particle i: moves its neighbours, and moves i by the opposite of their sum.
template <bool kOneMass, bool kSheared, bool kCut>
void displace(const RelaxationTask& t, std::uint32_t i, const NeighbourList& list, const float* in,
              const Displacement& d) {
  float *const px = t.x, *const py = t.y, *const pz = t.z;
  const PairMasses masses = t.masses;
  FloatPacket sumX = broadcast(0.f), sumY = sumX, sumZ = sumX;
  IntPacket opposite = broadcast(0);
  const float parting = kCut ? t.parting[t.material[i]] : 0.f;
  if constexpr (kCut) opposite = broadcast(static_cast<std::int32_t>(oppositeOf(t.cuts[i])));
  const std::uint32_t* const eightWords = list.eights.data();
  const std::size_t eightCount = list.eights.size();
  for (std::size_t k = 0; k < eightCount; ++k) {
    const std::uint32_t j = eightWords[k] >> 8;
    const FloatPacket ux = load(in + 8), uy = load(in + 16), uz = load(in + 24);
    FloatPacket moves = displacementOf<kSheared>(d, load(in), ux, uy, uz);
    if constexpr (kCut)
      moves =
          select(lanesAcrossCut(opposite, load(t.cuts + j)), cutDisplacement(d, parting, load(in)), moves);
    const Shared half = sharePair<kOneMass>(masses, i, Consecutive{j}, moves);
    store(load(px + j) + half.other * ux, px + j);
    store(load(py + j) + half.other * uy, py + j);
    store(load(pz + j) + half.other * uz, pz + j);
    sumX = sumX + half.own * ux, sumY = sumY + half.own * uy, sumZ = sumZ + half.own * uz;
    in += 32;
  }
  for (std::size_t k = 0; k < list.singles.size(); k += 8) {
    const std::size_t count = list.singles.size() - k;
    const MaskPacket lanes = fromBits(count < 8 ? (1u << count) - 1u : 255u);
    const IntPacket others =
        select(lanes, load(list.singles.data() + k), broadcast(static_cast<std::int32_t>(i)));
    const FloatPacket ux = load(in + 8), uy = load(in + 16), uz = load(in + 24);
    FloatPacket moves = displacementOf<kSheared>(d, load(in), ux, uy, uz);
    if constexpr (kCut)
      moves = select(lanesAcrossCut(opposite, gather(t.cuts, others)), cutDisplacement(d, parting, load(in)),
                     moves);
    const Shared half = sharePair<kOneMass>(masses, i, Scattered{others}, moves);
    alignas(32) float ox[8], oy[8], oz[8];
    store(half.other * ux, ox), store(half.other * uy, oy), store(half.other * uz, oz);
    for (std::size_t l = 0; l < 8 && k + l < list.singles.size(); ++l) {
      const std::uint32_t j = list.singles[k + l];
      t.x[j] += ox[l], t.y[j] += oy[l], t.z[j] += oz[l];
    }
    sumX = sumX + half.own * ux, sumY = sumY + half.own * uy, sumZ = sumZ + half.own * uz;
    in += 32;
  }
  t.x[i] += d.byWalls.x - sum(sumX);
  t.y[i] += d.byWalls.y - sum(sumY);
  t.z[i] += d.byWalls.z - sum(sumZ);
}

template <bool kOneMass>
void relax(const RelaxationTask& t, std::uint32_t i, PairBuffer& memory) {
  const NeighbourList list = t.neighbours.of(i);
  const std::size_t eights = list.eights.size() + (list.singles.size() + 7) / 8;
  float* const buffer = memory.forEachPacket(eights);
  // Local copies avoid reloads: the compiler must assume that a SIMD store may alias the members of t.
  float *const px = t.x, *const py = t.y, *const pz = t.z;
  const std::uint32_t* const eightWords = list.eights.data();
  const std::size_t eightCount = list.eights.size();
  const FloatPacket x = broadcast(t.x[i]), y = broadcast(t.y[i]), z = broadcast(t.z[i]);
  const FloatPacket h2 = broadcast(t.h * t.h), perH = broadcast(1.f / t.h), zero = broadcast(0.f);

  // Both passes share directions and distances, because pass 2 moves each neighbour once and reads no moved
  // position.
  LaneSums s{zero, zero, zero, zero, zero, zero, zero};
  float* out = buffer;
  for (std::size_t k = 0; k < eightCount; ++k) {
    const std::uint32_t e = eightWords[k], j = e >> 8;
    gatherLanes(fromBits(e), load(px + j) - x, load(py + j) - y, load(pz + j) - z, h2, perH, s, out);
    out += 32;
  }
  for (std::size_t k = 0; k < list.singles.size(); k += 8) {
    const std::size_t count = list.singles.size() - k;
    const MaskPacket lanes = fromBits(count < 8 ? (1u << count) - 1u : 255u);
    const IntPacket j = select(lanes, load(list.singles.data() + k), broadcast(static_cast<std::int32_t>(i)));
    gatherLanes(lanes, gather(t.x, j) - x, gather(t.y, j) - y, gather(t.z, j) - z, h2, perH, s, out);
    out += 32;
  }
  Sums sums{sum(s.rho), sum(s.rhoNear), sum(s.closeness), {sum(s.x), sum(s.y), sum(s.z)}};
  // (1-q) rounds to 1 only for coincident particles.
  if (bitsOf(broadcast(0.9999999f) < s.closest)) partCoincident(t, i, list, buffer, eights, sums);

  const Displacement d = computeDisplacement(t, i, sums);

  const bool sheared = d.shear.most > 0.f;
  if (t.cuts && t.cuts[i])
    sheared ? displace<kOneMass, true, true>(t, i, list, buffer, d)
            : displace<kOneMass, false, true>(t, i, list, buffer, d);
  else
    sheared ? displace<kOneMass, true, false>(t, i, list, buffer, d)
            : displace<kOneMass, false, false>(t, i, list, buffer, d);
}

void relaxRun(const RelaxationTask& t, Neighbours::Run run, PairBuffer& memory) {
  for (std::uint32_t k = 0; k < run.count; ++k)
    t.masses.own ? relax<false>(t, run.at(k), memory) : relax<true>(t, run.at(k), memory);
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::clavet
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace ooze::clavet {
HWY_EXPORT(relaxRun);

void partCoincident(const RelaxationTask& t, std::uint32_t i, const NeighbourList& list, float* buffer,
                    std::size_t eights, Sums& sums) {
  for (std::size_t k = 0; k < eights; ++k)
    for (std::size_t lane = 0; lane < 8; ++lane) {
      float* at = buffer + 32 * k + lane;
      if (at[0] <= 0.f || at[8] != 0.f || at[16] != 0.f || at[24] != 0.f) continue;
      const Vec3 apart = direction(Vec3(0.f), 0.f, t.id[i], t.id[particleIn(list, k, lane)]);
      at[8] = apart.x, at[16] = apart.y, at[24] = apart.z;
      sums.lean += at[0] * apart;
    }
}

Displacement computeDisplacement(const RelaxationTask& t, std::uint32_t i, Sums s) {
  const Coefficients& c = t.coefficients[t.material[i]];
  // One-sided neighbours indicate a surface; too few neighbours indicate a thin sheet or thread.
  const float oneSided = s.closeness > 0.f ? glm::length(s.lean) / s.closeness : 1.f;
  t.exposure[i] = std::clamp(std::max(oneSided, 1.f - s.rho / c.settledDensity), 0.f, 1.f);

  WallDensity wall;
  if (const NearFaces near = t.walls.of(i); !near.list.empty())
    wall = wallDensity({t.x[i], t.y[i], t.z[i]}, near, c.settledDensity, t.h);
  const float rho = s.rho + wall.density;
  const float rhoNear = s.rhoNear + wall.nearDensity;
  const Vec3 lean = s.lean - wall.push;
  t.density[i] = rho;

  const float dt2 = t.dt * t.dt;
  const auto [pressure, pressureNear] = pressuresOf(c, rho, rhoNear, lean, t.h, t.dt);
  if (i == t.watchedAt)
    t.watched->sweepValues = densityValues({rho, rhoNear, wall.density, pressure, pressureNear}, t.h);

  Displacement d{0.5f * dt2 * pressure, 0.5f * dt2 * pressureNear,
                 c.kVolume > 0.f ? kGuardStrength * t.h : 0.f, Vec3(0.f)};
  if (c.kVolume > 0.f) {
    Packing& packing = t.packing[i];
    d.shear =
        computeShearCorrection(packing, {d.first, d.second, c.k > 0.f ? -packing.meanPressure / c.k : 0.f,
                                         t.exposure[i], wall.density / c.settledDensity});
    updateMeanPressure(packing, pressure);
  }
  // The virtual liquid inside the wall has the same pressure as the particle, but only ever pushes.
  if (wall.density > 0.f) {
    const Vec3 push = dt2 * (pressure * wall.push + pressureNear * wall.nearPush);
    if (glm::dot(push, wall.push) > 0.f) d.byWalls = push;
  }
  return d;
}

/// Moves particles in one Gauss-Seidel sweep towards their rest density, and stores density and exposure.
/// Departs from Clavet 2005 section 4, which sweeps in one fixed random order. Here the sweep follows the
/// grid, so that the result does not depend on the number of threads. The direction alternates only in
/// liquids where a fixed direction would cause an artificial flow.
void Clavet::relaxDoubleDensity(float dt, const Threads& threads, std::uint64_t stepIndex,
                                const Bodies& bodies, WatchedParticle* watched) {
  Particles& p = liquid_.particles;
  // Search beyond h by the skin, because particles move closer during relaxation. The collision stage reuses
  // the result.
  const float reach = std::max(laws_.h() * (1.f + kSkin), contact_.reach(bodies));
  const NearBodies& walls = walls_.find(p.position, bodies, reach, laws_.h(), threads);
  p.density.resize(p.size());
  p.exposure.resize(p.size());
  std::vector<Packing>& packing = liquid_[packing_.values];
  packing.resize(p.size());
  std::uint32_t watchedAt = Neighbours::kNone;
  for (std::size_t i = 0; watched && i < p.size(); ++i)
    if (p.id[i] == watched->id) watchedAt = static_cast<std::uint32_t>(i);
  const RelaxationTask task{liquid_.neighbours(),
                            walls,
                            laws_.all().data(),
                            p.material.data(),
                            p.id.data(),
                            cuts_.sidesOrNull(liquid_),
                            cuts_.computeCutRepulsion(liquid_, laws_, dt).data(),
                            p.position.x.data(),
                            p.position.y.data(),
                            p.position.z.data(),
                            p.density.data(),
                            p.exposure.data(),
                            packing.data(),
                            laws_.h(),
                            dt,
                            laws_.pairMasses(p, threads),
                            watchedAt,
                            watched};
  liquid_.neighbours().sweep(threads, stepIndex, [&](Neighbours::Run run) {
    static thread_local PairBuffer memory;
    HWY_DYNAMIC_DISPATCH(relaxRun)(task, run, memory);
  });
  cuts_.applyFriction(liquid_, laws_.h(), task.masses, threads, stepIndex);
}

}  // namespace ooze::clavet
#endif  // HWY_ONCE
