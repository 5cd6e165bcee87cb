#include "ui/state/placement.h"

#include "ooze/world/command.h"

#include "bodies/body_distance.h"
#include "ui/tools/brush.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ooze::ui {
namespace {

constexpr float kSmallest = 0.05f, kLargest = 20.f;             // scale limits of solids
constexpr float kNarrowestNozzle = 1e-4f, kWidestNozzle = 1.f;  // radius limits of nozzles [m]
constexpr Vec3 kDown{0.f, -1.f, 0.f};
// Height of a new nozzle [half heights of the view].
constexpr float kLeastHeight = 0.35f, kMostHeight = 0.5f;

/// Returns the shortest rotation from the downward direction to `direction`.
Quat turnDownTo(const Vec3& direction) {
  const float cosine = glm::dot(kDown, direction);
  if (cosine < -0.99999f) return {0.f, 1.f, 0.f, 0.f};
  return glm::normalize(Quat(1.f + cosine, glm::cross(kDown, direction)));
}

// Overlap that counts as touching [h].
constexpr float kTouching = 0.05f;

/// Returns the placement at a part of the way between two placements, 0 .. 1.
Placement placementBetween(const Placement& start, const Placement& to, float part) {
  if (part >= 1.f) return to;
  Placement p = to;
  p.pose = {glm::mix(start.pose.position, to.pose.position, part),
            glm::slerp(start.pose.orientation, to.pose.orientation, part)};
  p.size = glm::mix(start.size, to.size, part);
  const float grown = p.size / start.size;
  p.bounds = {grown * start.bounds.lower, grown * start.bounds.upper};
  return p;
}

/// Returns in how many steps a solid moves so that no step is longer than half of its smallest extent.
int stepsBetween(const Placement& start, const Placement& to) {
  constexpr float kMostSteps = 64.f;  // limits the time of a long move of a thin solid
  float longest = 0.f;
  for (int corner = 0; corner < 8; ++corner) {
    const auto cornerOf = [&](const Placement& p) {
      Vec3 c;
      for (int axis = 0; axis < 3; ++axis)
        c[axis] = (corner >> axis & 1 ? p.bounds.upper : p.bounds.lower)[axis];
      return p.pose.toWorld(c);
    };
    longest = std::max(longest, glm::distance(cornerOf(start), cornerOf(to)));
  }
  const Vec3 size = start.bounds.size();
  const float step = std::max(0.5f * std::min({size.x, size.y, size.z}), longest / kMostSteps);
  return step > 0.f ? std::max(1, static_cast<int>(std::ceil(longest / step))) : 1;
}

/// Returns points on the surface of a shape of finite size: those of a lattice over its bounds that lie near
/// the surface, moved onto the surface.
std::vector<Vec3> surfaceLattice(const SignedDistance& shape) {
  constexpr int kCells = 12;  // along each axis
  const Aabb bounds = shape.bounds();
  const Vec3 cell = bounds.size() / static_cast<float>(kCells);
  std::vector<Vec3> points;
  for (int x = 0; x <= kCells; ++x)
    for (int y = 0; y <= kCells; ++y)
      for (int z = 0; z <= kCells; ++z) {
        const Vec3 p = bounds.lower + cell * Vec3(x, y, z);
        const SignedDistance::Sample near = shape.sample(p);
        if (std::abs(near.distance) < glm::length(cell)) points.push_back(p - near.distance * near.normal);
      }
  return points;
}

Placement placementOfNozzle(const EmitterSpec& nozzle) {
  Placement p;
  p.nozzle = true;
  p.name = nozzle.name;
  p.pose = {nozzle.position, turnDownTo(nozzle.direction)};
  p.size = nozzle.radius;
  p.bounds = {Vec3(-nozzle.radius, 0.f, -nozzle.radius),
              Vec3(nozzle.radius, 3.f * nozzle.radius, nozzle.radius)};
  return p;
}

}  // namespace

Placement placementOf(const BodyValues& body) {
  Placement p;
  p.name = body.name;
  p.pose = body.pose;
  p.size = body.scale;
  p.bounds = body.bounds;
  p.movable = body.motion != Motion::Kinematic;
  p.falls = body.motion == Motion::Dynamic;
  p.sizable = body.kind != SolidShape::SolidKind::Plane;
  if (!p.movable)
    p.why = "This body follows keys in the scene file. Edit the file to move it.";
  else if (!p.sizable)
    p.why = "A plane is infinite and has no size.";
  return p;
}

std::optional<Placement> chosenPlacement(const WorldValues& live, const InterfaceState& state) {
  if (state.gizmo.chosen != GizmoState::Chosen::Body) {
    const bool coming = state.gizmo.chosen == GizmoState::Chosen::NewNozzle;
    const std::size_t index = coming ? state.gizmo.nozzles : state.emitter;
    if (index >= live.emitters.size()) return std::nullopt;
    return placementOfNozzle(live.emitters[index]);
  }
  for (const BodyValues& body : live.bodies)
    if (!body.name.empty() && body.name == state.body && body.present) return placementOf(body);
  return std::nullopt;
}

void forgetSelection(InterfaceState& state) {
  state.body.clear();
  state.emitter = 0;
  state.gizmo.chosen = GizmoState::Chosen::Body;
  state.gizmo.stoppedBy.clear();
}

