#include "ui/tools/tool.h"

#include <cmath>
#include <limits>

namespace ooze::ui {
namespace {

float distanceToLiquid(const Snapshot& snapshot, const Ray& ray) {
  const float radius = std::max(0.6f * snapshot.restSpacing, 1e-4f);
  float nearest = std::numeric_limits<float>::infinity();
  for (const Vec3& centre : snapshot.positions) {
    const Vec3 to = centre - ray.origin;
    const float along = glm::dot(to, ray.direction);
    if (along > 0.f && along < nearest && glm::dot(to, to) - along * along < radius * radius) nearest = along;
  }
  return nearest;
}

bool isSeenThrough(SolidShape::Kind kind) {
  return kind == SolidShape::Kind::Tank || kind == SolidShape::Kind::Mould;
}

// Sphere tracing: the signed distance says how far it is safe to go.
float distanceToBody(const Body& body, const Ray& ray) {
  constexpr int kSteps = 200;
  constexpr float kHit = 1e-4f, kFar = 100.f;  // [m]
  float along = 0.f;
  for (int i = 0; i < kSteps && along < kFar; ++i) {
    const float d = body.shape->distance(body.pose.toLocal(ray.origin + along * ray.direction));
    if (d < kHit) return i == 0 ? std::numeric_limits<float>::infinity() : along;
    along += d;
  }
  return std::numeric_limits<float>::infinity();
}

}  // namespace

bool pick(const Snapshot& snapshot, const Ray& ray, Vec3& point) {
  float nearest = distanceToLiquid(snapshot, ray);
  for (const Body& body : snapshot.bodies)
    if (body.shape && body.isDrawn() && !isSeenThrough(body.solid.kind))
      nearest = std::min(nearest, distanceToBody(body, ray));
  if (!std::isfinite(nearest)) return false;
  point = ray.origin + nearest * ray.direction;
  return true;
}

}  // namespace ooze::ui
