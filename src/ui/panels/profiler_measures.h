// The profiler's small plots: what the world comes to.
#pragma once

#include "ui/panels/profiler_sheet.h"

#include <imgui.h>
#include <span>
#include <string>
#include <vector>

namespace ooze::ui {

struct Measure {
  std::string title;
  std::string name;  ///< in full
  const char* unit;
  ImU32 colour;
  double (*value)(const FrameFigures&);
};

/// Those that there are, links as the method calls them.
std::vector<Measure> measuresOf(const Figures& figures);
/// That of all plots side by side, of which no word is cut.
float leastWidthOf(const Theme& theme, std::span<const Measure> measures);
void drawMeasures(const Sheet& sheet, std::span<const Measure> measures, const ImVec2& lower,
                  const ImVec2& upper);

}  // namespace ooze::ui
