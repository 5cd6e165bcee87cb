#include "ui/ground.h"

#include <algorithm>

namespace ooze::ui {

std::optional<float> groundOf(const Snapshot& snapshot) {
  constexpr float kLevel = 0.999f;  // cosine of what still counts as level
  std::optional<float> ground;
  for (const Body& body : snapshot.bodies) {
    if (body.solid.kind != SolidShape::Kind::Plane || !body.shape || !body.isDrawn()) continue;
    const Vec3 up = body.pose.directionToWorld(body.shape->sample(Vec3(0.f)).normal);
    if (up.y < kLevel) continue;
    ground = std::max(ground.value_or(body.pose.position.y), body.pose.position.y);
  }
  return ground;
}

}  // namespace ooze::ui
