// Gizmo tool: selects solids and nozzles, and moves, rotates and scales the selection by handles. Every move
// is submitted at once, and a whole drag is one undoable edit.
#include "ui/overlays/gizmo.h"
#include "ui/tools/pick.h"
#include "ui/tools/tool.h"
#include "world/commands/setting_names.h"

#include <optional>
#include <string>
#include <utility>

namespace ooze::ui {
namespace {

constexpr float kNozzleReach = 0.05f;  // pick radius of a nozzle [half heights of the view]

class GizmoTool final : public Tool {
 public:
  bool press(ToolContext& context, const Pointer& pointer, Button button) override {
    if (!isArmed(context) || button != Button::Left || !context.view.snapshot) return false;
    context.state.gizmo.stoppedBy.clear();  // the line about the last drag stays until this press
    if (const auto chosen = chosenPlacement(context.live, context.state))
      if (const auto handle = gizmoOf(context, *chosen).handleAt(pointer.at)) {
        drag_.emplace(*chosen, *handle, context.camera, context.aspect, pointer.at);
        sent_ = *chosen;
        limit_.emplace(context.view.snapshot, *chosen);
        context.session.beginEdit(std::string(verbOf(handle->mode)) + " " + chosen->name);
        return true;
      }
    return choose(context, pointer);
  }

  void drag(ToolContext& context, const Pointer&, const Pointer& to) override {
    if (drag_) send(context, drag_->to(to.at, to.shift));
  }

  void release(ToolContext& context) override {
    if (drag_) context.session.endEdit();
    drag_.reset();
    limit_.reset();
  }

  // Holds a dragged dynamic body in place, which would otherwise fall while the pointer rests.
  void follow(ToolContext& context) override {
    GizmoState& gizmo = context.state.gizmo;
    if (gizmo.chosen == GizmoState::Chosen::NewNozzle && context.live.emitters.size() > gizmo.nozzles) {
      context.state.emitter = gizmo.nozzles;
      gizmo.chosen = GizmoState::Chosen::Nozzle;
    }
    if (!drag_ || sent_.nozzle || !context.view.status.playing || !context.view.snapshot) return;
    for (const Body& body : context.view.snapshot->bodies)
      if (body.name == sent_.name && body.motion == Motion::Dynamic &&
          body.pose.position != sent_.pose.position) {
        Placement fallen = sent_;
        fallen.pose = body.pose;
        for (Command& command : commandsToPlace(fallen, sent_)) context.session.submit(std::move(command));
      }
  }

  [[nodiscard]] bool isOverTarget(const ToolContext& context, const Pointer& pointer) const override {
    if (!isArmed(context)) return false;
    if (drag_) return true;
    const auto chosen = chosenPlacement(context.live, context.state);
    return chosen && gizmoOf(context, *chosen).handleAt(pointer.at);
  }

  void addOverlay(const ToolContext& context, const Pointer* pointer,
                  std::vector<Stroke>& strokes) const override {
    if (!isArmed(context)) return;
    if (pointer && !drag_ && !isOverTarget(context, *pointer)) markChoice(context, *pointer, strokes);
    const auto chosen = drag_ ? std::optional(sent_) : chosenPlacement(context.live, context.state);
    if (!chosen) return;
    for (Stroke& edge : boxOf(*chosen)) {
      edge.dim = !drag_;
      edge.width = 0.6f;
      strokes.push_back(std::move(edge));
    }
    const Gizmo gizmo = gizmoOf(context, *chosen);
    gizmo.draw(drag_     ? std::optional(drag_->handle())
               : pointer ? gizmo.handleAt(pointer->at)
                         : std::nullopt,
               strokes);
  }

 private:
  static bool isArmed(const ToolContext& context) { return context.state.tool == Action::GizmoTool; }

  static Gizmo gizmoOf(const ToolContext& context, const Placement& placement) {
    return {placement, context.state.gizmo.mode, context.camera, context.aspect};
  }

  static const char* verbOf(GizmoMode mode) {
    if (mode == GizmoMode::Turn) return "Turn";
    return mode == GizmoMode::Scale ? "Scale" : "Move";
  }

  void send(ToolContext& context, const Placement& wanted) {
    if (limit_) limit_->follow(context.view.snapshot);
    LimitedMove move = limit_ ? limit_->move(sent_, wanted) : LimitedMove{wanted, {}};
    const Placement& now = move.to;
    context.state.gizmo.stoppedBy = std::move(move.obstacle);
    for (Command& command : commandsToPlace(sent_, now)) context.session.submit(std::move(command));
    sent_ = now;
  }

  static std::optional<std::size_t> nozzleAt(const ToolContext& context, const Pointer& pointer) {
    for (std::size_t i = 0; i < context.live.emitters.size(); ++i) {
      Vec2 at;
      const EmitterSpec& nozzle = context.live.emitters[i];
      if (isShown(nozzle) && context.camera.project(nozzle.position, context.aspect, at) &&
          glm::length((at - pointer.at) * Vec2(context.aspect, 1.f)) < kNozzleReach)
        return i;
    }
    return std::nullopt;
  }

  /// The object that a click selects: a nozzle, or a solid other than an infinite plane.
  struct GizmoTarget {
    GizmoState::Chosen kind = GizmoState::Chosen::Body;
    std::size_t nozzle = 0;
    std::string body;
  };
  static std::optional<GizmoTarget> choiceAt(const ToolContext& context, const Pointer& pointer) {
    if (!context.view.snapshot) return std::nullopt;
    if (const auto nozzle = nozzleAt(context, pointer))
      return GizmoTarget{GizmoState::Chosen::Nozzle, *nozzle, {}};
    const auto hit = pickSolid(*context.view.snapshot, context.camera.ray(pointer.at, context.aspect));
    if (!hit) return std::nullopt;
    const Body& body = context.view.snapshot->bodies[hit->body];
    if (body.name.empty() || body.solid.kind == SolidShape::SolidKind::Plane) return std::nullopt;
    return GizmoTarget{GizmoState::Chosen::Body, 0, body.name};
  }

  /// Selects the object under the pointer.
  /// @return false if no object is under the pointer
  static bool choose(ToolContext& context, const Pointer& pointer) {
    const std::optional<GizmoTarget> choice = choiceAt(context, pointer);
    if (!choice) return false;
    context.state.gizmo.chosen = choice->kind;
    if (choice->kind == GizmoState::Chosen::Nozzle)
      context.state.emitter = choice->nozzle;
    else
      context.state.body = choice->body;
    return true;
  }

  static void markChoice(const ToolContext& context, const Pointer& pointer, std::vector<Stroke>& strokes) {
    const std::optional<GizmoTarget> choice = choiceAt(context, pointer);
    if (!choice) return;
    if (choice->kind == GizmoState::Chosen::Nozzle) {
      const Vec3 at = context.live.emitters[choice->nozzle].position;
      strokes.push_back(ringFacing(context.camera, at, kNozzleReach * context.camera.halfHeightAt(at)));
      return;
    }
    for (const BodyValues& body : context.live.bodies)
      if (body.name == choice->body)
        for (Stroke& edge : boxOf(placementOf(body))) {
          edge.width = 0.6f;
          strokes.push_back(std::move(edge));
        }
  }

  std::optional<GizmoDrag> drag_;
  std::optional<PlaceLimit> limit_;  ///< solids that stop the drag
  Placement sent_;                   ///< the placement submitted last
};

}  // namespace

std::unique_ptr<Tool> makeGizmoTool() { return std::make_unique<GizmoTool>(); }

}  // namespace ooze::ui
