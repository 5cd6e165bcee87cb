// Small plots of the profiler: quantities of the world over time.
#pragma once

#include "ui/panels/profiler_sheet.h"

#include <imgui.h>
#include <span>
#include <string>
#include <vector>

namespace ooze::ui {

struct PlottedQuantity {
  std::string title;
  std::string name;  ///< unabbreviated name of the quantity
  const char* unit;
  ImU32 colour;
  double (*value)(const FrameStatistics&);
};

/// Returns the quantities that this world has. Links have the method's name.
std::vector<PlottedQuantity> plottedQuantities(const FrameHistory& derivedQuantities);
/// Returns the smallest width for all plots side by side without clipped text.
float leastWidthOf(const Theme& theme, std::span<const PlottedQuantity> measures);
void drawMeasures(const ProfilerSheet& sheet, std::span<const PlottedQuantity> measures, const ImVec2& lower,
                  const ImVec2& upper);

}  // namespace ooze::ui
