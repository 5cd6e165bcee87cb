// Small plots of the profiler: quantities of the world over time.
#pragma once

#include "ui/panels/profiler_sheet.h"

#include <imgui.h>
#include <span>
#include <string>
#include <vector>

namespace ooze::ui {

struct Measure {
  std::string title;
  std::string name;  ///< full name
  const char* unit;
  ImU32 colour;
  double (*value)(const FrameFigures&);
};

/// Returns the quantities that this world has. Links have the method's name.
std::vector<Measure> measuresOf(const Figures& figures);
/// Returns the smallest width for all plots side by side without clipped text.
float leastWidthOf(const Theme& theme, std::span<const Measure> measures);
void drawMeasures(const Sheet& sheet, std::span<const Measure> measures, const ImVec2& lower,
                  const ImVec2& upper);

}  // namespace ooze::ui
