// Cut tool: a blade along the line of sight that a drag sweeps through the liquid. The left button drives the
// sides of the cut apart, the right button only cuts.
#include "ui/tools/brush.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ooze::ui {
namespace {

constexpr float kBladeSpacing = 1.f;  // distance between the submitted positions of the blade [h]
constexpr float kBladeReach = 1.5f;   // reach of the blade into the liquid around its area [h]
constexpr float kBladeEdge = 0.025f;  // half size of the blade's outline [half heights of the view]

/// The range of distances from the eye in which the blade meets liquid. near > far if the blade meets none.
struct Depth {
  float near = std::numeric_limits<float>::infinity(), far = 0.f;  // distances [m]
  [[nodiscard]] bool empty() const { return near > far; }
};

Depth depthBetween(const Snapshot& snapshot, const PickRay& before, const PickRay& after) {
  const float reach = kBladeReach * snapshot.interactionRadius;
  Vec3 across = glm::cross(before.direction, after.direction);
  if (glm::dot(across, across) < 1e-12f) return {};
  across = glm::normalize(across);
  const Vec3 middle = glm::normalize(before.direction + after.direction);
  Depth depth;
  for (const Vec3& particle : snapshot.positions) {
    const Vec3 v = particle - before.origin;
    if (std::abs(glm::dot(v, across)) > reach || glm::dot(glm::cross(before.direction, v), across) < -reach ||
        glm::dot(glm::cross(v, after.direction), across) < -reach)
      continue;
    const float along = glm::dot(v, middle);
    depth.near = std::min(depth.near, along - reach);
    depth.far = std::max(depth.far, along + reach);
  }
  depth.near = std::max(depth.near, 1e-3f);
  return depth;
}

class CutTool final : public Tool {
 public:
  bool press(ToolContext& context, const Pointer& pointer, Button button) override {
    if (context.state.tool != Action::CutTool || button == Button::Middle || !context.view.snapshot)
      return false;
    held_ = true;
    parting_ = button == Button::Left;
    last_ = pointer;
    trace_ = {placeOf(context, pointer)};
    context.session.beginEdit(parting_ ? "Cut liquid" : "Slit liquid");
    return true;
  }

  void drag(ToolContext& context, const Pointer&, const Pointer& to) override {
    const Vec3 place = placeOf(context, to);
    const float moved = glm::length((to.at - last_.at) * Vec2(context.aspect, 1.f)) *
                        std::max(context.camera.halfHeightAt(place), 0.f);
    if (moved >= kBladeSpacing * context.view.snapshot->interactionRadius) sweep(context, to, place);
    end_ = to;
  }

  void release(ToolContext& context) override {
    if (end_ && end_->at != last_.at) sweep(context, *end_, placeOf(context, *end_));
    context.session.endEdit();
    held_ = false;
    end_.reset();
    trace_.clear();
  }

  void addOverlay(const ToolContext& context, const Pointer* pointer,
                  std::vector<Stroke>& strokes) const override {
    if (context.state.tool != Action::CutTool || !pointer || !context.view.snapshot) return;
    const Vec3 place = placeOf(context, *pointer);
    const float edge = kBladeEdge * context.camera.halfHeightAt(place);
    const Vec3 right = edge * context.camera.right(), up = edge * context.camera.up();
    // Adds the blade's outline: a slim upright diamond.
    strokes.push_back({{place + up, place + 0.22f * right, place - up, place - 0.22f * right, place + up}});
    if (held_) {
      strokes.push_back({trace_});
      strokes.back().points.push_back(place);
    }
    for (Stroke& stroke : strokes) stroke.opposite = held_ && !parting_;
  }

 private:
  static Vec3 placeOf(const ToolContext& context, const Pointer& pointer) {
    const PickRay ray = context.camera.ray(pointer.at, context.aspect);
    const std::optional<PickedSurface> touch = pickSurface(*context.view.snapshot, ray);
    return touch ? touch->point : ray.origin + distanceOfTarget(ray, context.camera) * ray.direction;
  }

  void sweep(ToolContext& context, const Pointer& to, const Vec3& place) {
    const PickRay before = context.camera.ray(last_.at, context.aspect);
    const PickRay after = context.camera.ray(to.at, context.aspect);
    last_ = to;
    trace_.push_back(place);
    const Depth depth = depthBetween(*context.view.snapshot, before, after);
    if (depth.empty()) return;
    context.session.submit(CutWithBlade{.a = before.origin + depth.near * before.direction,
                                        .b = before.origin + depth.far * before.direction,
                                        .c = after.origin + depth.far * after.direction,
                                        .d = after.origin + depth.near * after.direction,
                                        .partingSpeed = parting_ ? context.state.tools.part : 0.f});
  }

  bool held_ = false;
  bool parting_ = true;
  Pointer last_;                ///< last submitted position of the blade
  std::optional<Pointer> end_;  ///< current position of the blade
  std::vector<Vec3> trace_;     ///< path of the stroke on the surface [m]
};

}  // namespace

std::unique_ptr<Tool> makeCutTool() { return std::make_unique<CutTool>(); }

}  // namespace ooze::ui
