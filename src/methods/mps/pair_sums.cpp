// Kernels of the sums over neighbours, compiled once for each SIMD target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/mps/pair_sums.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "methods/mps/pair_geometry-inl.h"
#include "methods/mps/pair_sums.h"
#include "methods/mps/tension.h"

#include <bit>

HWY_BEFORE_NAMESPACE();
namespace ooze::mps {
namespace HWY_NAMESPACE {

template <bool kIsWall, bool kHasMoments>
struct DensityKernel {
  const PointSet& points;
  const Vec3Array& velocity;
  PairGeometry from;
  float amongWalls;
  FloatPacket u, v, w;
  FloatPacket weight = broadcast(0.f), ofLiquid = broadcast(0.f), approach = broadcast(0.f),
              sideX = broadcast(0.f), sideY = broadcast(0.f), sideZ = broadcast(0.f), xx = broadcast(0.f),
              yy = broadcast(0.f), zz = broadcast(0.f), xy = broadcast(0.f), yz = broadcast(0.f),
              zx = broadcast(0.f);
  int neighbours = 0, liquidNeighbours = 0;
  std::uint32_t seen = 0;

  OOZE_LANES DensityKernel(const PointSet& p, const Vec3Array& velocities, float wallPairs, std::size_t i)
      : points(p),
        velocity(velocities),
        from(p, i),
        amongWalls(wallPairs),
        u(broadcast(velocities.x[i])),
        v(broadcast(velocities.y[i])),
        w(broadcast(velocities.z[i])) {}

  template <class Packet>
  OOZE_LANES void operator()(const Packet& others, MaskPacket lanes) {
    const PairGeometry::Offsets d = from.to(others, lanes);
    const FloatPacket k = weightOf(d), liquid = others.of(points.liquid.data());
    const MaskPacket isLiquid = lanes & (broadcast(0.f) < liquid);
    const std::uint32_t within = bitsOf(d.within), liquids = bitsOf(isLiquid);
    neighbours += std::popcount(within), liquidNeighbours += std::popcount(within & liquids);
    seen |= liquids;
    weight = weight + k, ofLiquid = ofLiquid + k * liquid;
    if constexpr (!kIsWall) {
      const FloatPacket direction = k * d.inverseQ;
      sideX = sideX + direction * d.x, sideY = sideY + direction * d.y, sideZ = sideZ + direction * d.z;
      if constexpr (kHasMoments)
        addMoments(direction * d.inverseQ * (liquid + others.of(points.outerWall.data())), d);
    }
    // dw/dt = -r_e / q^2 dq/dt
    const FloatPacket along = (others.of(velocity.x.data()) - u) * d.x +
                              (others.of(velocity.y.data()) - v) * d.y +
                              (others.of(velocity.z.data()) - w) * d.z;
    const FloatPacket rate =
        maskedOrZero(d.within, along * d.inverseQ * d.inverseQ * d.inverseQ * broadcast(-kReach));
    approach = approach + (kIsWall ? rate * partOfWallPair(others, liquid) : rate);
  }

  OOZE_LANES void addMoments(FloatPacket f, const PairGeometry::Offsets& d) {
    const FloatPacket fx = f * d.x, fy = f * d.y, fz = f * d.z;
    xx = xx + fx * d.x, yy = yy + fy * d.y, zz = zz + fz * d.z;
    xy = xy + fx * d.y, yz = yz + fy * d.z, zx = zx + fz * d.x;
  }

  /// Returns the factor of a wall point's pair with eight others.
  template <class Packet>
  OOZE_LANES FloatPacket partOfWallPair(const Packet& others, FloatPacket liquid) const {
    if (amongWalls == 0.f) return liquid;
    return liquid + broadcast(amongWalls) * others.of(points.outerWall.data());
  }
};

template <bool kIsWall, bool kHasMoments>
DensitySums densityOf(const PointSet& points, const Vec3Array& velocity, float amongWalls, std::size_t i) {
  DensityKernel<kIsWall, kHasMoments> k(points, velocity, amongWalls, i);
  overNeighbours(points, i, k);
  return {sum(k.weight),
          sum(k.ofLiquid),
          sum(k.approach),
          Vec3(sum(k.sideX), sum(k.sideY), sum(k.sideZ)),
          {sum(k.xx), sum(k.yy), sum(k.zz), sum(k.xy), sum(k.yz), sum(k.zx)},
          k.neighbours,
          k.liquidNeighbours,
          k.seen != 0};
}

DensitySums densityAt(const PointSet& points, const Vec3Array& velocity, float amongWalls, bool hasMoments,
                      std::size_t i) {
  if (points.kind[i] != PointKind::Liquid) return densityOf<true, false>(points, velocity, amongWalls, i);
  return hasMoments ? densityOf<false, true>(points, velocity, amongWalls, i)
                    : densityOf<false, false>(points, velocity, amongWalls, i);
}

struct LiquidMeanKernel {
  const PointSet& points;
  const float* value;
  PairGeometry from;
  FloatPacket weight = broadcast(0.f), of = broadcast(0.f);

