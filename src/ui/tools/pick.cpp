#include "ui/tools/pick.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ooze::ui {
namespace {

constexpr float kNothing = std::numeric_limits<float>::infinity();

bool isSeenThrough(SolidShape::Kind kind) {
  return kind == SolidShape::Kind::Tank || kind == SolidShape::Kind::Mould;
}

// Sphere tracing: the signed distance says how far it is safe to go.
// @param leave  a ray that begins inside the solid goes on until it is out, and then to the next face
float distanceToBody(const Body& body, const Ray& ray, bool leave) {
  constexpr int kSteps = 400;
  constexpr float kHit = 1e-4f, kFar = 100.f;  // [m]
  float along = 0.f;
  for (int i = 0; i < kSteps && along < kFar; ++i) {
    const float d = body.shape->distance(body.pose.toLocal(ray.origin + along * ray.direction));
    if (d >= kHit)
      leave = false;
    else if (!leave)
      return i == 0 ? kNothing : along;
    along += std::max(std::abs(d), kHit);
  }
  return kNothing;
}

}  // namespace

std::optional<float> pickLiquid(const Snapshot& snapshot, const Ray& ray) {
  const float radius = std::max(0.6f * snapshot.restSpacing, 1e-4f);
  float nearest = kNothing;
  for (const Vec3& centre : snapshot.positions) {
    const Vec3 to = centre - ray.origin;
    const float along = glm::dot(to, ray.direction);
    if (along > 0.f && along < nearest && glm::dot(to, to) - along * along < radius * radius) nearest = along;
  }
  return std::isfinite(nearest) ? std::optional(nearest) : std::nullopt;
}

std::optional<SolidHit> pickSolid(const Snapshot& snapshot, const Ray& ray, bool insideOfTanks) {
  std::optional<SolidHit> nearest;
  for (std::size_t b = 0; b < snapshot.bodies.size(); ++b) {
    const Body& body = snapshot.bodies[b];
    if (!body.shape || !body.isDrawn()) continue;
    const bool within = insideOfTanks && body.solid.kind == SolidShape::Kind::Tank;
    if (isSeenThrough(body.solid.kind) && !within) continue;
    const float along = distanceToBody(body, ray, within);
    if (std::isfinite(along) && (!nearest || along < nearest->distance)) nearest = SolidHit{b, along};
  }
  return nearest;
}

bool pick(const Snapshot& snapshot, const Ray& ray, Vec3& point) {
  const std::optional<SolidHit> solid = pickSolid(snapshot, ray);
  const float nearest =
      std::min(pickLiquid(snapshot, ray).value_or(kNothing), solid ? solid->distance : kNothing);
  if (!std::isfinite(nearest)) return false;
  point = ray.origin + nearest * ray.direction;
  return true;
}

}  // namespace ooze::ui
