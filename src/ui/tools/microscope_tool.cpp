// Microscope tool: while the microscope is on, a click selects a particle, and a drag orbits the camera as
// usual.
#include "ui/overlays/microscope.h"
#include "ui/tools/tool.h"

namespace ooze::ui {
namespace {

constexpr float kStill = 0.012f;  // a press that moves less is a click [half heights of the view]

class MicroscopeTool final : public Tool {
 public:
  bool press(ToolContext& context, const Pointer& pointer, Button button) override {
    if (button != Button::Left || context.state.tool != Action::CameraTool) return false;
    if (!shownRecord(context.view, context.state.microscopeOn)) return false;
    pressed_ = last_ = pointer;
    moved_ = false;
    return camera_->press(context, pointer, button);
  }
  void drag(ToolContext& context, const Pointer& from, const Pointer& to) override {
    moved_ |= glm::length(to.at - pressed_.at) > kStill;
    if (moved_) camera_->drag(context, from, to);
    last_ = to;
  }
  void release(ToolContext& context) override {
    if (!moved_) choose(context, last_);
  }
  void addOverlay(const ToolContext& context, const Pointer*, std::vector<Stroke>& strokes) const override {
    const StepRecord* record = shownRecord(context.view, context.state.microscopeOn);
    if (!record) return;
    for (Stroke& stroke : microscopeOverlay(context.state.microscope, *record, context.camera))
      strokes.push_back(std::move(stroke));
  }

 private:
  // Selects the particle under the pointer. A click beside the liquid keeps the selection.
  static void choose(ToolContext& context, const Pointer& pointer) {
    const StepRecord* record = shownRecord(context.view, context.state.microscopeOn);
    if (!record) return;
    MicroscopeState& state = context.state.microscope;
    const auto shown = microscopeSnapshot(state, *record, *context.view.snapshot);
    const PickRay ray = context.camera.ray(pointer.at, context.aspect);
    const float radius = (state.closeUp ? 0.7f : 0.55f) * shown->restSpacing;
    if (const auto id = pickParticle(*shown, ray, radius)) state.particle = id;
  }

  std::unique_ptr<Tool> camera_ = makeCameraTool();
  Pointer pressed_, last_;
  bool moved_ = false;
};

}  // namespace

std::unique_ptr<Tool> makeMicroscopeTool() { return std::make_unique<MicroscopeTool>(); }

}  // namespace ooze::ui