  OOZE_LANES LiquidMeanKernel(const PointSet& p, const float* values, std::size_t i)
      : points(p), value(values), from(p, i) {}
  template <class Packet>
  OOZE_LANES void operator()(const Packet& others, MaskPacket lanes) {
    const FloatPacket k = weightOf(from.to(others, lanes)) * others.of(points.liquid.data());
    weight = weight + k, of = of + k * others.of(value);
  }
};

float liquidMeanAt(const PointSet& points, const float* value, std::size_t i) {
  LiquidMeanKernel k(points, value, i);
  overNeighbours(points, i, k);
  const float weight = sum(k.weight);
  return weight > 0.f ? sum(k.of) / weight : 0.f;
}

struct MomentsKernel {
  const SymmetricMatrices& moments;
  const float* takesPart;
  PairGeometry from;
  FloatPacket weight = broadcast(0.f), xx = broadcast(0.f), yy = broadcast(0.f), zz = broadcast(0.f),
              xy = broadcast(0.f), yz = broadcast(0.f), zx = broadcast(0.f);

  OOZE_LANES MomentsKernel(const PointSet& p, const SymmetricMatrices& all, const float* parts, std::size_t i)
      : moments(all), takesPart(parts), from(p, i) {}
  template <class Packet>
  OOZE_LANES void operator()(const Packet& others, MaskPacket lanes) {
    const FloatPacket k = weightOf(from.to(others, lanes)) * others.of(takesPart);
    weight = weight + k;
    xx = xx + k * others.of(moments.part[0].data()), yy = yy + k * others.of(moments.part[1].data());
    zz = zz + k * others.of(moments.part[2].data()), xy = xy + k * others.of(moments.part[3].data());
    yz = yz + k * others.of(moments.part[4].data()), zx = zx + k * others.of(moments.part[5].data());
  }
};

SymmetricMatrix meanMomentsAt(const PointSet& points, const SymmetricMatrices& moments,
                              const float* takesPart, std::size_t i) {
  MomentsKernel k(points, moments, takesPart, i);
  overNeighbours(points, i, k);
  // The point itself counts as a neighbour one spacing away.
  const float own = (kReach - 1.f) * takesPart[i], all = own + sum(k.weight);
  SymmetricMatrix mean{sum(k.xx), sum(k.yy), sum(k.zz), sum(k.xy), sum(k.yz), sum(k.zx)};
  for (std::size_t part = 0; part < mean.size(); ++part)
    mean[part] = (mean[part] + own * moments.part[part][i]) / all;
  return mean;
}

struct NormalKernel {
  const PointSet& points;
  PairGeometry from;
  FloatPacket xx = broadcast(0.f), yy = broadcast(0.f), zz = broadcast(0.f), xy = broadcast(0.f),
              yz = broadcast(0.f), zx = broadcast(0.f);

  OOZE_LANES NormalKernel(const PointSet& p, std::size_t i) : points(p), from(p, i) {}
  template <class Packet>
  OOZE_LANES void operator()(const Packet& others, MaskPacket lanes) {
    const PairGeometry::Offsets d = from.to(others, lanes);
    const FloatPacket f = weightOf(d) * others.of(points.solid.data());
    const FloatPacket nx = others.of(points.normal.x.data()), ny = others.of(points.normal.y.data()),
                      nz = others.of(points.normal.z.data());
    xx = xx + f * nx * nx, yy = yy + f * ny * ny, zz = zz + f * nz * nz;
    xy = xy + f * nx * ny, yz = yz + f * ny * nz, zx = zx + f * nz * nx;
  }
};

SymmetricMatrix normalsAt(const PointSet& points, std::size_t i) {
  NormalKernel k(points, i);
  overNeighbours(points, i, k);
  return {sum(k.xx), sum(k.yy), sum(k.zz), sum(k.xy), sum(k.yz), sum(k.zx)};
}

struct GradientKernel {
  const PointSet& points;
  const SymmetricMatrices& stress;
  const float* takesPart;
  PairGeometry from;
  FloatPacket x = broadcast(0.f), y = broadcast(0.f), z = broadcast(0.f), sideX = broadcast(0.f),
              sideY = broadcast(0.f), sideZ = broadcast(0.f), solidX = broadcast(0.f),
              solidY = broadcast(0.f), solidZ = broadcast(0.f);

