#include "ui/tool_options.h"

#include <algorithm>

namespace ooze::ui {

float ToolLength::in(const Snapshot& snapshot) const {
  const float h = snapshot.interactionRadius;
  return std::clamp(chosen.value_or(usual * h), least * h, most * h);
}

void ToolLength::scale(const Snapshot& snapshot, float factor) {
  chosen = in(snapshot)*factor;
  chosen = in(snapshot);
}

}  // namespace ooze::ui
