// Camera tool: the view drags of the key map; otherwise left or middle drag orbits, right or Shift drag pans.
#include "ui/tools/tool.h"
#include "ui/tools/view_drag.h"

#include <cmath>

namespace ooze::ui {
namespace {

constexpr float kTurn = 2.2f;  // rotation for a drag across half a view's width [rad]
constexpr float kZoom = 1.2f;  // logarithm of the zoom for a drag across half a view's height

class CameraTool final : public Tool {
 public:
  bool press(ToolContext& context, const Pointer& pointer, Button button) override {
    const ViewDragRow* row = findViewDrag(context.state.keyMap, pointer, button);
    const bool panning = button == Button::Right || pointer.shift;
    drag_ = row ? row->drag : panning ? ViewDrag::Pan : ViewDrag::Orbit;
    zoomIn_ = row ? row->zoomIn : Vec2(0.f);
    return true;
  }
  void drag(ToolContext& context, const Pointer& from, const Pointer& to) override {
    const Vec2 moved = to.at - from.at;
    const Vec2 heights{moved.x * context.aspect, moved.y};  // the same scale in both directions
    if (drag_ == ViewDrag::Pan)
      context.camera.pan(0.5f * heights);
    else if (drag_ == ViewDrag::Zoom)
      context.camera.zoom(std::exp(-kZoom * glm::dot(heights, zoomIn_)), Vec2(0.f), context.aspect);
    else
      context.camera.orbit({kTurn * moved.x, -kTurn * moved.y / context.aspect});
  }
  void release(ToolContext&) override {}

 private:
  ViewDrag drag_ = ViewDrag::Orbit;
  Vec2 zoomIn_{0.f};
};

}  // namespace

std::unique_ptr<Tool> makeCameraTool() { return std::make_unique<CameraTool>(); }

}  // namespace ooze::ui
