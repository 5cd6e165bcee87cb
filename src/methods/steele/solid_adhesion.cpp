// Adhesion between liquid particles and the object particles of solids (Steele et al. 2004, boundaries).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/steele/solid_adhesion.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "liquid/pairs-inl.h"
#include "methods/steele/near_solids.h"
#include "methods/steele/solids.h"

#include <algorithm>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace ooze::steele {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

/// Returns the attraction of a particle by object particles [m/s^2]. @param at  in the frame of the body [m]
Vec3 pullBy(std::span<const ObjectParticle> objects, const AdhesionCurve& curve, const Vec3& at,
            float radius) {
  static_assert(sizeof(ObjectParticle) == 4 * sizeof(float), "read as four floats");
  alignas(32) std::uint32_t index[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  const float own = curve.reach() * radius;
  const FloatPacket x = broadcast(at.x), y = broadcast(at.y), z = broadcast(at.z),
                    perRadius = broadcast(1.f / radius), limit = broadcast(own * own), none = broadcast(0.f),
                    least = broadcast(kLeastDistance2);
  FloatPacket sumX = none, sumY = none, sumZ = none;
  for (std::size_t k = 0; k < objects.size(); k += 8) {
    const std::size_t rest = objects.size() - k;
    MaskPacket lanes = fromBits(255u);
    if (rest < 8) {
      lanes = fromBits((1u << rest) - 1u);
      for (std::uint32_t& l : index) l = std::min(l, static_cast<std::uint32_t>(rest - 1));
    }
    FloatPacket ox, oy, oz, share;
    gather4(&objects[k].at.x, index, ox, oy, oz, share);
    const FloatPacket dx = ox - x, dy = oy - y, dz = oz - z, d2 = dx * dx + dy * dy + dz * dz;
    lanes = lanes & (least < d2) & (d2 < limit);
    if (bitsOf(lanes) == 0) continue;
    const FloatPacket d = sqrt(d2), q = d * perRadius;
    FloatPacket f = broadcast(curve.first());
    for (std::size_t h = 0; h < curve.hinges(); ++h)
      f = f + broadcast(curve.bend(h)) * max(q - broadcast(curve.hingeAt(h)), none);
    const FloatPacket pull = maskedOrZero(lanes, share * f / d);
    sumX = sumX + pull * dx, sumY = sumY + pull * dy, sumZ = sumZ + pull * dz;
  }
  return {sum(sumX), sum(sumY), sum(sumZ)};
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::steele
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace ooze::steele {
HWY_EXPORT(pullBy);

void SolidAdhesion::act(const Particles& particles, const Bodies& bodies, const SolidInteractions& contacts,
                        const ObjectParticles& objects, float radius, std::span<const LiquidMass> masses,
                        Vec3Array& acceleration, const Threads& threads) {
  const float reach = contacts.reach() * radius;
  const std::size_t count = bodies.list.size();
  found_.assign(Threads::chunkCount(particles.size(), kSolidGrain) * count, {});
  if (reach > 0.f)
    forParticlesNearSolids(
        particles, bodies, reach, threads, [&](std::size_t i, std::span<const BoxedBody> near) {
          for (const auto& [body, within] : near) {
            const auto b = static_cast<std::size_t>(body - bodies.list.data());
            const AdhesionCurve& f = contacts.of(particles.material[i], b).adhesion;
            const float own = f.reach() * radius;
            const Vec3 local = body->pose.toLocal(particles.position[i]);
            if (!(body->shape->distance(local) < own)) continue;
            Vec3 pull(0.f);
            objects.visitBlocks(b, local, own, [&](std::span<const ObjectParticle> block) {
              pull += HWY_DYNAMIC_DISPATCH(pullBy)(block, f, local, radius);
            });
            pull = body->pose.directionToWorld(pull);
            acceleration.add(i, pull);
            if (body->motion != Motion::Dynamic) continue;
            SolidPull& sum = found_[i / kSolidGrain * count + b];
            const glm::dvec3 force =
                static_cast<double>(-masses[particles.material[i]].particle) * glm::dvec3(pull);
            sum.force += force;
            sum.torque += glm::cross(glm::dvec3(particles.position[i] - body->centre()), force);
          }
        });
  pulls_.assign(count, {});
  for (std::size_t k = 0; k < found_.size(); ++k)
    pulls_[k % count].force += found_[k].force, pulls_[k % count].torque += found_[k].torque;
}

}  // namespace ooze::steele
#endif  // HWY_ONCE
