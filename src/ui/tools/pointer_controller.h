// Routes what the mouse does in the view to the tool that takes it.
#pragma once

#include "ui/tools/tool.h"

#include <memory>
#include <vector>

namespace ooze::ui {

class PointerController {
 public:
  PointerController();

  void press(ToolContext& context, const Pointer& pointer, Button button);
  void move(ToolContext& context, const Pointer& pointer);
  void release(ToolContext& context, Button button);
  /// @param resizing  the size of the armed tool changes instead of the view
  void scroll(ToolContext& context, const Pointer& pointer, float notches, bool resizing = false);
  /// One step larger or smaller of what the armed tool acts on. @param notches  > 0: larger
  void resize(ToolContext& context, float notches);
  /// After every look at the session. Whoever has put the tool away meanwhile has let go.
  void follow(ToolContext& context);
  static void doubleClick(ToolContext& context, const Pointer& pointer);

  [[nodiscard]] bool dragging() const { return active_ != nullptr; }
  /// True where a press would grab something.
  [[nodiscard]] bool hot(const ToolContext& context, const Pointer& pointer) const;
  /// What the tools draw over the picture. @param pointer  null if it is not over the view
  [[nodiscard]] std::vector<Stroke> marks(const ToolContext& context, const Pointer* pointer) const;

 private:
  std::vector<std::unique_ptr<Tool>> tools_;  ///< in the order of toolRows()
  Tool* active_ = nullptr;
  Action armed_ = Action::None;  ///< when the drag began
  Button button_ = Button::Left;
  Pointer last_;
};

}  // namespace ooze::ui
