// Moves a nozzle with the mouse: level, or up and down with Shift. Armed, it acts anywhere in the view;
// otherwise only where the nozzle itself is grabbed. Every move is a command.
#include "ui/tools/tool.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ooze::ui {
namespace {

constexpr float kGrabRadius = 0.05f;  // round the nozzle, in half heights of the view
constexpr float kReach = 4.f;  // the nozzle goes no farther off than so many times the camera's distance

class PourTool final : public Tool {
 public:
  bool press(ToolContext& context, const Pointer& pointer, Button button) override {
    const bool armed = context.state.tool == Action::PourTool;
    const std::optional<std::size_t> grabbed = nozzleAt(context, pointer);
    if (context.live.emitters.empty() || button == Button::Middle ||
        (!armed && (!grabbed || button != Button::Left)))
      return false;
    if (grabbed) context.state.emitter = *grabbed;
    context.state.emitter = std::min(context.state.emitter, context.live.emitters.size() - 1);
    held_ = true;
    silencing_ = button == Button::Right;
    offset_ = Vec3(0.f);
    vertical_ = pointer.shift;
    if (silencing_) {
      enable(context, false);
    } else if (const std::optional<Vec3> hit = target(context, pointer); hit && (grabbed || vertical_)) {
      offset_ = nozzle(context).position - *hit;  // grabbed where it is: it does not jump
    } else {
      drag(context, pointer, pointer);
    }
    return true;
  }

  void drag(ToolContext& context, const Pointer&, const Pointer& to) override {
    if (silencing_ || context.live.emitters.empty()) return;
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
    context.session.submit({"emitter." + nozzle(context).name + ".position", {moved.x, moved.y, moved.z}});
  }

  void release(ToolContext& context) override {
    if (silencing_) enable(context, true);
    silencing_ = held_ = false;
  }

  [[nodiscard]] bool hot(const ToolContext& context, const Pointer& pointer) const override {
    return nozzleAt(context, pointer).has_value();
  }

  // A ring where the nozzle can be grabbed.
  void mark(const ToolContext& context, const Pointer* pointer, std::vector<Stroke>& strokes) const override {
    if (context.live.emitters.empty()) return;
    const bool armed = context.state.tool == Action::PourTool;
    if (!armed && !held_ && !(pointer && hot(context, *pointer))) return;
    const Vec3 at = nozzle(context).position;
    const float radius = kGrabRadius * context.camera.halfHeightAt(at);
    if (!(radius > 0.f)) return;
    strokes.push_back(ringFacing(context.camera, at, radius));
    strokes.back().dim = !nozzle(context).enabled;
  }

 private:
  static const EmitterSpec& nozzle(const ToolContext& context) {
    return context.live.emitters[std::min(context.state.emitter, context.live.emitters.size() - 1)];
  }

  static void enable(ToolContext& context, bool on) {
    if (!context.live.emitters.empty())
      context.session.submit({"emitter." + nozzle(context).name + ".enabled", {on ? 1.f : 0.f}});
  }

  static std::optional<std::size_t> nozzleAt(const ToolContext& context, const Pointer& pointer) {
    for (std::size_t i = 0; i < context.live.emitters.size(); ++i) {
      Vec2 at;
      if (!context.camera.project(context.live.emitters[i].position, context.aspect, at)) continue;
      const Vec2 away = (at - pointer.at) * Vec2(context.aspect, 1.f);
      if (glm::dot(away, away) < kGrabRadius * kGrabRadius) return i;
    }
    return std::nullopt;
  }

  // Where the pointer's ray meets the plane that the nozzle moves in: level, or upright and facing the
  // camera.
  [[nodiscard]] std::optional<Vec3> target(const ToolContext& context, const Pointer& pointer) const {
    const Ray ray = context.camera.ray(pointer.at, context.aspect);
    const CameraSpec& camera = context.camera.spec();
    const Vec3 at = nozzle(context).position;
    const Vec3 view = camera.target - camera.eye;
    const Vec3 normal = vertical_ ? Vec3(view.x, 0.f, view.z) : Vec3(0.f, 1.f, 0.f);
    const float facing = glm::dot(ray.direction, normal);
    if (std::abs(facing) < 1e-4f * glm::length(normal)) return std::nullopt;
    const float distance = glm::dot(at - ray.origin, normal) / facing;
    if (!(distance > 0.f) || distance > kReach * glm::length(view)) return std::nullopt;
    return ray.origin + distance * ray.direction;
  }

  bool held_ = false;
  bool silencing_ = false;
  bool vertical_ = false;
  Vec3 offset_{0.f};  ///< from the point under the mouse to the nozzle
};

}  // namespace

std::unique_ptr<Tool> makePourTool() { return std::make_unique<PourTool>(); }

}  // namespace ooze::ui
