// Pour tool: pours from its own nozzle above the surface under the pointer; the right button sucks liquid
// away. A nozzle of the scene is dragged horizontally by its ring, or vertically with Shift, also while no
// tool is armed.
#include "liquid/nozzle_times.h"
#include "ui/tools/brush.h"
#include "ui/tools/pour_nozzle.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ooze::ui {
namespace {

constexpr float kGrabRadius = 0.05f;  // pick radius of a nozzle [half heights of the view]
constexpr float kPourReach = 4.f;  // farthest distance of a dragged nozzle [distances of the camera's target]

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
