// Kernels of the sums over neighbours, compiled once for each SIMD target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/mps/pair_sums.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "liquid/pairs-inl.h"
#include "methods/mps/coefficients.h"
#include "methods/mps/pair_sums.h"

#include <bit>

HWY_BEFORE_NAMESPACE();
namespace ooze::mps {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

/// Point i with its position in all lanes, and the offsets to eight neighbours.
struct PairGeometry {
  const PointSet& points;
  FloatPacket x, y, z, inverse;

  /// Offsets [spacings], distance of at least kNearest and its inverse, and the lanes within the kernel.
  struct Offsets {
    FloatPacket x, y, z, q, inverseQ;
    MaskPacket within;
  };

  OOZE_LANES PairGeometry(const PointSet& p, std::size_t i)
      : points(p),
        x(broadcast(p.at.x[i])),
        y(broadcast(p.at.y[i])),
        z(broadcast(p.at.z[i])),
        inverse(broadcast(p.inverseSpacing())) {}

  template <class Packet>
  OOZE_LANES Offsets to(const Packet& others, MaskPacket lanes) const {
    const FloatPacket dx = inverse * (others.of(points.at.x.data()) - x),
                      dy = inverse * (others.of(points.at.y.data()) - y),
                      dz = inverse * (others.of(points.at.z.data()) - z);
    const FloatPacket q = max(sqrt(dx * dx + dy * dy + dz * dz), broadcast(PointSet::kNearest));
    return {dx, dy, dz, q, broadcast(1.f) / q, lanes & (q < broadcast(kReach))};
  }
};

/// Returns the kernel weight, 0 in lanes beyond the kernel radius.
OOZE_LANES FloatPacket weightOf(const PairGeometry::Offsets& d) {
  return maskedOrZero(d.within, broadcast(kReach) * d.inverseQ - broadcast(1.f));
}

template <class Kernel>
OOZE_LANES void overNeighbours(const PointSet& points, std::size_t i, Kernel& kernel) {
  forEachPacket(points.candidates(i), static_cast<std::uint32_t>(i), kernel);
}

struct DensityKernel {
  const PointSet& points;
  const Vec3Array& velocity;
  PairGeometry from;
  bool isWall;
  float amongWalls;
  FloatPacket u, v, w;
  FloatPacket weight = broadcast(0.f), ofLiquid = broadcast(0.f), approach = broadcast(0.f),
              sideX = broadcast(0.f), sideY = broadcast(0.f), sideZ = broadcast(0.f);
  int neighbours = 0, liquidNeighbours = 0;
  std::uint32_t seen = 0;

  OOZE_LANES DensityKernel(const PointSet& p, const Vec3Array& velocities, float wallPairs, std::size_t i)
      : points(p),
        velocity(velocities),
        from(p, i),
        isWall(p.kind[i] != PointKind::Liquid),
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
    const FloatPacket direction = k * d.inverseQ;
    sideX = sideX + direction * d.x, sideY = sideY + direction * d.y, sideZ = sideZ + direction * d.z;
    // dw/dt = -r_e / q^2 dq/dt
    const FloatPacket along = (others.of(velocity.x.data()) - u) * d.x +
                              (others.of(velocity.y.data()) - v) * d.y +
                              (others.of(velocity.z.data()) - w) * d.z;
    const FloatPacket rate =
        maskedOrZero(d.within, along * d.inverseQ * d.inverseQ * d.inverseQ * broadcast(-kReach));
    approach = approach + (isWall ? rate * partOfWallPair(others, liquid) : rate);
  }

  /// Returns the factor of a wall point's pair with eight others.
  template <class Packet>
  OOZE_LANES FloatPacket partOfWallPair(const Packet& others, FloatPacket liquid) const {
    if (amongWalls == 0.f) return liquid;
    return liquid + broadcast(amongWalls) * others.of(points.outerWall.data());
  }
};

DensitySums densityAt(const PointSet& points, const Vec3Array& velocity, float amongWalls, std::size_t i) {
  DensityKernel k(points, velocity, amongWalls, i);
  overNeighbours(points, i, k);
  return {sum(k.weight), sum(k.ofLiquid),    sum(k.approach), Vec3(sum(k.sideX), sum(k.sideY), sum(k.sideZ)),
          k.neighbours,  k.liquidNeighbours, k.seen != 0};
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

struct GradientKernel {
  const float *pressure, *takesPart;
  PairGeometry from;
  FloatPacket own, x = broadcast(0.f), y = broadcast(0.f), z = broadcast(0.f);

  OOZE_LANES GradientKernel(const PointSet& p, const float* pressures, const float* part, float ownPressure,
                            std::size_t i)
      : pressure(pressures), takesPart(part), from(p, i), own(broadcast(ownPressure)) {}
  template <class Packet>
  OOZE_LANES void operator()(const Packet& others, MaskPacket lanes) {
    const PairGeometry::Offsets d = from.to(others, lanes);
    const FloatPacket f =
        (own + others.of(pressure)) * others.of(takesPart) * weightOf(d) * d.inverseQ * d.inverseQ;
    x = x + f * d.x, y = y + f * d.y, z = z + f * d.z;
  }
};

Vec3 pressureGradientAt(const PointSet& points, const float* pressure, const float* takesPart, float own,
                        std::size_t i) {
  GradientKernel k(points, pressure, takesPart, own, i);
  overNeighbours(points, i, k);
  return {sum(k.x), sum(k.y), sum(k.z)};
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
  PairGeometry from;
  FloatPacket own, ownToSolid, x = broadcast(0.f), y = broadcast(0.f), z = broadcast(0.f);

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
    const FloatPacket both = select(isSolid, ownToSolid, min(own, others.of(sigma)));
    // Particles at the surface have no pressure. Pairs closer than a spacing therefore repel each other;
    // without that, new liquid before a nozzle draws itself into a lump, which then bursts.
    const FloatPacket pull = (d.q - broadcast(1.f)) * (broadcast(kReach) - d.q) * d.inverseQ;
    const FloatPacket f = maskedOrZero(d.within, both * pull);
    x = x + f * d.x, y = y + f * d.y, z = z + f * d.z;
  }
};