  OOZE_LANES GradientKernel(const PointSet& p, const SymmetricMatrices& stresses, const float* part,
                            std::size_t i)
      : points(p), stress(stresses), takesPart(part), from(p, i) {}
  template <class Packet>
  OOZE_LANES void operator()(const Packet& others, MaskPacket lanes) {
    const PairGeometry::Offsets d = from.to(others, lanes);
    const FloatPacket f = others.of(takesPart) * weightOf(d) * d.inverseQ * d.inverseQ;
    const FloatPacket fx = f * d.x, fy = f * d.y, fz = f * d.z;
    const FloatPacket xy = others.of(stress.part[3].data()), yz = others.of(stress.part[4].data()),
                      zx = others.of(stress.part[5].data());
    x = x + (others.of(stress.part[0].data()) * fx + xy * fy + zx * fz);
    y = y + (xy * fx + others.of(stress.part[1].data()) * fy + yz * fz);
    z = z + (zx * fx + yz * fy + others.of(stress.part[2].data()) * fz);
    sideX = sideX + fx, sideY = sideY + fy, sideZ = sideZ + fz;
    const FloatPacket solid = others.of(points.solid.data());
    solidX = solidX + solid * fx, solidY = solidY + solid * fy, solidZ = solidZ + solid * fz;
  }
};

GradientSums pressureGradientAt(const PointSet& points, const SymmetricMatrices& onLiquid,
                                const SymmetricMatrices& onSolids, const float* takesPart, std::size_t i) {
  const bool isSolid = points.solid[i] > 0.f;
  GradientKernel k(points, isSolid ? onSolids : onLiquid, takesPart, i);
  overNeighbours(points, i, k);
  const Vec3 all(sum(k.sideX), sum(k.sideY), sum(k.sideZ)),
      solid(sum(k.solidX), sum(k.solidY), sum(k.solidZ));
  const Vec3 side =
      isSolid ? onLiquid.times(i, all) : onLiquid.times(i, all - solid) + onSolids.times(i, solid);
  return {Vec3(sum(k.x), sum(k.y), sum(k.z)), side};
}

struct PlainGradientKernel {
  const float *pressure, *takesPart;
  PairGeometry from;
  FloatPacket own, x = broadcast(0.f), y = broadcast(0.f), z = broadcast(0.f);

  OOZE_LANES PlainGradientKernel(const PointSet& p, const float* pressures, const float* part, float factor,
                                 std::size_t i)
      : pressure(pressures), takesPart(part), from(p, i), own(broadcast(factor * pressures[i])) {}
  template <class Packet>
  OOZE_LANES void operator()(const Packet& others, MaskPacket lanes) {
    const PairGeometry::Offsets d = from.to(others, lanes);
    const FloatPacket f = others.of(takesPart) * weightOf(d) * d.inverseQ * d.inverseQ;
    const FloatPacket both = (own + others.of(pressure)) * f;
    x = x + both * d.x, y = y + both * d.y, z = z + both * d.z;
  }
};

Vec3 plainGradientAt(const PointSet& points, const float* pressure, const float* takesPart, float own,
                     std::size_t i) {
  PlainGradientKernel k(points, pressure, takesPart, own, i);
  overNeighbours(points, i, k);
  return Vec3(sum(k.x), sum(k.y), sum(k.z));
}

struct VectorKernel {
  const Vec3Array& vectors;
  const float* factor;
  PairGeometry from;
  FloatPacket x = broadcast(0.f), y = broadcast(0.f), z = broadcast(0.f);

