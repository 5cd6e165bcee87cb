#include "ui/tools/brush.h"

#include "ui/state/drop_choice.h"
#include "ui/tools/pick.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ooze::ui {
namespace {

constexpr float kDabSpacing = 0.4f;     // spacing of the dabs of a stroke [radii]
constexpr int kMostDabs = 48;           // most dabs for a single move of the pointer
constexpr double kRepeatSeconds = 0.1;  // time between dabs of a resting pointer
constexpr float kFarthestMeant =
    1.7f;  // farthest hit that counts as a target [distances of the camera's target]
constexpr float kNormalMark = 0.35f;  // length of the normal's line [radii]

// Estimates the surface normal: away from the centroid of the neighbouring particles, with a bias towards the
// eye.
Vec3 liquidNormal(const Snapshot& snapshot, const Vec3& point, const Vec3& toEye) {
  const float reach = 2.5f * snapshot.interactionRadius;
  Vec3 away(0.f);
  float count = 0.f;
  for (const Vec3& particle : snapshot.positions) {
    const Vec3 d = point - particle;
    if (glm::dot(d, d) > reach * reach) continue;
    away += d;
    count += 1.f;
  }
  return glm::normalize(away / std::max(count * reach, 1e-6f) + 0.15f * toEye);
}

}  // namespace

std::optional<PickedSurface> solidUnder(const Snapshot& snapshot, const PickRay& ray) {
  const std::optional<SolidHit> hit = pickSolid(snapshot, ray, true);
  if (!hit) return std::nullopt;
  const Body& body = snapshot.bodies[hit->body];
  const Vec3 point = ray.origin + hit->distance * ray.direction;
  return PickedSurface{point,
                       body.pose.directionToWorld(body.shape->sample(body.pose.toLocal(point)).normal)};
}

std::optional<PickedSurface> liquidUnder(const Snapshot& snapshot, const PickRay& ray) {
  const std::optional<float> along = pickLiquid(snapshot, ray);
  if (!along) return std::nullopt;
  const Vec3 point = ray.origin + *along * ray.direction;
  return PickedSurface{point, liquidNormal(snapshot, point, -ray.direction)};
}

std::optional<PickedSurface> pickSurface(const Snapshot& snapshot, const PickRay& ray) {
  const std::optional<SolidHit> solid = pickSolid(snapshot, ray, true);
  const std::optional<float> liquid = pickLiquid(snapshot, ray);
  if (liquid && (!solid || *liquid < solid->distance)) return liquidUnder(snapshot, ray);
  return solid ? solidUnder(snapshot, ray) : std::nullopt;
}

std::optional<PickedSurface> pickTargetSurface(const Snapshot& snapshot, const OrbitCamera& camera,
                                               const PickRay& ray) {
  std::optional<PickedSurface> touch = pickSurface(snapshot, ray);
  if (touch && glm::length(touch->point - ray.origin) > kFarthestMeant * distanceOfTarget(ray, camera))
    touch.reset();
  return touch;
}

void addPlumbLine(const Snapshot& snapshot, const Vec3& place, float radius, bool dim,
                  std::vector<Stroke>& strokes) {
  constexpr Vec3 kUp{0.f, 1.f, 0.f};
  const std::optional<PickedSurface> below = pickSurface(snapshot, {place, -kUp});
  if (!below) return;
  for (Stroke stroke : {Stroke{{place, below->point}}, ringAcross(kUp, below->point, radius)}) {
    stroke.dim = dim;
    strokes.push_back(std::move(stroke));
  }
}

void addBrushOverlay(const ToolContext& context, const Pointer& pointer, float radius, bool opposite,
                     std::vector<Stroke>& strokes) {
  const std::optional<PickedSurface> touch =
      pickSurface(*context.view.snapshot, context.camera.ray(pointer.at, context.aspect));
  if (!touch) return;
  strokes.push_back(ringAcross(touch->normal, touch->point, radius));
  strokes.push_back({{touch->point, touch->point + kNormalMark * radius * touch->normal}});
  for (Stroke& stroke : strokes) stroke.opposite = opposite;
}

void BrushStroke::begin(ToolContext& context, const Pointer& pointer, BallCommand command,
                        const std::string& label) {
  command_ = command;
  last_.reset();
  context.session.beginEdit(label);
  dab(context, pointer, true);
}

void BrushStroke::drag(ToolContext& context, const Pointer& from, const Pointer& to) {
  const float radius = context.state.tools.brush.in(*context.view.snapshot);
  const Vec3 depth = last_.value_or(context.camera.spec().target);
  const float moved = glm::length((to.at - from.at) * Vec2(context.aspect, 1.f)) *
                      std::max(context.camera.halfHeightAt(depth), 0.f);
  const int parts = std::clamp(static_cast<int>(std::ceil(moved / (kDabSpacing * radius))), 1, kMostDabs);
  for (int i = 1; i <= parts; ++i) {
    Pointer between = to;
    between.at = glm::mix(from.at, to.at, static_cast<float>(i) / static_cast<float>(parts));
    dab(context, between, false);
  }
}

void BrushStroke::repeat(ToolContext& context) {
  if (active() && context.view.snapshot &&
      std::abs(context.view.snapshot->time - lastTime_) >= kRepeatSeconds)
    dab(context, at_, true);
}

void BrushStroke::end(ToolContext& context) {
  if (!active()) return;
  command_ = nullptr;
  context.session.endEdit();
}

void BrushStroke::dab(ToolContext& context, const Pointer& pointer, bool anyway) {
  at_ = pointer;
  const Snapshot& snapshot = *context.view.snapshot;
  const std::optional<PickedSurface> touch =
      pickSurface(snapshot, context.camera.ray(pointer.at, context.aspect));
  if (!touch) return;
  const float radius = context.state.tools.brush.in(snapshot);
  if (!anyway && last_ && glm::distance(*last_, touch->point) < kDabSpacing * radius) return;
  last_ = touch->point;
  lastTime_ = snapshot.time;
  context.session.submit(command_(touch->point, radius));
}

}  // namespace ooze::ui
