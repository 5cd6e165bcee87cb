#include "ui/tools/pour_nozzle.h"

#include "ui/state/drop_choice.h"
#include "ui/tools/brush.h"
#include "ui/tools/pick.h"
#include "world/parts/added_names.h"

#include <algorithm>
#include <cmath>

namespace ooze::ui {
namespace {

constexpr int kMaxWaitUpdates = 240;  // updates until a requested nozzle counts as refused

const EmitterSpec* findPourNozzle(const ToolContext& context) {
  for (const EmitterSpec& emitter : context.live.emitters)
    if (PourNozzle::isPourNozzle(emitter)) return &emitter;
  return nullptr;
}

void set(ToolContext& context, const EmitterSpec& nozzle, const char* key, std::vector<float> values) {
  context.session.submit({"emitter." + nozzle.name + "." + key, std::move(values)});
}

std::size_t materialOf(const ToolContext& context) {
  return std::min(context.state.material, std::max<std::size_t>(context.live.materials.size(), 1) - 1);
}

/// Returns the outline of the falling jet. The jet gets faster and thinner further down.
std::vector<Stroke> jetBelow(const ToolContext& context, const Vec3& place, float radius) {
  constexpr int kRings = 7;
  const Snapshot& snapshot = *context.view.snapshot;
  const std::optional<PickedSurface> below =
      pickSurface(snapshot, {place - 0.1f * radius * kUpward, -kUpward});
  const std::vector<float>& world = context.live.worldValues;
  const float gravity = world.size() > 1 ? std::max(-world[1], 0.f) : 0.f;
  const float speed = std::max(context.state.tools.pourSpeed, 1e-3f);
  const float height = below ? place.y - below->point.y : 20.f * radius;
  const Vec3 way = context.camera.spec().target - context.camera.spec().eye;
  const Vec3 across = glm::normalize(glm::cross(way, kUpward) + Vec3(1e-6f, 0.f, 0.f));
  std::vector<Stroke> strokes(2);
  for (int i = 0; i <= kRings; ++i) {
    const float drop = height * static_cast<float>(i) / kRings;
    const float width = radius * std::sqrt(speed / std::sqrt(speed * speed + 2.f * gravity * drop));
    const Vec3 middle = place - drop * kUpward;
    strokes[0].points.push_back(middle + width * across);
    strokes[1].points.push_back(middle - width * across);
    strokes.push_back(ringAcross(kUpward, middle, width));
  }
  return strokes;
}

}  // namespace

bool PourNozzle::isPourNozzle(const EmitterSpec& emitter) { return isAddedNozzle(emitter.name); }

void PourNozzle::begin(ToolContext& context, const Pointer& pointer) {
  if (state_ == NozzleState::Closing) close(context);
  before_ = context.view.snapshot;
  place_ = placeFor(context, pointer);
  state_ = NozzleState::Pouring;
  context.session.beginEdit("Pour liquid");
  open(context);
}

void PourNozzle::move(ToolContext& context, const Pointer& pointer) {
  place_ = placeFor(context, pointer);
  if (const EmitterSpec* nozzle = findPourNozzle(context))
    set(context, *nozzle, "position", {place_.x, place_.y, place_.z});
}

void PourNozzle::end(ToolContext& context) {
  state_ = NozzleState::Closing;
  before_.reset();
  follow(context);
}

void PourNozzle::follow(ToolContext& context) {
  if (state_ == NozzleState::Idle || !context.view.snapshot) return;
  const EmitterSpec* nozzle = findPourNozzle(context);
  if (asked_ && nozzle) {
    asked_ = false;
    set(context, *nozzle, "position", {place_.x, place_.y, place_.z});
  } else if (!nozzle && !asked_ && state_ == NozzleState::Pouring) {
    open(context);  // the world was restarted during pouring
  }
  if (state_ == NozzleState::Closing && (nozzle || ++waited_ > kMaxWaitUpdates)) close(context);
}

void PourNozzle::open(ToolContext& context) {
  const Snapshot& snapshot = *context.view.snapshot;
  const ToolOptions& options = context.state.tools;
  const float radius = options.nozzle.in(snapshot);
  const auto material = static_cast<float>(materialOf(context));
  waited_ = 0;
  if (const EmitterSpec* nozzle = findPourNozzle(context)) {
    set(context, *nozzle, "position", {place_.x, place_.y, place_.z});
    if (nozzle->radius != radius) set(context, *nozzle, "radius", {radius});
    if (nozzle->speed != options.pourSpeed) set(context, *nozzle, "speed", {options.pourSpeed});
    if (static_cast<float>(nozzle->material) != material) set(context, *nozzle, "material", {material});
    set(context, *nozzle, "enabled", {1.f});
    asked_ = false;
  } else {
    context.session.submit(
        {"emitters.add",
         {place_.x, place_.y, place_.z, 0.f, -1.f, 0.f, radius, options.pourSpeed, material}});
    asked_ = true;
  }
}

void PourNozzle::close(ToolContext& context) {
  if (const EmitterSpec* nozzle = findPourNozzle(context)) set(context, *nozzle, "enabled", {0.f});
  context.session.endEdit();
  state_ = NozzleState::Idle;
  asked_ = false;
}

// Places the nozzle above the surface under the pointer, below any obstacle above the surface. Without a near
// surface, uses the depth of the camera's target. Liquid poured since the press does not count, because the
// nozzle would climb up its own jet.
Vec3 PourNozzle::placeFor(const ToolContext& context, const Pointer& pointer) const {
  const Snapshot& snapshot = before_ ? *before_ : *context.view.snapshot;
  const PickRay ray = context.camera.ray(pointer.at, context.aspect);
  const float radius = context.state.tools.nozzle.in(snapshot);
  const std::optional<PickedSurface> touch = pickTargetSurface(snapshot, context.camera, ray);
  Vec3 place = ray.origin + distanceOfTarget(ray, context.camera) * ray.direction;
  if (touch) {
    float height = context.state.tools.height.in(snapshot);
    const Vec3 start = touch->point + radius * touch->normal;
    if (const std::optional<SolidHit> lid = pickSolid(snapshot, {start, kUpward}))
      height = std::clamp(lid->distance - radius, 0.5f * radius, height);
    place = touch->point + height * kUpward;
  }
  const std::optional<Aabb> domain = context.view.scene ? context.view.scene->world.domain : std::nullopt;
  if (!domain || domain->empty()) return place;
  const Vec3 margin = glm::min(Vec3(2.f * radius), 0.5f * domain->size());
  return glm::clamp(place, domain->lower + margin, domain->upper - margin);
}

void PourNozzle::addOverlay(const ToolContext& context, const Pointer& pointer,
                            std::vector<Stroke>& strokes) const {
  const Snapshot& snapshot = before_ ? *before_ : *context.view.snapshot;
  const float radius = context.state.tools.nozzle.in(snapshot);
  const Vec3 place = state_ == NozzleState::Pouring ? place_ : placeFor(context, pointer);
  strokes.push_back(ringAcross(kUpward, place, radius));
  // A paused world shows the jet's outline; a running world shows the jet itself.
  if (!context.view.status.playing)
    for (Stroke& stroke : jetBelow(context, place, radius)) {
      stroke.dim = state_ != NozzleState::Pouring;
      strokes.push_back(std::move(stroke));
    }
  addPlumbLine(snapshot, place - 0.1f * radius * kUpward, 0.6f * radius, false, strokes);
}

}  // namespace ooze::ui
