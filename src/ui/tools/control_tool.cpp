// Paints control particles, which steer the liquid. A click adds a particle, a drag adds a row of particles.
// Existing controls can be dragged, which records position keys if keying is on.
#include "ui/overlays/control_overlay.h"
#include "ui/state/control_edits.h"
#include "ui/state/drop_choice.h"
#include "ui/tools/brush.h"
#include "ui/tools/pick.h"
#include "ui/tools/tool.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace ooze::ui {
namespace {

constexpr float kReachOfPointer = 0.03f;  // pick radius of a particle [half heights of the view]
constexpr float kPartOfSpacing = 0.3f;    // distance between the points of a stroke [particle spacings]
constexpr std::size_t kMostPlaces = 4000;
constexpr int kMostParts = 64;               // most points of a stroke for a single move of the pointer
constexpr std::size_t kMostPicked = 20'000;  // most particles of a control that are tested by the pointer
constexpr double kKeySeconds = 1.0 / 30.0;   // time between the keys of a drag

class ControlTool final : public Tool {
 public:
  bool press(ToolContext& context, const Pointer& pointer, Button button) override {
    if (!isArmed(context) || button == Button::Middle) return false;
    const std::optional<Hit> hit = hitAt(context, pointer);
    if (button == Button::Right) {
      if (hit) context.state.controls.chosen = hit->control;
      return hit && removeChosen(context.session, context.live.controls, context.state.controls);
    }
    if (hit)
      take(context, *hit);
    else
      stroke_ = {touchAt(context, pointer)};
    context.state.controls.chosen = hit ? hit->control : "";
    return true;
  }

  void drag(ToolContext& context, const Pointer& from, const Pointer& to) override {
    if (!context.view.snapshot) return;
    if (held_) return carry(context, movedWithPointer(context, held_->grip, from, to));
    if (stroke_.empty()) return;
    const float spacing = kPartOfSpacing * spacingOf(context);
    const float moved = glm::length((to.at - from.at) * Vec2(context.aspect, 1.f)) *
                        std::max(context.camera.halfHeightAt(stroke_.back().point), 0.f);
    const int parts = std::clamp(static_cast<int>(std::ceil(moved / spacing)), 1, kMostParts);
    for (int i = 1; i <= parts && stroke_.size() < kMostPlaces; ++i) {
      Pointer between = to;
      between.at = glm::mix(from.at, to.at, static_cast<float>(i) / static_cast<float>(parts));
      const PickedSurface touch = touchAt(context, between);
      if (glm::distance(touch.point, stroke_.back().point) >= spacing) stroke_.push_back(touch);
    }
  }

  bool scroll(ToolContext& context, float notches) override {
    if (!held_) return false;
    carry(context, pushedAway(context, held_->grip, notches));
    return true;
  }

  void release(ToolContext& context) override {
    if (held_)
      letGo(context);
    else if (!stroke_.empty() && context.view.snapshot)
      paint(context);
    held_.reset();
    stroke_.clear();
  }

  bool resize(ToolContext& context, float factor) override {
    if (!context.view.snapshot) return false;
    context.state.controls.radius.scale(*context.view.snapshot, factor);
    return true;
  }

  // Records keys also while the pointer rests, because time advances.
  void follow(ToolContext& context) override {
    if (held_ && held_->keyed && context.view.snapshot) addKey(context, kKeySeconds);
  }

  [[nodiscard]] bool isOverTarget(const ToolContext& context, const Pointer& pointer) const override {
    return isArmed(context) && (held_ || hitAt(context, pointer));
  }

  void addOverlay(const ToolContext& context, const Pointer* pointer,
                  std::vector<Stroke>& strokes) const override {
    if (!context.view.snapshot) return;
    const ControlChoice& choice = context.state.controls;
    if (controlsAreShown(context.state))
      for (Stroke& stroke : controlOverlay(context.live.controls, context.view.snapshot->bodies,
                                           context.view.snapshot->time, context.camera, choice.chosen))
        strokes.push_back(std::move(stroke));
    if (!isArmed(context) || held_ || !pointer) return;
    if (stroke_.empty() && hitAt(context, *pointer)) return;
    const std::vector<PickedSurface> touches =
        stroke_.empty() ? std::vector{touchAt(context, *pointer)} : stroke_;
    const Control next = paintedControl(choice, *context.view.snapshot, touches);
    for (Stroke& stroke : controlOverlay({next}, {}, 0.0, context.camera, ""))
      strokes.push_back(std::move(stroke));
  }

 private:
  /// A particle under the pointer.
  struct Hit {
    std::string control;
    Vec3 place;
  };
  struct HeldControl {
    Control before;  ///< the control before the drag
    Vec3 grip;       ///< current position of the dragged particle [m]
    Vec3 from;       ///< position of that particle when the drag began [m]
    Pose pose;       ///< pose of the control at the start of the drag, relative to the carrying body
    Quat carrier;    ///< orientation of the carrying body
    float scale;
    bool keyed;
    std::vector<PoseKey> keys{};  ///< keys of this drag
    bool moved = false;
  };

