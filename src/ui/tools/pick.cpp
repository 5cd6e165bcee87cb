#include "ui/tools/pick.h"

#include "bodies/body_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ooze::ui {
namespace {

constexpr float kMissed = std::numeric_limits<float>::infinity();

bool isSeenThrough(SolidShape::SolidKind kind) {
  return kind == SolidShape::SolidKind::Tank || kind == SolidShape::SolidKind::Mould;
}

// Sphere tracing: the signed distance is a safe step length along the ray.
// @param leave  a ray that begins inside the solid first leaves the solid, and then hits the next face
float distanceToBody(const Body& body, const PickRay& ray, bool leave) {
  constexpr int kSteps = 400;
  constexpr float kHit = 1e-4f, kFar = 100.f;  // distance that counts as a hit; length of the ray [m]
  float along = 0.f;
  for (int i = 0; i < kSteps && along < kFar; ++i) {
    const float d = distanceTo(body, ray.origin + along * ray.direction);
    if (d >= kHit)
      leave = false;
    else if (!leave)
      return i == 0 ? kMissed : along;
    along += std::max(std::abs(d), kHit);
  }
  return kMissed;
}

constexpr float kWheelStep = 1.06f;  // factor of the distance from the eye for each notch
// Limits of the distance of held points [distances of the camera's target].
constexpr float kNearestHeld = 0.1f, kFarthestHeld = 4.f;

Vec3 withinReach(const OrbitCamera& camera, const Vec3& from, const Vec3& to) {
  const CameraSpec& spec = camera.spec();
  const float unit = glm::distance(spec.eye, spec.target), away = glm::distance(spec.eye, to);
  const bool reachable =
      camera.halfHeightAt(to) > 0.f && away >= kNearestHeld * unit && away <= kFarthestHeld * unit;
  return reachable ? to : from;
}

bool isOfScene(const ToolContext& context, const Body& body) {
  if (!context.view.scene) return true;
  const std::vector<Body>& own = context.view.scene->world.bodies;
  return std::any_of(own.begin(), own.end(), [&](const Body& b) { return b.name == body.name; });
}

}  // namespace

std::optional<float> pickLiquid(const Snapshot& snapshot, const PickRay& ray) {
  const float radius = std::max(0.6f * snapshot.restSpacing, 1e-4f);
  float nearest = kMissed;
  for (const Vec3& centre : snapshot.positions) {
    const Vec3 to = centre - ray.origin;
    const float along = glm::dot(to, ray.direction);
    if (along > 0.f && along < nearest && glm::dot(to, to) - along * along < radius * radius) nearest = along;
  }
  return std::isfinite(nearest) ? std::optional(nearest) : std::nullopt;
}

std::optional<SolidHit> pickSolid(const Snapshot& snapshot, const PickRay& ray, bool insideOfTanks) {
  std::optional<SolidHit> nearest;
  for (std::size_t b = 0; b < snapshot.bodies.size(); ++b) {
    const Body& body = snapshot.bodies[b];
    if (!body.shape || !body.isDrawn()) continue;
    const bool within = insideOfTanks && body.solid.kind == SolidShape::SolidKind::Tank;
    if (isSeenThrough(body.solid.kind) && !within) continue;
    const float along = distanceToBody(body, ray, within);
    if (std::isfinite(along) && (!nearest || along < nearest->distance)) nearest = SolidHit{b, along};
  }
  return nearest;
}

bool pick(const Snapshot& snapshot, const PickRay& ray, Vec3& point) {
  const std::optional<SolidHit> solid = pickSolid(snapshot, ray);
  const float nearest =
      std::min(pickLiquid(snapshot, ray).value_or(kMissed), solid ? solid->distance : kMissed);
  if (!std::isfinite(nearest)) return false;
  point = ray.origin + nearest * ray.direction;
  return true;
}

Vec3 movedWithPointer(const ToolContext& context, const Vec3& point, const Pointer& from, const Pointer& to) {
  const Vec3 right = context.camera.right();
  const Vec3 upward = to.shift ? glm::cross(Vec3(0.f, 1.f, 0.f), right) : context.camera.up();
  const Vec2 moved = (to.at - from.at) * context.camera.halfHeightAt(point);
  return withinReach(context.camera, point, point + moved.x * context.aspect * right + moved.y * upward);
}

Vec3 pushedAway(const ToolContext& context, const Vec3& point, float notches) {
  const Vec3 eye = context.camera.spec().eye;
  return withinReach(context.camera, point, eye + (point - eye) * std::pow(kWheelStep, notches));
}

const Body* removableUnder(const ToolContext& context, const PickRay& ray, bool added) {
  const Snapshot* snapshot = context.view.snapshot.get();
  const std::optional<SolidHit> hit = snapshot ? pickSolid(*snapshot, ray) : std::nullopt;
  if (!hit) return nullptr;
  const Body& body = snapshot->bodies[hit->body];
  const bool keeps = body.name.empty() || body.solid.kind == SolidShape::SolidKind::Plane;
  return keeps || (added && isOfScene(context, body)) ? nullptr : &body;
}

bool removeUnder(ToolContext& context, const Pointer& pointer, bool added) {
  const Body* body = removableUnder(context, context.camera.ray(pointer.at, context.aspect), added);
  if (!body) return false;
  context.session.beginEdit("Take out " + body->name);
  context.session.submit(SetValue{{SettingOwner::Body, body->name, "present"}, 0.f});
  context.session.endEdit();
  return true;
}

void addRemovableOverlay(const ToolContext& context, const Pointer& pointer, bool added,
                         std::vector<Stroke>& strokes) {
  const Body* body = removableUnder(context, context.camera.ray(pointer.at, context.aspect), added);
  if (!body) return;
  const Aabb bounds = body->shape->bounds();
  strokes.push_back(ringFacing(context.camera, body->pose.toWorld(0.5f * (bounds.lower + bounds.upper)),
                               0.5f * glm::length(bounds.size())));
  strokes.back().opposite = true;
  strokes.back().label = "Right click removes " + body->name;
}

}  // namespace ooze::ui