  OOZE_LANES VectorKernel(const PointSet& p, const Vec3Array& of, const float* factors, std::size_t i)
      : vectors(of), factor(factors), from(p, i) {}
  template <class Packet>
  OOZE_LANES void operator()(const Packet& others, MaskPacket lanes) {
    const FloatPacket k = weightOf(from.to(others, lanes)) * others.of(factor);
    x = x + k * others.of(vectors.x.data());
    y = y + k * others.of(vectors.y.data());
    z = z + k * others.of(vectors.z.data());
  }
};

Vec3 vectorsAt(const PointSet& points, const Vec3Array& vectors, const float* factor, std::size_t i) {
  VectorKernel k(points, vectors, factor, i);
  overNeighbours(points, i, k);
  return Vec3(sum(k.x), sum(k.y), sum(k.z));
}

struct CloseKernel {
  const PointSet& points;
  PairGeometry from;
  FloatPacket limit;
  int count = 0;

  OOZE_LANES CloseKernel(const PointSet& p, float within, std::size_t i)
      : points(p), from(p, i), limit(broadcast(within)) {}
  template <class Packet>
  OOZE_LANES void operator()(const Packet& others, MaskPacket lanes) {
    const PairGeometry::Offsets d = from.to(others, lanes);
    count +=
        std::popcount(bitsOf(lanes & (d.q < limit) & (broadcast(0.f) < others.of(points.liquid.data()))));
  }
};

int closeLiquidAt(const PointSet& points, float limit, std::size_t i) {
  CloseKernel k(points, limit, i);
  overNeighbours(points, i, k);
  return k.count;
}

struct TensionKernel {
  const PointSet& points;
  const float* sigma;
  float border = static_cast<float>(0.5 * kSurfaceExcess);
  PairGeometry from;
  FloatPacket own, ownToSolid, x = broadcast(0.f), y = broadcast(0.f), z = broadcast(0.f),
                               virial = broadcast(0.f);

  OOZE_LANES TensionKernel(const PointSet& p, const float* sigmas, float wetting, std::size_t i)
      : points(p),
        sigma(sigmas),
        from(p, i),
        own(broadcast(sigmas[i])),
        ownToSolid(broadcast(wetting * sigmas[i])) {}
  template <class Packet>
  OOZE_LANES void operator()(const Packet& others, MaskPacket lanes) {
    const PairGeometry::Offsets d = from.to(others, lanes);
    const MaskPacket isSolid = broadcast(0.f) < others.of(points.solid.data());
    const FloatPacket other = others.of(sigma), difference = max(own, other) - min(own, other);
    const FloatPacket shared =
        max(broadcast(0.f), broadcast(0.5f) * (own + other) - broadcast(border) * difference);
    const FloatPacket both = select(isSolid, ownToSolid, shared);
    // Particles at the surface have no pressure. Pairs closer than a spacing therefore repel each other;
    // without that, new liquid before a nozzle draws itself into a lump, which then bursts.
    const FloatPacket pull = (d.q - broadcast(1.f)) * (broadcast(kReach) - d.q) * d.inverseQ;
    const FloatPacket f = maskedOrZero(d.within, both * pull);
    x = x + f * d.x, y = y + f * d.y, z = z + f * d.z;
    virial = virial + f * (d.x * d.x + d.y * d.y + d.z * d.z);
  }
};

TensionSums tensionAt(const PointSet& points, const float* sigma, float wetting, std::size_t i) {
  TensionKernel k(points, sigma, wetting, i);
  overNeighbours(points, i, k);
  return {Vec3(sum(k.x), sum(k.y), sum(k.z)), sum(k.virial)};
}

struct RowKernel {
  const PressureRow& row;
  PairGeometry from;
  std::uint32_t* column;
  float* coupling;
  bool recalls;
  FloatPacket own, ownPressure, scale;
  std::uint32_t entries = 0, surfaces = 0;
  FloatPacket surface = broadcast(0.f), recalled = broadcast(0.f);

  OOZE_LANES RowKernel(const PointSet& p, const PressureRow& of, std::size_t i, std::uint32_t* columns,
                       float* couplings)
      : row(of),
        from(p, i),
        column(columns),
        coupling(couplings),
        recalls(!of.pressure.empty()),
        own(broadcast(of.halfVolume[i])),
        ownPressure(broadcast(of.pressure.empty() ? 0.f : of.pressure[i])),
        scale(broadcast(of.scale)) {}