std::vector<Command> commandsToPlace(const Placement& from, const Placement& to) {
  std::vector<Command> commands;
  const auto set = [&](const char* key, SettingValue value) {
    commands.push_back(SetValue{to.setting(key), std::move(value)});
  };
  const bool moved = from.pose.position != to.pose.position;
  const bool turned = from.pose.orientation != to.pose.orientation;
  if (to.nozzle) {
    if (moved) set("position", to.pose.position);
    if (turned) set("direction", to.pose.orientation * kDown);
  } else if (moved || turned) {
    set("place", Pose{to.pose.position, glm::normalize(to.pose.orientation)});
  }
  if (from.size != to.size) set(to.nozzle ? "radius" : "scale", to.size);
  return commands;
}

PlaceLimit::PlaceLimit(std::shared_ptr<const Snapshot> snapshot, const Placement& from)
    : snapshot_(std::move(snapshot)), from_(from) {
  if (from.nozzle || !snapshot_ || !isFinite(from.bounds.lower) || !isFinite(from.bounds.upper)) return;
  const std::vector<Body>& bodies = snapshot_->bodies;
  const auto own = std::ranges::find_if(bodies, [&](const Body& b) { return b.name == from.name; });
  if (own == bodies.end() || !own->shape) return;
  points_ = surfaceLattice(*own->shape);
  for (Vec3& p : points_) p *= from.size / own->scale;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Body& body = bodies[i];
    const bool isWall =
        body.solid.kind == SolidShape::SolidKind::Tank || body.solid.kind == SolidShape::SolidKind::Plane;
    if (&body == &*own || !body.shape || !body.isDrawn() || body.solid.kind == SolidShape::SolidKind::Mould ||
        !(isWall || own->motion == Motion::Dynamic))
      continue;
    obstacles_.push_back(i);
    depths_.push_back(depthIn(body, from));
  }
}

void PlaceLimit::follow(std::shared_ptr<const Snapshot> snapshot) {
  if (snapshot && snapshot_ && snapshot->bodies.size() == snapshot_->bodies.size())
    snapshot_ = std::move(snapshot);
}

float PlaceLimit::depthIn(const Body& other, const Placement& at) const {
  const float grown = at.size / from_.size;
  float deepest = 0.f;
  for (const Vec3& p : points_) deepest = std::max(deepest, -distanceTo(other, at.pose.toWorld(grown * p)));
  return deepest;
}

std::string PlaceLimit::obstacle(const Placement& to) const {
  if (obstacles_.empty()) return {};
  const float slack = kTouching * snapshot_->interactionRadius;
  for (std::size_t k = 0; k < obstacles_.size(); ++k) {
    const Body& body = snapshot_->bodies[obstacles_[k]];
    if (depthIn(body, to) > std::max(depths_[k], slack)) return body.name.empty() ? "a wall" : body.name;
  }
  return {};
}

LimitedMove PlaceLimit::move(const Placement& start, const Placement& to) const {
  if (obstacles_.empty()) return {to, {}};
  constexpr int kHalvings = 7;
  const int steps = stepsBetween(start, to);
  const auto at = [&](float part) { return placementBetween(start, to, part); };
  for (int i = 1; i <= steps; ++i) {
    float blocked = static_cast<float>(i) / static_cast<float>(steps);
    std::string obstacle = this->obstacle(at(blocked));
    if (obstacle.empty()) continue;
    float free = static_cast<float>(i - 1) / static_cast<float>(steps);
    for (int k = 0; k < kHalvings; ++k) {
      const float middle = 0.5f * (free + blocked);
      (this->obstacle(at(middle)).empty() ? free : blocked) = middle;
    }
    return {free > 0.f ? at(free) : start, std::move(obstacle)};
  }
  return {to, {}};
}

float allowedSize(const Placement& placement, float size) {
  return placement.nozzle ? std::clamp(size, kNarrowestNozzle, kWidestNozzle)
                          : std::clamp(size, kSmallest, kLargest);
}

Command nozzleCommand(const ToolContext& context) {
  const ToolOptions& options = context.state.tools;
  const Snapshot& snapshot = *context.view.snapshot;
  const std::optional<PickedSurface> seen =
      pickTargetSurface(snapshot, context.camera, context.camera.ray({0.f, 0.f}, context.aspect));
  const Vec3 foot = seen ? seen->point : context.camera.spec().target;
  // Uses the pour tool's height, within limits that keep the nozzle off the ground and inside the picture.
  const float half = context.camera.halfHeightAt(foot);
  const float height = std::clamp(options.height.in(snapshot), kLeastHeight * half, kMostHeight * half);
  return AddEmitter{.position = {foot.x, foot.y + height, foot.z},
                    .radius = options.nozzle.in(snapshot),
                    .speed = options.pourSpeed,
                    .material = context.material(),
                    .stays = true};
}

GizmoMode gizmoMode(Action action) {
  if (action == Action::GizmoTurn) return GizmoMode::Turn;
  return action == Action::GizmoScale ? GizmoMode::Scale : GizmoMode::Move;
}

Vec3 turnDegrees(const Quat& turn) {
  // Decomposes R = Ry(y) Rx(x) Rz(z). The third column of R is (sin y cos x, -sin x, cos y cos x), the second
  // row is (cos x sin z, cos x cos z, -sin x).
  const Vec3 third = turn * Vec3(0.f, 0.f, 1.f);
  const Vec3 first = turn * Vec3(1.f, 0.f, 0.f), second = turn * Vec3(0.f, 1.f, 0.f);
  const float x = std::asin(std::clamp(-third.y, -1.f, 1.f));
  const bool upright = std::abs(third.y) > 0.99999f;  // gimbal lock: y and z share an axis, so y takes all
  const float y = upright ? std::atan2(-first.z, first.x) : std::atan2(third.x, third.z);
  const float z = upright ? 0.f : std::atan2(first.y, second.y);
  return glm::degrees(Vec3(x, y, z));
}

}  // namespace ooze::ui
