// Pour tool: pours from its own nozzle above the surface under the pointer; the right button sucks liquid
// away. A nozzle of the scene is dragged horizontally by its ring, or vertically with Shift, also while no
// tool is armed.
#include "bodies/body_distance.h"
#include "liquid/body_filter.h"
#include "liquid/nozzle_times.h"
#include "ui/state/drop_choice.h"
#include "ui/tools/brush.h"
#include "ui/tools/pick.h"
#include "ui/tools/tool.h"
#include "world/commands/setting_names.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

namespace ooze::ui {
namespace {

constexpr float kGrabRadius = 0.05f;  // pick radius of a nozzle [half heights of the view]
constexpr float kPourReach = 4.f;  // farthest distance of a dragged nozzle [distances of the camera's target]

constexpr int kMaxWaitUpdates = 240;  // updates until a requested nozzle counts as refused

/// The pour tool's own nozzle, which follows the pointer. The nozzle is added to the world when first needed,
/// then moved, opened and closed.
class PourNozzle {
 public:
  /// Returns whether a nozzle was added by this tool.
  static bool isPourNozzle(const EmitterSpec& emitter);

  void begin(ToolContext& context, const Pointer& pointer);
  void move(ToolContext& context, const Pointer& pointer);
  void end(ToolContext& context);
  /// Updates the nozzle. A requested nozzle enters the world with a delay, so changes since then are sent
  /// again.
  void follow(ToolContext& context);
  /// Adds the opening, the jet, and the landing point to the overlay.
  void addOverlay(const ToolContext& context, const Pointer& pointer, std::vector<Stroke>& strokes) const;

 private:
  enum class NozzleState { Idle, Pouring, Closing };

  [[nodiscard]] Vec3 placeFor(const ToolContext& context, const Pointer& pointer) const;
  void open(ToolContext& context);
  void close(ToolContext& context);