  template <class Packet>
  OOZE_LANES void operator()(const Packet& others, MaskPacket lanes) {
    const PairGeometry::Offsets d = from.to(others, lanes);
    const FloatPacket half = others.of(row.halfVolume.data());
    const IntPacket number = others.of(row.number.data());
    const MaskPacket part = andNot(d.within, half < broadcast(0.f));
    const MaskPacket isUnknown = part & (broadcast(std::int32_t{-1}) < number);
    const FloatPacket a = maskedOrZero(part, scale * weightOf(d) * (own + half));
    compress(number, isUnknown, column + entries);
    entries += static_cast<std::uint32_t>(compress(a, isUnknown, coupling + entries));
    const MaskPacket isSurface = andNot(part, isUnknown);
    surfaces += static_cast<std::uint32_t>(std::popcount(bitsOf(isSurface)));
    surface = surface + maskedOrZero(isSurface, a);
    if (recalls) recalled = recalled + a * (ownPressure - others.of(row.pressure.data()));
  }
};

PressureRowSums pressureRowAt(const PointSet& points, const PressureRow& row, std::size_t i,
                              std::uint32_t* column, float* coupling) {
  RowKernel k(points, row, i, column, coupling);
  overNeighbours(points, i, k);
  return {k.entries, k.surfaces, sum(k.surface), sum(k.recalled)};
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::mps
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace ooze::mps {
HWY_EXPORT(densityAt);
HWY_EXPORT(liquidMeanAt);
HWY_EXPORT(meanMomentsAt);
HWY_EXPORT(normalsAt);
HWY_EXPORT(pressureGradientAt);
HWY_EXPORT(plainGradientAt);
HWY_EXPORT(vectorsAt);
HWY_EXPORT(closeLiquidAt);
HWY_EXPORT(tensionAt);
HWY_EXPORT(pressureRowAt);

DensitySums sumDensity(const PointSet& points, const Vec3Array& velocity, float amongWalls, bool hasMoments,
                       std::size_t i) {
  return HWY_DYNAMIC_DISPATCH(densityAt)(points, velocity, amongWalls, hasMoments, i);
}
float meanOverLiquid(const PointSet& points, std::span<const float> value, std::size_t i) {
  return HWY_DYNAMIC_DISPATCH(liquidMeanAt)(points, value.data(), i);
}
SymmetricMatrix meanMoments(const PointSet& points, const SymmetricMatrices& moments,
                            std::span<const float> takesPart, std::size_t i) {
  return HWY_DYNAMIC_DISPATCH(meanMomentsAt)(points, moments, takesPart.data(), i);
}
SymmetricMatrix sumNormals(const PointSet& points, std::size_t i) {
  return HWY_DYNAMIC_DISPATCH(normalsAt)(points, i);
}
GradientSums sumPressureGradient(const PointSet& points, const SymmetricMatrices& onLiquid,
                                 const SymmetricMatrices& onSolids, std::span<const float> takesPart,
                                 std::size_t i) {
  return HWY_DYNAMIC_DISPATCH(pressureGradientAt)(points, onLiquid, onSolids, takesPart.data(), i);
}
Vec3 sumPlainPressureGradient(const PointSet& points, std::span<const float> pressure,
                              std::span<const float> takesPart, float own, std::size_t i) {
  return HWY_DYNAMIC_DISPATCH(plainGradientAt)(points, pressure.data(), takesPart.data(), own, i);
}
Vec3 sumVectors(const PointSet& points, const Vec3Array& vectors, std::span<const float> factor,
                std::size_t i) {
  return HWY_DYNAMIC_DISPATCH(vectorsAt)(points, vectors, factor.data(), i);
}
int countLiquidWithin(const PointSet& points, float limit, std::size_t i) {
  return HWY_DYNAMIC_DISPATCH(closeLiquidAt)(points, limit, i);
}
TensionSums sumTension(const PointSet& points, std::span<const float> sigma, float wetting, std::size_t i) {
  return HWY_DYNAMIC_DISPATCH(tensionAt)(points, sigma.data(), wetting, i);
}
PressureRowSums fillPressureRow(const PointSet& points, const PressureRow& row, std::size_t i,
                                std::uint32_t* column, float* coupling) {
  return HWY_DYNAMIC_DISPATCH(pressureRowAt)(points, row, i, column, coupling);
}

}  // namespace ooze::mps
#endif  // HWY_ONCE
