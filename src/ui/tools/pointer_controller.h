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
  void scroll(ToolContext& context, const Pointer& pointer, float notches);
  static void doubleClick(ToolContext& context, const Pointer& pointer);

  [[nodiscard]] bool dragging() const { return active_ != nullptr; }
  /// True where a press would grab something.
  [[nodiscard]] bool hot(const ToolContext& context, const Pointer& pointer) const;
  /// What the tools draw over the picture. @param pointer  null if it is not over the view
  [[nodiscard]] std::vector<Stroke> marks(const ToolContext& context, const Pointer* pointer) const;

 private:
  std::vector<std::unique_ptr<Tool>> tools_;
  Tool* active_ = nullptr;
  Button button_ = Button::Left;
  Pointer last_;
};

}  // namespace ooze::ui
