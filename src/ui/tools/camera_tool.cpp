// Camera tool: left or middle drag orbits, right or Shift drag pans.
#include "ui/tools/tool.h"

namespace ooze::ui {
namespace {

constexpr float kTurn = 2.2f;  // rotation for a drag across half a view's width [rad]

class CameraTool final : public Tool {
 public:
  bool press(ToolContext&, const Pointer& pointer, Button button) override {
    panning_ = button == Button::Right || pointer.shift;
    return true;
  }
  void drag(ToolContext& context, const Pointer& from, const Pointer& to) override {
    const Vec2 moved = to.at - from.at;
    if (panning_)
      context.camera.pan({0.5f * moved.x * context.aspect, 0.5f * moved.y});
    else
      context.camera.orbit({kTurn * moved.x, -kTurn * moved.y / context.aspect});
  }
  void release(ToolContext&) override {}

 private:
  bool panning_ = false;
};

}  // namespace

std::unique_ptr<Tool> makeCameraTool() { return std::make_unique<CameraTool>(); }

}  // namespace ooze::ui
