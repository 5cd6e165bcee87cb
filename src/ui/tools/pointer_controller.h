// Routes mouse input in the view to the tool that accepts the input.
#pragma once

#include "ui/tools/tool.h"

#include <memory>
#include <optional>
#include <vector>

namespace ooze::ui {

class PointerController {
 public:
  PointerController();

  void press(ToolContext& context, const Pointer& pointer, Button button);
  void move(ToolContext& context, const Pointer& pointer);
  void release(ToolContext& context, Button button);
  /// Handles the wheel.
  /// @param resizing  resizes the armed tool instead of zooming the view
  /// @return true if the wheel should bring the camera nearer, but the camera stands as near as it gets
  bool scroll(ToolContext& context, const Pointer& pointer, float notches, bool resizing = false);
  /// Resizes the armed tool's brush, in steps. @param notches  > 0: larger
  void resize(ToolContext& context, float notches);
  /// Updates all tools after every session update. Ends the drag if the tool was changed meanwhile.
  void follow(ToolContext& context);
  static void doubleClick(ToolContext& context, const Pointer& pointer);

  [[nodiscard]] bool dragging() const { return active_ != nullptr; }
  /// Returns whether a press would grab an object.
  [[nodiscard]] bool isOverTarget(const ToolContext& context, const Pointer& pointer) const;
  /// Returns the overlay strokes of all tools. @param pointer  null if the pointer is not over the view
  [[nodiscard]] std::vector<Stroke> overlayStrokes(const ToolContext& context, const Pointer* pointer) const;

 private:
  std::vector<std::unique_ptr<Tool>> tools_;  ///< in the order of toolRows()
  Tool* active_ = nullptr;
  Action armed_ = Action::None;  ///< armed tool when the drag began
  Button button_ = Button::Left;
  Pointer last_;
  std::optional<Vec3> zoomedFrom_;  ///< place of the eye before the last notches forward of the wheel [m]
};

}  // namespace ooze::ui
