// Grab tool: a spring drags a dynamic body, or a sphere of liquid is carried. A released body keeps its
// velocity. The armed tool also takes liquid, and bodies below the liquid; otherwise only visible bodies can
// be dragged. Every move is a command.
#include "ui/tools/pick.h"
#include "ui/tools/tool.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ooze::ui {
namespace {

constexpr float kHeldDot = 0.015f;  // radius of the marker at the grip [half heights of the view]
constexpr float kHeldWidth = 2.f;   // width of the ring around held liquid [usual line widths]
// Smallest radius of the grabbed liquid on the screen [half heights of the view].
constexpr float kGripSeen = 0.06f;

class GrabTool final : public Tool {
 public:
  bool press(ToolContext& context, const Pointer& pointer, Button button) override {
    if (button != Button::Left) return false;
    const PickRay ray = context.camera.ray(pointer.at, context.aspect);
    if (const std::optional<SolidHit> hit = bodyUnder(context, ray)) {
      const Body& body = context.view.snapshot->bodies[hit->body];
      held_ = GrabbedThing::Body;
      name_ = body.name;
      target_ = ray.origin + hit->distance * ray.direction;
      anchor_ = body.pose.toLocal(target_);
      submitTarget(context);
      return true;
    }
    if (const std::optional<GrabbedLiquid> handful = grabbedLiquidUnder(context, ray)) {
      held_ = GrabbedThing::Liquid;
      target_ = handful->centre;
      radius_ = handful->radius;
      findHeldParticles(*context.view.snapshot);
      context.session.submit(GrabLiquid{.centre = target_, .radius = radius_});
      return true;
    }
    return false;
  }

  void drag(ToolContext& context, const Pointer& from, const Pointer& to) override {
    target_ = movedWithPointer(context, target_, from, to);
    submitTarget(context);
  }

  void release(ToolContext& context) override {
    if (held_ == GrabbedThing::Liquid) context.session.submit(ReleaseLiquid{});
    if (held_ == GrabbedThing::Body && heldBody(context)) context.session.submit(ReleaseBody{name_});
    held_ = GrabbedThing::Nothing;
  }

  bool scroll(ToolContext& context, float notches) override {
    target_ = pushedAway(context, target_, notches);
    submitTarget(context);
    return true;
  }

  bool resize(ToolContext& context, float factor) override {
    if (!context.view.snapshot || !isArmed(context)) return false;
    context.state.tools.grip.scale(*context.view.snapshot, factor);
    return true;
  }

  [[nodiscard]] bool isOverTarget(const ToolContext& context, const Pointer& pointer) const override {
    const PickRay ray = context.camera.ray(pointer.at, context.aspect);
    return held_ != GrabbedThing::Nothing || bodyUnder(context, ray) || grabbedLiquidUnder(context, ray);
  }

  void addOverlay(const ToolContext& context, const Pointer* pointer,
                  std::vector<Stroke>& strokes) const override {
    if (held_ == GrabbedThing::Liquid) {
      addTether(context, strokes);
    } else if (held_ == GrabbedThing::Body) {
      const Body* body = heldBody(context);
      if (!body) return;
      const Vec3 anchor = body->pose.toWorld(anchor_);
      strokes.push_back({{anchor, target_}});
      for (const Vec3& end : {anchor, target_}) strokes.push_back(dot(context, end));
    } else if (pointer) {
      const PickRay ray = context.camera.ray(pointer->at, context.aspect);
      if (const std::optional<SolidHit> hit = bodyUnder(context, ray))
        strokes.push_back(dot(context, ray.origin + hit->distance * ray.direction));
      else if (const std::optional<GrabbedLiquid> handful = grabbedLiquidUnder(context, ray))
        strokes.push_back(ringFacing(context.camera, handful->centre, handful->radius));
    }
  }

 private:
  enum class GrabbedThing { Nothing, Body, Liquid };
  struct GrabbedLiquid {
    Vec3 centre;
    float radius;
  };

  static Stroke dot(const ToolContext& context, const Vec3& centre) {
    return ringFacing(context.camera, centre, kHeldDot * context.camera.halfHeightAt(centre));
  }

