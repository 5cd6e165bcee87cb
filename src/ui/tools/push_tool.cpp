// Push tool: pushes liquid and bodies away from a point, or pulls them towards the point, while the button is
// held.
#include "ui/tools/brush.h"
#include "ui/tools/pick.h"

namespace ooze::ui {
namespace {

constexpr int kArrows = 8;
constexpr float kArrow = 0.3f;  // length of an arrow [brush radii]

class PushTool final : public Tool {
 public:
  bool press(ToolContext& context, const Pointer& pointer, Button button) override {
    if (context.state.tool != Action::PushTool || button == Button::Middle || !context.view.snapshot)
      return false;
    const std::optional<PickedSurface> touch =
        pickSurface(*context.view.snapshot, context.camera.ray(pointer.at, context.aspect));
    if (!touch) return false;
    held_ = true;
    pulling_ = button == Button::Right;
    centre_ = touch->point;
    act(context);
    return true;
  }

  void drag(ToolContext& context, const Pointer& from, const Pointer& to) override {
    centre_ = movedWithPointer(context, centre_, from, to);
    act(context);
  }

  void release(ToolContext& context) override {
    held_ = pulling_ = false;
    submit(context, 0.f);
  }

  bool scroll(ToolContext& context, float notches) override {
    centre_ = pushedAway(context, centre_, notches);
    act(context);
    return true;
  }

  bool resize(ToolContext& context, float factor) override {
    if (!context.view.snapshot) return false;
    context.state.tools.brush.scale(*context.view.snapshot, factor);
    if (held_) act(context);
    return true;
  }

  void addOverlay(const ToolContext& context, const Pointer* pointer,
                  std::vector<Stroke>& strokes) const override {
    if (context.state.tool != Action::PushTool || !context.view.snapshot) return;
    const float radius = context.state.tools.brush.in(*context.view.snapshot);
    if (!held_) {
      if (pointer) addBrushOverlay(context, *pointer, radius, false, strokes);
      return;
    }
    strokes.push_back(ringFacing(context.camera, centre_, radius));
    const Stroke ring = strokes.back();
    // Adds ticks that point out of the ring, or into the ring.
    const float reach = pulling_ ? 1.f - kArrow : 1.f + kArrow;
    const std::size_t apart = (ring.points.size() - 1) / kArrows;
    for (std::size_t i = 0; i < kArrows; ++i) {
      const Vec3& edge = ring.points[i * apart];
      strokes.push_back({{edge, centre_ + reach * (edge - centre_)}});
    }
    for (Stroke& stroke : strokes) stroke.opposite = pulling_;
  }

 private:
  void act(ToolContext& context) const {
    submit(context, (pulling_ ? -1.f : 1.f) * context.state.tools.push);
  }

  void submit(ToolContext& context, float acceleration) const {
    if (!context.view.snapshot) return;
    context.session.submit(PushLiquid{.centre = centre_,
                                      .radius = context.state.tools.brush.in(*context.view.snapshot),
                                      .acceleration = acceleration});
  }

  bool held_ = false;
  bool pulling_ = false;
  Vec3 centre_{0.f};  ///< centre of the brush [m]
};

}  // namespace

std::unique_ptr<Tool> makePushTool() { return std::make_unique<PushTool>(); }

}  // namespace ooze::ui