Vec3 tensionAt(const PointSet& points, const float* sigma, float wetting, std::size_t i) {
  TensionKernel k(points, sigma, wetting, i);
  overNeighbours(points, i, k);
  return {sum(k.x), sum(k.y), sum(k.z)};
}

struct ViscosityKernel {
  const PointSet& points;
  const ViscosityFields& fields;
  PairGeometry from;
  FloatPacket own, u, v, w, spacing, x = broadcast(0.f), y = broadcast(0.f), z = broadcast(0.f);

  OOZE_LANES ViscosityKernel(const PointSet& p, const ViscosityFields& of, std::size_t i)
      : points(p),
        fields(of),
        from(p, i),
        own(broadcast(of.mu[i])),
        u(broadcast(p.velocity.x[i])),
        v(broadcast(p.velocity.y[i])),
        w(broadcast(p.velocity.z[i])),
        spacing(broadcast(1.f / p.inverseSpacing())) {}

  template <class Packet>
  OOZE_LANES void operator()(const Packet& others, MaskPacket lanes) {
    const PairGeometry::Offsets d = from.to(others, lanes);
    const MaskPacket isLiquid = broadcast(0.f) < others.of(points.liquid.data());
    const FloatPacket other = select(isLiquid, others.of(fields.mu.data()), own);
    const FloatPacket both = (own + own) * other / max(own + other, broadcast(1e-30f));
    FloatPacket a = both * weightOf(d);
    if (bitsOf(andNot(d.within, isLiquid)) != 0) a = a * wallPart(others, d);
    x = x + a * (others.of(fields.velocity.x.data()) - u);
    y = y + a * (others.of(fields.velocity.y.data()) - v);
    z = z + a * (others.of(fields.velocity.z.data()) - w);
  }

  /// Returns the factor by which the velocity is extrapolated from i through the surface of a solid
  /// (wallVelocityFactor() in viscosity.cpp), with the weight of the exchange.
  template <class Packet>
  OOZE_LANES FloatPacket wallPart(const Packet& others, const PairGeometry::Offsets& d) const {
    const FloatPacket along =
        (d.x * others.of(points.normal.x.data()) + d.y * others.of(points.normal.y.data()) +
         d.z * others.of(points.normal.z.data())) *
        spacing;
    const FloatPacket away = max(along, broadcast(0.f) - along) - others.of(points.depth.data());
    return others.of(fields.exchange.data()) *
           (broadcast(1.f) + others.of(fields.wallFactor.data()) / max(away, broadcast(0.5f) * spacing));
  }
};

Vec3 viscosityAt(const PointSet& points, const ViscosityFields& fields, std::size_t i) {
  ViscosityKernel k(points, fields, i);
  overNeighbours(points, i, k);
  return {sum(k.x), sum(k.y), sum(k.z)};
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
HWY_EXPORT(pressureGradientAt);
HWY_EXPORT(closeLiquidAt);
HWY_EXPORT(tensionAt);
HWY_EXPORT(viscosityAt);
HWY_EXPORT(pressureRowAt);

DensitySums sumDensity(const PointSet& points, const Vec3Array& velocity, float amongWalls, std::size_t i) {
  return HWY_DYNAMIC_DISPATCH(densityAt)(points, velocity, amongWalls, i);
}
float meanOverLiquid(const PointSet& points, std::span<const float> value, std::size_t i) {
  return HWY_DYNAMIC_DISPATCH(liquidMeanAt)(points, value.data(), i);
}
Vec3 sumPressureGradient(const PointSet& points, std::span<const float> pressure,
                         std::span<const float> takesPart, float own, std::size_t i) {
  return HWY_DYNAMIC_DISPATCH(pressureGradientAt)(points, pressure.data(), takesPart.data(), own, i);
}
int countLiquidWithin(const PointSet& points, float limit, std::size_t i) {
  return HWY_DYNAMIC_DISPATCH(closeLiquidAt)(points, limit, i);
}
Vec3 sumTension(const PointSet& points, std::span<const float> sigma, float wetting, std::size_t i) {
  return HWY_DYNAMIC_DISPATCH(tensionAt)(points, sigma.data(), wetting, i);
}
Vec3 sumViscosity(const PointSet& points, const ViscosityFields& fields, std::size_t i) {
  return HWY_DYNAMIC_DISPATCH(viscosityAt)(points, fields, i);
}
PressureRowSums fillPressureRow(const PointSet& points, const PressureRow& row, std::size_t i,
                                std::uint32_t* column, float* coupling) {
  return HWY_DYNAMIC_DISPATCH(pressureRowAt)(points, row, i, column, coupling);
}

}  // namespace ooze::mps
#endif  // HWY_ONCE