  static bool isArmed(const ToolContext& context) { return context.state.tool == Action::GrabTool; }

  // Returns the dynamic body that a press would grab.
  static std::optional<SolidHit> bodyUnder(const ToolContext& context, const PickRay& ray) {
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

  // Returns the sphere of liquid that a press would grab, as shown by the ring. Empty if a solid is in front.
  static std::optional<GrabbedLiquid> grabbedLiquidUnder(const ToolContext& context, const PickRay& ray) {
    const Snapshot* snapshot = context.view.snapshot.get();
    if (!snapshot || !isArmed(context)) return std::nullopt;
    const std::optional<float> liquid = pickLiquid(*snapshot, ray);
    const std::optional<SolidHit> solid = pickSolid(*snapshot, ray);
    if (!liquid || (solid && solid->distance < *liquid)) return std::nullopt;
    const Vec3 surface = ray.origin + *liquid * ray.direction;
    const ToolLength& grip = context.state.tools.grip;
    // A grip that the user did not choose can be seen from any distance.
    const float seen = grip.chosen ? 0.f : kGripSeen * context.camera.halfHeightAt(surface);
    const float radius = std::max(grip.in(*snapshot), seen);
    return GrabbedLiquid{surface + 0.5f * radius * ray.direction, radius};
  }

  // Stores the ids of the particles that the world grabs.
  void findHeldParticles(const Snapshot& snapshot) {
    heldIds_.clear();
    for (std::size_t i = 0; i < std::min(snapshot.ids.size(), snapshot.positions.size()); ++i) {
      const Vec3 offset = snapshot.positions[i] - target_;
      if (glm::dot(offset, offset) <= radius_ * radius_) heldIds_.push_back(snapshot.ids[i]);
    }
    std::sort(heldIds_.begin(), heldIds_.end());
  }

  // Draws a ring around the held liquid at its present place, and a line from there to the hand. Heavy liquid
  // stays behind the hand.
  void addTether(const ToolContext& context, std::vector<Stroke>& strokes) const {
    Vec3 sum(0.f);
    float count = 0.f;
    const Snapshot& snapshot = *context.view.snapshot;
    for (std::size_t i = 0; i < std::min(snapshot.ids.size(), snapshot.positions.size()); ++i)
      if (std::binary_search(heldIds_.begin(), heldIds_.end(), snapshot.ids[i]))
        sum += snapshot.positions[i], count += 1.f;
    const Vec3 held = count > 0.f ? sum / count : target_;
    strokes.push_back(ringFacing(context.camera, held, radius_));
    strokes.back().width = kHeldWidth;
    strokes.push_back({{held, target_}});
    for (const Vec3& end : {held, target_}) strokes.push_back(dot(context, end));
  }

  // Returns the grabbed body. Null if the body was removed, or is missing after a restart of the world.
  [[nodiscard]] const Body* heldBody(const ToolContext& context) const {
    if (!context.view.snapshot) return nullptr;
    for (const Body& body : context.view.snapshot->bodies)
      if (body.name == name_ && body.motion == Motion::Dynamic && body.present) return &body;
    return nullptr;
  }

  void submitTarget(ToolContext& context) {
    if (held_ == GrabbedThing::Liquid)
      context.session.submit(CarryLiquid{target_});
    else if (held_ == GrabbedThing::Body && heldBody(context))
      context.session.submit(PullBody{.body = name_, .point = anchor_, .to = target_});
  }

  GrabbedThing held_ = GrabbedThing::Nothing;
  std::string name_;
  Vec3 anchor_{0.f};  ///< grip in the body's frame [m]
  Vec3 target_{0.f};  ///< target of the spring, or centre of the carried liquid [m]
  float radius_ = 0.f;
  std::vector<std::uint32_t> heldIds_;  ///< ids of the carried particles, ascending
};

}  // namespace

std::unique_ptr<Tool> makeGrabTool() { return std::make_unique<GrabTool>(); }

}  // namespace ooze::ui
