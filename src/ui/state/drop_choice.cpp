#include "ui/state/drop_choice.h"

#include "ui/tools/pick.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ooze::ui {
namespace {

constexpr std::array kShapes{
    DropShape{"Ball", SolidShape::SolidKind::Sphere},
    DropShape{"Box", SolidShape::SolidKind::Box},
    DropShape{"Capsule", SolidShape::SolidKind::Capsule},
    DropShape{"Cylinder", SolidShape::SolidKind::Cylinder},
};

constexpr float kDropGap = 0.1f;  // gap left below a dropped body [body sizes]

const DropShape& shapeOf(const DropChoice& choice) {
  return kShapes[std::min(choice.shape, kShapes.size() - 1)];
}

// Computes the body's extent from its centre in a direction [size].
float reachAlong(SolidShape::SolidKind kind, const Vec3& direction) {
  const Vec3 d = glm::abs(direction);
  switch (kind) {
    case SolidShape::SolidKind::Box:
      return d.x + d.y + d.z;
    case SolidShape::SolidKind::Capsule:
      return 1.f + d.y;
    case SolidShape::SolidKind::Cylinder:
      return std::sqrt(std::max(0.f, 1.f - d.y * d.y)) + d.y;
    default:
      return 1.f;
  }
}

/// The deepest overlap of a body with a solid.
struct DeepestOverlap {
  float depth = 0.f;  ///< depth of the overlap and the gap; 0 if there is none [m]
  Vec3 out{0.f};      ///< unit vector out of the solid
};

DeepestOverlap deepestOverlap(const Snapshot& snapshot, SolidShape::SolidKind kind, float size, float gap,
                              const Vec3& place) {
  DeepestOverlap deepest;
  for (const Body& body : snapshot.bodies) {
    if (!body.shape || !body.present || body.solid.kind == SolidShape::SolidKind::Mould) continue;
    const SignedDistance::Sample near = body.shape->sample(body.pose.toLocal(place));
    const Vec3 normal = body.pose.directionToWorld(near.normal);
    const float missing = size * (reachAlong(kind, normal) + gap) - near.distance;
    if (missing > deepest.depth) deepest = {missing, normal};
  }
  return deepest;
}

// Pushes the body out of overlapping solids by their signed distance fields. Stops after a fixed number of
// tries.
Vec3 pushOutOfSolids(const Snapshot& snapshot, SolidShape::SolidKind kind, float size, float gap,
                     Vec3 place) {
  constexpr int kTries = 24;
  for (int i = 0; i < kTries; ++i) {
    const DeepestOverlap deepest = deepestOverlap(snapshot, kind, size, gap, place);
    if (deepest.depth < 1e-3f * size) break;
    place += deepest.depth * deepest.out;
  }
  return place;
}

// Clamps the position into the domain, because a body outside the domain would be removed at once.
Vec3 within(const std::optional<Aabb>& domain, float size, const Vec3& place) {
  if (!domain || domain->empty()) return place;
  const Vec3 margin = glm::min(Vec3(size), 0.5f * domain->size());
  return glm::clamp(place, domain->lower + margin, domain->upper - margin);
}

}  // namespace

std::span<const DropShape> dropShapes() { return kShapes; }

float usualDropSize(float h) { return 2.f * h; }

float dropSize(const DropChoice& choice, const Snapshot& snapshot) {
  return choice.size.value_or(usualDropSize(snapshot.interactionRadius));
}

AddBody bodyToDrop(const DropChoice& choice, const Snapshot& snapshot, const OrbitCamera& camera,
                   const PickRay& ray, const std::optional<Aabb>& domain) {
  constexpr int kTries = 24;
  constexpr float kSmaller = 0.88f, kOverlap = 0.05f;  // factor of a try; accepted overlap [body sizes]
  DropChoice fitting = choice;
  AddBody body;
  for (int i = 0; i < kTries; ++i) {
    body = dropCommand(fitting, snapshot, dropPlace(fitting, snapshot, camera, ray, domain));
    if (deepestOverlap(snapshot, body.shape, body.size, 0.f, body.position).depth < kOverlap * body.size)
      break;
    fitting.size = kSmaller * body.size;
  }
  return body;
}

AddBody dropCommand(const DropChoice& choice, const Snapshot& snapshot, const Vec3& place) {
  return {.shape = shapeOf(choice).kind,
          .motion = Motion::Dynamic,
          .position = place,
          .size = dropSize(choice, snapshot),
          .density = choice.density};
}

void addOutline(const AddBody& body, bool dim, std::vector<Stroke>& strokes) {
  for (Stroke& stroke : outlineOf(body.shape, body.size, body.position)) {
    stroke.dim = dim;
    strokes.push_back(std::move(stroke));
  }
}

void addPendingOutlines(std::span<const Command> pending, Motion motion, std::vector<Stroke>& strokes) {
  for (const Command& command : pending)
    if (const auto* body = std::get_if<AddBody>(&command); body && body->motion == motion)
      addOutline(*body, true, strokes);
}

Vec3 dropPlace(const DropChoice& choice, const Snapshot& snapshot, const OrbitCamera& camera,
               const PickRay& ray, const std::optional<Aabb>& domain) {
  const SolidShape::SolidKind kind = shapeOf(choice).kind;
  const float size = dropSize(choice, snapshot);
  const std::optional<SolidHit> solid = pickSolid(snapshot, ray, true);
  const std::optional<float> liquid = pickLiquid(snapshot, ray);
  Vec3 place;
  if (liquid && (!solid || *liquid < solid->distance))
    place = ray.origin + *liquid * ray.direction + size * (reachAlong(kind, kUpward) + kDropGap) * kUpward;
  else
    place = ray.origin + (solid ? solid->distance : distanceOfTarget(ray, camera)) * ray.direction;
  return within(domain, size, pushOutOfSolids(snapshot, kind, size, kDropGap, place));
}

Vec3 colliderPlace(SolidShape::SolidKind kind, float size, const Snapshot& snapshot,
                   const OrbitCamera& camera, const PickRay& ray, const std::optional<Aabb>& domain) {
  const std::optional<SolidHit> solid = pickSolid(snapshot, ray, true);
  const float along =
      solid ? solid->distance : pickLiquid(snapshot, ray).value_or(distanceOfTarget(ray, camera));
  return within(domain, size, pushOutOfSolids(snapshot, kind, size, 0.f, ray.origin + along * ray.direction));
}

float distanceOfTarget(const PickRay& ray, const OrbitCamera& camera) {
  const Vec3 forward = camera.spec().target - camera.spec().eye;
  return glm::dot(forward, forward) / glm::dot(ray.direction, forward);
}

}  // namespace ooze::ui
