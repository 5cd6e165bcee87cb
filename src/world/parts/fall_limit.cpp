#include "world/parts/fall_limit.h"

#include "liquid/body_filter.h"

#include <glm/common.hpp>
#include <limits>

namespace ooze {

std::optional<Aabb> findFallLimit(const Bodies& bodies, std::span<const Emitter> nozzles,
                                  std::span<const LiquidVolume> volumes, const Vec3& gravity, float radius) {
  const Vec3 pull = glm::abs(gravity);
  const int axis = pull.y >= pull.x && pull.y >= pull.z ? 1 : pull.x >= pull.z ? 0 : 2;
  if (!(pull[axis] > 0.f)) return std::nullopt;
  Aabb things;
  for (const Body& body : bodies.list) {
    if (!body.present || body.motion == Motion::Dynamic) continue;
    const Aabb box = body.shape->bounds();
    if (!isFinite(box.lower) || !isFinite(box.upper)) return std::nullopt;
    things.include(boxInWorld(box, body.pose));
  }
  if (things.empty()) return std::nullopt;
  for (const Emitter& nozzle : nozzles) things.include(nozzle.spec().position);
  for (const LiquidVolume& volume : volumes) things.include(volume.pose.position);
  const Vec3 endless(std::numeric_limits<float>::infinity());
  Aabb region{-endless, endless};
  if (gravity[axis] < 0.f)
    region.lower[axis] = things.lower[axis] - kFallLimit * radius;
  else
    region.upper[axis] = things.upper[axis] + kFallLimit * radius;
  return region;
}

}  // namespace ooze