  NozzleState state_ = NozzleState::Idle;
  bool asked_ = false;  ///< a nozzle was requested that is not in the world yet
  int waited_ = 0;      ///< number of updates since the nozzle was requested
  Vec3 place_{0.f};     ///< position of the opening [m]
  /// Snapshot when pouring began; liquid poured since is not a surface for the nozzle.
  std::shared_ptr<const Snapshot> before_;
};

const EmitterSpec* findPourNozzle(const ToolContext& context) {
  for (const EmitterSpec& emitter : context.live.emitters)
    if (PourNozzle::isPourNozzle(emitter)) return &emitter;
  return nullptr;
}

void set(ToolContext& context, const EmitterSpec& nozzle, const char* key, SettingValue value) {
  context.session.submit(SetValue{{SettingOwner::Emitter, nozzle.name, key}, std::move(value)});
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

/// Returns whether liquid cannot pass a body.
bool isInTheWay(const Body& body) {
  return body.shape && body.present && body.solid.kind != SolidShape::SolidKind::Mould;
}

/// Returns the greatest height above a point, at most `height`, at which no solid is within `clear`. Returns
/// `height` if there is none, as beside the wall of a tank.
float clearHeightAbove(const Snapshot& snapshot, const Vec3& point, float height, float clear) {
  constexpr int kHeights = 8;  // number of heights that are tried
  for (int i = kHeights; i > 0; --i) {
    const float tried = height * static_cast<float>(i) / kHeights;
    if (tried < clear) break;
    const Vec3 place = point + tried * kUpward;
    if (std::all_of(snapshot.bodies.begin(), snapshot.bodies.end(),
                    [&](const Body& body) { return !isInTheWay(body) || distanceTo(body, place) >= clear; }))
      return tried;
  }
  return height;
}

/// Returns the nearest place where no solid, nor the wall of a tank, is within `clear` of the centre of a
/// nozzle: above solids that face upwards, else beside them at the same height. Returns the best place found
/// if there is none, as in a narrow neck.
Vec3 movedOffSolids(const Snapshot& snapshot, Vec3 place, float clear) {
  constexpr int kMoves = 8;            // enough for a corner, where each move meets another wall
  constexpr float kUpright = 0.3f;     // least horizontal part of the gradient of the distance to a wall
  constexpr float kRising = 0.2f;      // least upward part of this gradient at a slope [1]
  constexpr float kDifference = 0.1f;  // step of the finite differences [clear]
  for (int i = 0; i < kMoves; ++i) {
    bool moved = false;
    for (const Body& body : snapshot.bodies) {
      if (!isInTheWay(body)) continue;
      const float away = distanceTo(body, place), step = kDifference * clear;
      if (away >= clear) continue;
      Vec3 gradient(0.f);
      for (int axis = 0; axis < 3; ++axis) {
        Vec3 offset(0.f);
        offset[axis] = step;
        gradient[axis] = (distanceTo(body, place + offset) - distanceTo(body, place - offset)) / (2.f * step);
      }
      const float steepness = std::hypot(gradient.x, gradient.z);
      if (!(steepness > kUpright)) continue;  // a floor or a lid
      // Beside a slope the nozzle would pour past the place under the pointer.
      const Vec3 way = gradient.y > kRising ? Vec3(0.f, gradient.y, 0.f) : Vec3(gradient.x, 0.f, gradient.z);
      place += (clear - away) / glm::dot(way, way) * way;
      moved = true;
    }
    if (!moved) break;
  }
  return place;
}

/// Returns the place moved over the solids of the scene, and `height` above the lowest one, where nothing
/// below the place could catch its liquid.
Vec3 broughtOverSolids(const Snapshot& snapshot, const Vec3& place, float height) {
  if (pickSolid(snapshot, {place, -kUpward}, true)) return place;
  Aabb box;
  for (const Body& body : snapshot.bodies) {
    if (!isInTheWay(body)) continue;
    const Aabb own = body.shape->bounds();
    if (isFinite(own.lower) && isFinite(own.upper)) box.include(boxInWorld(own, body.pose));
  }
  if (box.empty()) return place;
  const Vec3 over = glm::clamp(place, box.lower, box.upper);
  return {over.x, std::max(place.y, box.lower.y + height), over.z};
}

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
  if (const EmitterSpec* nozzle = findPourNozzle(context)) set(context, *nozzle, "position", place_);
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
    set(context, *nozzle, "position", place_);
  } else if (!nozzle && !asked_ && state_ == NozzleState::Pouring) {
    open(context);  // the world was restarted during pouring
  }
  if (state_ == NozzleState::Closing && (nozzle || ++waited_ > kMaxWaitUpdates)) close(context);
}

void PourNozzle::open(ToolContext& context) {
  const Snapshot& snapshot = *context.view.snapshot;
  const ToolOptions& options = context.state.tools;
  const float radius = options.nozzle.in(snapshot);
  const std::uint16_t material = context.material();
  waited_ = 0;
  if (const EmitterSpec* nozzle = findPourNozzle(context)) {
    set(context, *nozzle, "position", place_);
    if (nozzle->radius != radius) set(context, *nozzle, "radius", radius);
    if (nozzle->speed != options.pourSpeed) set(context, *nozzle, "speed", options.pourSpeed);
    if (nozzle->material != material) set(context, *nozzle, "material", static_cast<float>(material));
    set(context, *nozzle, "enabled", 1.f);
    asked_ = false;
  } else {
    context.session.submit(
        AddEmitter{.position = place_, .radius = radius, .speed = options.pourSpeed, .material = material});
    asked_ = true;
  }
}

void PourNozzle::close(ToolContext& context) {
  if (const EmitterSpec* nozzle = findPourNozzle(context)) set(context, *nozzle, "enabled", 0.f);
  context.session.endEdit();
  state_ = NozzleState::Idle;
  asked_ = false;
}

// Places the nozzle above the surface under the pointer, below any obstacle above the surface, and clear of
// solids, so that the whole opening pours. Without a near surface, uses the depth of the camera's target,
// over a solid that catches the liquid. Liquid poured since the press does not count, because the nozzle
// would climb up its own jet.
Vec3 PourNozzle::placeFor(const ToolContext& context, const Pointer& pointer) const {
  const Snapshot& snapshot = before_ ? *before_ : *context.view.snapshot;
  const PickRay ray = context.camera.ray(pointer.at, context.aspect);
  const float radius = context.state.tools.nozzle.in(snapshot);
  const float clear = radius + snapshot.restSpacing;
  const std::optional<PickedSurface> touch = pickTargetSurface(snapshot, context.camera, ray);
  Vec3 place = ray.origin + distanceOfTarget(ray, context.camera) * ray.direction;
  if (touch) {
    float height = context.state.tools.height.in(snapshot);
    const Vec3 start = touch->point + radius * touch->normal;
    if (const std::optional<SolidHit> lid = pickSolid(snapshot, {start, kUpward}))
      height = std::clamp(lid->distance - radius, 0.5f * radius, height);
    place = touch->point + clearHeightAbove(snapshot, touch->point, height, clear) * kUpward;
  } else {
    place = broughtOverSolids(snapshot, place, context.state.tools.height.in(snapshot));
  }
  place = movedOffSolids(snapshot, place, clear);
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

class PourTool final : public Tool {
 public:
  bool press(ToolContext& context, const Pointer& pointer, Button button) override {
    if (button == Button::Middle || !context.view.snapshot) return false;
    const bool armed = context.state.tool == Action::PourTool;
    if (const std::optional<std::size_t> grabbed = nozzleAt(context, pointer);
        grabbed && (armed || button == Button::Left)) {
      take(context, pointer, *grabbed, button);
      return true;
    }
    if (!armed) return false;
    if (button == Button::Right) {
      held_ = PouredThing::Suction;
      suction_.begin(context, pointer, ballCommand<EraseBall>, "Suck liquid away");
    } else {
      held_ = PouredThing::Jet;
      own_.begin(context, pointer);
    }
    return true;
  }

  void drag(ToolContext& context, const Pointer& from, const Pointer& to) override {
    if (held_ == PouredThing::Suction) suction_.drag(context, from, to);
    if (held_ == PouredThing::Jet) own_.move(context, to);
    if (held_ == PouredThing::Nozzle) moveNozzle(context, to);
  }

  void release(ToolContext& context) override {
    if (held_ == PouredThing::NozzleClosed) enable(context, true);
    if (held_ == PouredThing::Suction) suction_.end(context);
    if (held_ == PouredThing::Jet) own_.end(context);
    held_ = PouredThing::Nothing;
  }

  bool resize(ToolContext& context, float factor) override {
    if (!context.view.snapshot) return false;
    ToolOptions& options = context.state.tools;
    (held_ == PouredThing::Suction ? options.brush : options.nozzle).scale(*context.view.snapshot, factor);
    return true;
  }

  void follow(ToolContext& context) override {
    if (held_ == PouredThing::Suction) suction_.repeat(context);
    own_.follow(context);
  }

  [[nodiscard]] bool isOverTarget(const ToolContext& context, const Pointer& pointer) const override {
    const Action tool = context.state.tool;
    return (tool == Action::PourTool || tool == Action::CameraTool) && nozzleAt(context, pointer).has_value();
  }

  // Adds rings at nozzles that can be dragged, and a preview of the next press.
  void addOverlay(const ToolContext& context, const Pointer* pointer,
                  std::vector<Stroke>& strokes) const override {
    const bool armed = context.state.tool == Action::PourTool && context.view.snapshot;
    if (armed && pointer && held_ == PouredThing::Suction)
      addBrushOverlay(context, *pointer, context.state.tools.brush.in(*context.view.snapshot), true, strokes);
    else if (armed && pointer &&
             (held_ == PouredThing::Jet ||
              (held_ == PouredThing::Nothing && !isOverTarget(context, *pointer))))
      own_.addOverlay(context, *pointer, strokes);
    const bool shown = armed || held_ == PouredThing::Nozzle || (pointer && isOverTarget(context, *pointer));
    for (const EmitterSpec& emitter : context.live.emitters) {
      const float radius = kGrabRadius * context.camera.halfHeightAt(emitter.position);
      if (!shown || PourNozzle::isPourNozzle(emitter) || !(radius > 0.f)) continue;
      strokes.push_back(ringFacing(context.camera, emitter.position, radius));
      strokes.back().dim = !isOpen(emitter, context.view.snapshot->time);
    }
  }

 private:
  enum class PouredThing { Nothing, Nozzle, NozzleClosed, Jet, Suction };

  void take(ToolContext& context, const Pointer& pointer, std::size_t index, Button button) {
    context.state.emitter = index;
    held_ = button == Button::Right ? PouredThing::NozzleClosed : PouredThing::Nozzle;
    offset_ = Vec3(0.f);
    vertical_ = pointer.shift;
    if (held_ == PouredThing::NozzleClosed)
      enable(context, false);
    else if (const std::optional<Vec3> hit = target(context, pointer))
      offset_ = nozzle(context).position - *hit;  // keeps the nozzle from jumping to the pointer
  }

  void moveNozzle(ToolContext& context, const Pointer& to) {
    if (context.live.emitters.empty()) return;
    if (to.shift != vertical_) {
      vertical_ = to.shift;
      const std::optional<Vec3> hit = target(context, to);
      offset_ = hit ? nozzle(context).position - *hit : Vec3(0.f);
    }
    const std::optional<Vec3> hit = target(context, to);
    if (!hit) return;
    const Vec3 old = nozzle(context).position;
    Vec3 moved = *hit + offset_;
    if (vertical_)
      moved = {old.x, moved.y, old.z};
    else
      moved.y = old.y;
    context.session.submit(SetValue{{SettingOwner::Emitter, nozzle(context).name, "position"}, moved});
  }

  static const EmitterSpec& nozzle(const ToolContext& context) {
    return context.live.emitters[std::min(context.state.emitter, context.live.emitters.size() - 1)];
  }

  static void enable(ToolContext& context, bool on) {
    if (!context.live.emitters.empty())
      context.session.submit(
          SetValue{{SettingOwner::Emitter, nozzle(context).name, "enabled"}, on ? 1.f : 0.f});
  }

  static std::optional<std::size_t> nozzleAt(const ToolContext& context, const Pointer& pointer) {
    for (std::size_t i = 0; i < context.live.emitters.size(); ++i) {
      Vec2 at;
      if (PourNozzle::isPourNozzle(context.live.emitters[i]) ||
          !context.camera.project(context.live.emitters[i].position, context.aspect, at))
        continue;
      const Vec2 away = (at - pointer.at) * Vec2(context.aspect, 1.f);
      if (glm::dot(away, away) < kGrabRadius * kGrabRadius) return i;
    }
    return std::nullopt;
  }

  // Intersects the pointer's ray with the plane in which the nozzle moves: horizontal, or vertical and facing
  // the camera.
  [[nodiscard]] std::optional<Vec3> target(const ToolContext& context, const Pointer& pointer) const {
    const PickRay ray = context.camera.ray(pointer.at, context.aspect);
    const CameraSpec& camera = context.camera.spec();
    const Vec3 at = nozzle(context).position;
    const Vec3 view = camera.target - camera.eye;
    const Vec3 normal = vertical_ ? Vec3(view.x, 0.f, view.z) : Vec3(0.f, 1.f, 0.f);
    const float facing = glm::dot(ray.direction, normal);
    if (std::abs(facing) < 1e-4f * glm::length(normal)) return std::nullopt;
    const float distance = glm::dot(at - ray.origin, normal) / facing;
    if (!(distance > 0.f) || distance > kPourReach * glm::length(view)) return std::nullopt;
    return ray.origin + distance * ray.direction;
  }

  PouredThing held_ = PouredThing::Nothing;
  PourNozzle own_;
  BrushStroke suction_;
  bool vertical_ = false;
  Vec3 offset_{0.f};  ///< from the point under the mouse to the nozzle
};

}  // namespace

std::unique_ptr<Tool> makePourTool() { return std::make_unique<PourTool>(); }

}  // namespace ooze::ui