  static bool isArmed(const ToolContext& context) {
    return context.state.tool == Action::ControlTool && context.view.snapshot &&
           whyNoControls(context.view).empty();
  }

  static float spacingOf(const ToolContext& context) {
    const ControlChoice& choice = context.state.controls;
    return choice.spacing * choice.radius.in(*context.view.snapshot);
  }

  /// Returns the surface point under the pointer. Without a surface, returns a point on a plane that faces
  /// the camera, through the stroke's last point or else through the camera's target.
  [[nodiscard]] PickedSurface touchAt(const ToolContext& context, const Pointer& pointer) const {
    const PickRay ray = context.camera.ray(pointer.at, context.aspect);
    if (const auto touch = pickTargetSurface(*context.view.snapshot, context.camera, ray)) return *touch;
    float distance = distanceOfTarget(ray, context.camera);
    const Vec3 view = glm::normalize(context.camera.spec().target - context.camera.spec().eye);
    if (!stroke_.empty())
      distance = glm::dot(stroke_.back().point - ray.origin, view) / glm::dot(ray.direction, view);
    return {ray.origin + distance * ray.direction, -view};
  }

  static std::optional<Hit> hitAt(const ToolContext& context, const Pointer& pointer) {
    if (!controlsAreShown(context.state)) return {};
    std::optional<Hit> found;
    float best = kReachOfPointer;
    for (const Control& control : context.live.controls) {
      const auto posed =
          poseIgnoringActivation(control, context.view.snapshot->bodies, context.view.snapshot->time);
      if (!posed) continue;
      const std::size_t count = particleCount(control), each = count / kMostPicked + 1;
      for (std::size_t k = 0; k < count; k += each) {
        const Vec3 place = placeOf(*posed, k);
        Vec2 at;
        if (!context.camera.project(place, context.aspect, at)) continue;
        const float away = glm::length((at - pointer.at) * Vec2(context.aspect, 1.f));
        if (away < best) best = away, found = Hit{control.name, place};
      }
    }
    return found;
  }

  void take(ToolContext& context, const Hit& hit) {
    const Control& control = *findControl(context.live.controls, hit.control);
    const Snapshot& snapshot = *context.view.snapshot;
    held_ = HeldControl{control,
                        hit.place,
                        hit.place,
                        control.poseAt(snapshot.time),
                        {1.f, 0.f, 0.f, 0.f},
                        1.f,
                        context.state.controls.keyed};
    for (const Body& body : snapshot.bodies)
      if (!control.body.empty() && body.name == control.body)
        held_->carrier = body.pose.orientation, held_->scale = body.scale;
    context.session.beginEdit((held_->keyed ? "Key " : "Move ") + control.name);
    if (held_->keyed) addKey(context, 0.0);
  }

  /// Returns the current position of the control, relative to the carrying body.
  [[nodiscard]] Vec3 placeNow() const {
    return held_->pose.position + glm::inverse(held_->carrier) * (held_->grip - held_->from) / held_->scale;
  }

  void carry(ToolContext& context, const Vec3& grip) {
    held_->grip = grip;
    held_->moved = true;
    context.session.submit(SetValue{{SettingOwner::Control, held_->before.name, "position"}, placeNow()});
    if (held_->keyed) addKey(context, kKeySeconds);
  }

  /// Records a position key for the current time.
  /// @param least  shortest time since the last key but one; for less the last key is replaced
  void addKey(ToolContext& context, double least) {
    const double time = context.view.snapshot->time;
    std::vector<PoseKey>& keys = held_->keys;
    if (!keys.empty() && time < keys.back().time) keys.clear();  // the world went back in time
    if (keys.size() > 1 && time < keys[keys.size() - 2].time + least) keys.pop_back();
    if (!keys.empty() && time <= keys.back().time) keys.pop_back();
    keys.push_back({time, {placeNow(), held_->pose.orientation}});
  }

  void letGo(ToolContext& context) {
    if (held_->keyed && context.view.snapshot) {
      addKey(context, 0.0);
      const Control keyed = withPlaceKeys(held_->before, held_->keys);
      context.session.submit(wholeControl(keyed, context.view));
    }
    context.session.endEdit();
  }

  void paint(ToolContext& context) const {
    Control control = paintedControl(context.state.controls, *context.view.snapshot, stroke_);
    control.name = freeControlName(context.live.controls, "brush");
    context.session.beginEdit("Add " + control.name);
    context.session.submit(wholeControl(control, context.view));
    context.session.endEdit();
    context.state.controls.chosen = control.name;
  }

  std::vector<PickedSurface> stroke_;  ///< surface points of the current stroke
  std::optional<HeldControl> held_;
};

}  // namespace

std::unique_ptr<Tool> makeControlTool() { return std::make_unique<ControlTool>(); }

}  // namespace ooze::ui
