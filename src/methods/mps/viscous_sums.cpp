// Kernels of the viscous sums over neighbours, compiled once for each SIMD target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/mps/viscous_sums.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "methods/mps/pair_geometry-inl.h"
#include "methods/mps/viscous_sums.h"

HWY_BEFORE_NAMESPACE();
namespace ooze::mps {
namespace HWY_NAMESPACE {

struct ViscosityKernel {
  const PointSet& points;
  const ViscosityFields& fields;
  PairGeometry from;
  FloatPacket own, u, v, w, spacing, alongLine, x = broadcast(0.f), y = broadcast(0.f), z = broadcast(0.f);

  OOZE_LANES ViscosityKernel(const PointSet& p, const ViscosityFields& of, std::size_t i)
      : points(p),
        fields(of),
        from(p, i),
        own(broadcast(of.mu[i])),
        u(broadcast(of.velocity.x[i])),
        v(broadcast(of.velocity.y[i])),
        w(broadcast(of.velocity.z[i])),
        spacing(broadcast(1.f / p.inverseSpacing())),
        alongLine(broadcast(static_cast<float>(latticeSums().alongLine))) {}

  template <class Packet>
  OOZE_LANES void operator()(const Packet& others, MaskPacket lanes) {
    const PairGeometry::Offsets d = from.to(others, lanes);
    const MaskPacket isLiquid = broadcast(0.f) < others.of(points.liquid.data());
    const FloatPacket other = select(isLiquid, others.of(fields.mu.data()), own);
    const FloatPacket both = (own + own) * other / max(own + other, broadcast(1e-30f));
    FloatPacket a = both * weightOf(d);
    if (bitsOf(andNot(d.within, isLiquid)) != 0) {
      const FloatPacket depth = others.of(points.depth.data()), away = distanceToSurface(others, d, depth);
      addNormal(others, a * others.of(fields.normal.data()) * (broadcast(1.f) + depth / away));
      a = a * others.of(fields.exchange.data()) *
          (broadcast(1.f) + others.of(fields.wallFactor.data()) / away);
    }
    const FloatPacket du = others.of(fields.velocity.x.data()) - u,
                      dv = others.of(fields.velocity.y.data()) - v,
                      dw = others.of(fields.velocity.z.data()) - w;
    const FloatPacket along = alongLine * (du * d.x + dv * d.y + dw * d.z) * d.inverseQ * d.inverseQ;
    const MaskPacket isLine = fields.alongLines ? isLiquid : fromBits(0);
    x = x + a * select(isLine, along * d.x, du);
    y = y + a * select(isLine, along * d.y, dv);
    z = z + a * select(isLine, along * d.z, dw);
  }

  /// Returns the distance of i to the surface of a solid, at least half a spacing [m].
  template <class Packet>
  OOZE_LANES FloatPacket distanceToSurface(const Packet& others, const PairGeometry::Offsets& d,
                                           FloatPacket depth) const {
    const FloatPacket along =
        (d.x * others.of(points.normal.x.data()) + d.y * others.of(points.normal.y.data()) +
         d.z * others.of(points.normal.z.data())) *
        spacing;
    return max(max(along, broadcast(0.f) - along) - depth, broadcast(0.5f) * spacing);
  }

  /// Adds the exchange of the velocity normal to solids, with the coefficient a.
  template <class Packet>
  OOZE_LANES void addNormal(const Packet& others, FloatPacket a) {
    const FloatPacket nx = others.of(points.normal.x.data()), ny = others.of(points.normal.y.data()),
                      nz = others.of(points.normal.z.data());
    const FloatPacket parting =
        a * ((others.of(points.velocity.x.data()) - u) * nx + (others.of(points.velocity.y.data()) - v) * ny +
             (others.of(points.velocity.z.data()) - w) * nz);
    x = x + parting * nx, y = y + parting * ny, z = z + parting * nz;
  }
};

Vec3 viscosityAt(const PointSet& points, const ViscosityFields& fields, std::size_t i) {
  ViscosityKernel k(points, fields, i);
  overNeighbours(points, i, k);
  return Vec3(sum(k.x), sum(k.y), sum(k.z));
}

struct AlikeKernel {
  const PointSet& points;
  const Vec3Array& velocity;
  const float* rho;
  PairGeometry from;
  FloatPacket own, u, v, w, x = broadcast(0.f), y = broadcast(0.f), z = broadcast(0.f),
                            weight = broadcast(0.f);

  OOZE_LANES AlikeKernel(const PointSet& p, const Vec3Array& velocities, const float* densities,
                         std::size_t i)
      : points(p),
        velocity(velocities),
        rho(densities),
        from(p, i),
        own(broadcast(densities[i])),
        u(broadcast(velocities.x[i])),
        v(broadcast(velocities.y[i])),
        w(broadcast(velocities.z[i])) {}

  template <class Packet>
  OOZE_LANES void operator()(const Packet& others, MaskPacket lanes) {
    const MaskPacket isLiquid = lanes & (broadcast(0.f) < others.of(points.liquid.data()));
    if (bitsOf(isLiquid) == 0) return;
    const FloatPacket other = others.of(rho);
    const PairGeometry::Offsets d = from.to(others, andNot(andNot(isLiquid, own < other), other < own));
    const FloatPacket k = weightOf(d);
    weight = weight + k;
    const FloatPacket du = others.of(velocity.x.data()) - u, dv = others.of(velocity.y.data()) - v,
                      dw = others.of(velocity.z.data()) - w;
    // Clumps would make damping in explicit steps unstable.
    const FloatPacket along =
        min(k, broadcast(kReach - 1.f)) * (du * d.x + dv * d.y + dw * d.z) * d.inverseQ * d.inverseQ;
    x = x + along * d.x, y = y + along * d.y, z = z + along * d.z;
  }
};

AlikeSums alikeAt(const PointSet& points, const Vec3Array& velocity, const float* rho, std::size_t i) {
  AlikeKernel k(points, velocity, rho, i);
  overNeighbours(points, i, k);
  const auto scale = static_cast<float>(latticeSums().alongLine);
  return {scale * Vec3(sum(k.x), sum(k.y), sum(k.z)), sum(k.weight)};
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::mps
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace ooze::mps {
HWY_EXPORT(viscosityAt);
HWY_EXPORT(alikeAt);

AlikeSums sumAlike(const PointSet& points, const Vec3Array& velocity, std::span<const float> rho,
                   std::size_t i) {
  return HWY_DYNAMIC_DISPATCH(alikeAt)(points, velocity, rho.data(), i);
}
Vec3 sumViscosity(const PointSet& points, const ViscosityFields& fields, std::size_t i) {
  return HWY_DYNAMIC_DISPATCH(viscosityAt)(points, fields, i);
}

}  // namespace ooze::mps
#endif  // HWY_ONCE
