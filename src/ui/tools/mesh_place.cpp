#include "ui/tools/mesh_place.h"

#include "ui/drop_choice.h"
#include "ui/tools/brush.h"

#include <algorithm>
#include <cmath>

namespace ooze::ui {
namespace {

constexpr Vec3 kUp{0.f, 1.f, 0.f};
constexpr float kSeen = 0.7f;  // usual height, in half heights of the view
constexpr float kGap = 0.5f;   // left below what is to fall [h]

float roundedToMillimetres(float metres) { return std::max(std::round(metres * 1000.f), 1.f) / 1000.f; }

// What a thing stands on that is put there: a solid, or for what floats the liquid too.
std::optional<Vec3> standAt(const Snapshot& snapshot, const Ray& ray, bool onLiquid) {
  const std::optional<Touch> touch = onLiquid ? touchUnder(snapshot, ray) : solidUnder(snapshot, ray);
  return touch ? std::optional(touch->point) : std::nullopt;
}

}  // namespace

void followMeshChoice(const ToolContext& context, const MeshOffer& offer, MeshChoice& choice) {
  if (!context.view.snapshot) return;
  const Snapshot& snapshot = *context.view.snapshot;
  if (choice.file != offer.file) {
    choice.file = offer.file;
    choice.height.reset();
    choice.place = offer.at ? MeshChoice::Place::Dropped : MeshChoice::Place::Ground;
  }
  const CameraSpec& camera = context.camera.spec();
  if (!choice.height) {
    choice.usualHeight = roundedToMillimetres(kSeen * context.camera.halfHeightAt(camera.target));
    choice.height = choice.usualHeight;
  }

  const bool falls = choice.use == MeshUse::Dynamic || choice.use == MeshUse::Liquid;
  std::optional<Vec3> foot;
  choice.centre = camera.target;
  if (choice.place == MeshChoice::Place::Dropped && offer.at) {
    const Ray ray = context.camera.ray(*offer.at, context.aspect);
    foot = standAt(snapshot, ray, falls);
    choice.centre = ray.origin + distanceOfTarget(ray, context.camera) * ray.direction;
  } else if (choice.place == MeshChoice::Place::Ground) {
    // From the eye's height, so that a table counts and not what is under it.
    const Vec3 above{camera.target.x, std::max(camera.eye.y, camera.target.y), camera.target.z};
    foot = standAt(snapshot, {above, -kUp}, falls);
  }
  const float gap = falls ? kGap * snapshot.interactionRadius : 0.f;
  if (foot) choice.centre = *foot + (0.5f * *choice.height + gap) * kUp;
}

void markMesh(const MeshFacts& facts, const MeshChoice& choice, std::vector<Stroke>& strokes) {
  if (!choice.height || !choice.centre) return;
  for (Stroke stroke : facts.shape) {
    for (Vec3& point : stroke.points) point = *choice.centre + *choice.height * point;
    strokes.push_back(std::move(stroke));
  }
}

}  // namespace ooze::ui
