// Holds a dynamic body by a spring, or a handful of liquid, and carries it; let go, a body keeps its speed.
// Armed, it takes a body also through the liquid, and the liquid; otherwise only a body that is seen. Every
// move is a command.
#include "ui/tools/pick.h"
#include "ui/tools/tool.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace ooze::ui {
namespace {

constexpr float kDot = 0.015f;         // radius of the mark where a body is held, in half heights of the view
constexpr float kHandful = 2.5f;       // least radius of a handful [h]
constexpr float kHandfulSeen = 0.06f;  // and in half heights of the view
constexpr float kWheelStep = 1.06f;    // farther from the eye with each notch
constexpr float kNearest = 0.1f, kFarthest = 4.f;  // what is held stays, in distances of the camera

class GrabTool final : public Tool {
 public:
  bool press(ToolContext& context, const Pointer& pointer, Button button) override {
    if (button != Button::Left) return false;
    const Ray ray = context.camera.ray(pointer.at, context.aspect);
    if (const std::optional<SolidHit> hit = bodyUnder(context, ray)) {
      const Body& body = context.view.snapshot->bodies[hit->body];
      held_ = Held::Body;
      name_ = body.name;
      target_ = ray.origin + hit->distance * ray.direction;
      anchor_ = body.pose.toLocal(target_);
      follow(context);
      return true;
    }
    if (const std::optional<Handful> handful = liquidUnder(context, ray)) {
      held_ = Held::Liquid;
      target_ = handful->centre;
      radius_ = handful->radius;
      context.session.submit({"liquid.grab", {target_.x, target_.y, target_.z, radius_}});
      return true;
    }
    return false;
  }

  // In the plane that faces the camera, so that what is held stays under the pointer; with Shift level, away
  // from the viewer as the pointer goes up.
  void drag(ToolContext& context, const Pointer& from, const Pointer& to) override {
    const Vec3 right = context.camera.right();
    const Vec3 upward = to.shift ? glm::cross(Vec3(0.f, 1.f, 0.f), right) : context.camera.up();
    const Vec2 moved = (to.at - from.at) * context.camera.halfHeightAt(target_);
    moveTo(context, target_ + moved.x * context.aspect * right + moved.y * upward);
    follow(context);
  }

  void release(ToolContext& context) override {
    if (held_ == Held::Liquid) context.session.submit({"liquid.release", {}});
    if (held_ == Held::Body && heldBody(context)) context.session.submit({"body." + name_ + ".release", {}});
    held_ = Held::Nothing;
  }

  bool scroll(ToolContext& context, float notches) override {
    const Vec3 eye = context.camera.spec().eye;
    moveTo(context, eye + (target_ - eye) * std::pow(kWheelStep, notches));
    follow(context);
    return true;
  }

  [[nodiscard]] bool hot(const ToolContext& context, const Pointer& pointer) const override {
    const Ray ray = context.camera.ray(pointer.at, context.aspect);
    return held_ != Held::Nothing || bodyUnder(context, ray) || liquidUnder(context, ray);
  }

  void mark(const ToolContext& context, const Pointer* pointer, std::vector<Stroke>& strokes) const override {
    if (held_ == Held::Liquid) {
      strokes.push_back(ringFacing(context.camera, target_, radius_));
    } else if (held_ == Held::Body) {
      const Body* body = heldBody(context);
      if (!body) return;
      const Vec3 anchor = body->pose.toWorld(anchor_);
      strokes.push_back({{anchor, target_}});
      for (const Vec3& end : {anchor, target_}) strokes.push_back(dot(context, end));
    } else if (pointer) {
      const Ray ray = context.camera.ray(pointer->at, context.aspect);
      if (const std::optional<SolidHit> hit = bodyUnder(context, ray))
        strokes.push_back(dot(context, ray.origin + hit->distance * ray.direction));
      else if (const std::optional<Handful> handful = liquidUnder(context, ray))
        strokes.push_back(ringFacing(context.camera, handful->centre, handful->radius));
    }
  }

 private:
  enum class Held { Nothing, Body, Liquid };
  struct Handful {
    Vec3 centre;
    float radius;
  };

  static Stroke dot(const ToolContext& context, const Vec3& centre) {
    return ringFacing(context.camera, centre, kDot * context.camera.halfHeightAt(centre));
  }

  static bool isArmed(const ToolContext& context) { return context.state.tool == Action::GrabTool; }

  // The dynamic body that a press takes.
  static std::optional<SolidHit> bodyUnder(const ToolContext& context, const Ray& ray) {
    const Snapshot* snapshot = context.view.snapshot.get();
    if (!snapshot || (!isArmed(context) && context.state.tool != Action::CameraTool)) return std::nullopt;
    const auto takes = [](const Body& b) { return b.motion == Motion::Dynamic && !b.name.empty(); };
    if (std::none_of(snapshot->bodies.begin(), snapshot->bodies.end(), takes)) return std::nullopt;
    const std::optional<SolidHit> hit = pickSolid(*snapshot, ray);
    if (!hit || !takes(snapshot->bodies[hit->body])) return std::nullopt;
    const bool hidden =
        !isArmed(context) && pickLiquid(*snapshot, ray).value_or(hit->distance) < hit->distance;
    return hidden ? std::nullopt : hit;
  }

  // The liquid that a press takes where there is no body: as much as the ring shows.
  static std::optional<Handful> liquidUnder(const ToolContext& context, const Ray& ray) {
    const Snapshot* snapshot = context.view.snapshot.get();
    if (!snapshot || !isArmed(context)) return std::nullopt;
    const std::optional<float> liquid = pickLiquid(*snapshot, ray);
    const std::optional<SolidHit> solid = pickSolid(*snapshot, ray);
    if (!liquid || (solid && solid->distance < *liquid)) return std::nullopt;
    const Vec3 surface = ray.origin + *liquid * ray.direction;
    const float radius =
        std::max(kHandful * snapshot->interactionRadius, kHandfulSeen * context.camera.halfHeightAt(surface));
    return Handful{surface + 0.5f * radius * ray.direction, radius};
  }

  // Null if the world has been started again without it, or it was removed.
  [[nodiscard]] const Body* heldBody(const ToolContext& context) const {
    if (!context.view.snapshot) return nullptr;
    for (const Body& body : context.view.snapshot->bodies)
      if (body.name == name_ && body.motion == Motion::Dynamic && body.present) return &body;
    return nullptr;
  }

  void moveTo(const ToolContext& context, const Vec3& target) {
    const CameraSpec& camera = context.camera.spec();
    const float unit = glm::distance(camera.eye, camera.target), away = glm::distance(camera.eye, target);
    if (context.camera.halfHeightAt(target) > 0.f && away >= kNearest * unit && away <= kFarthest * unit)
      target_ = target;
  }

  void follow(ToolContext& context) {
    if (held_ == Held::Liquid)
      context.session.submit({"liquid.carry", {target_.x, target_.y, target_.z}});
    else if (held_ == Held::Body && heldBody(context))
      context.session.submit(
          {"body." + name_ + ".pull", {anchor_.x, anchor_.y, anchor_.z, target_.x, target_.y, target_.z}});
  }

  Held held_ = Held::Nothing;
  std::string name_;
  Vec3 anchor_{0.f};  ///< in the body's frame [m]
  Vec3 target_{0.f};  ///< where the hand is [m]
  float radius_ = 0.f;
};

}  // namespace

std::unique_ptr<Tool> makeGrabTool() { return std::make_unique<GrabTool>(); }

}  // namespace ooze::ui
