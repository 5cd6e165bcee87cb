// Tools that are nothing but a brush: left makes dabs of one event, right of its opposite.
#pragma once

#include "ui/tools/brush.h"

#include <string>

namespace ooze::ui {

struct BrushEvent {
  const char* target;
  const char* label;     ///< of the edit
  bool repeats = false;  ///< goes on while the pointer rests, as new liquid comes
};

class BrushTool : public Tool {
 public:
  BrushTool(Action action, const BrushEvent& left, const BrushEvent& right)
      : action_(action), left_(left), right_(right) {}

  bool press(ToolContext& context, const Pointer& pointer, Button button) override;
  void drag(ToolContext& context, const Pointer& from, const Pointer& to) override;
  void release(ToolContext& context) override;
  bool resize(ToolContext& context, float factor) override;
  void follow(ToolContext& context) override;
  void mark(const ToolContext& context, const Pointer* pointer, std::vector<Stroke>& strokes) const override;

 private:
  const Action action_;
  const BrushEvent left_, right_;
  BrushStroke stroke_;
  bool opposite_ = false;
};

}  // namespace ooze::ui
