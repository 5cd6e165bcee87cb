// Plots of the profiler: the shared drawing of frames, background and labels, and the small plots of
// quantities of the world over time.
#pragma once

#include "ui/monitor.h"
#include "ui/panels/panel.h"
#include "ui/widgets/plot.h"

#include <imgui.h>
#include <span>
#include <string>
#include <vector>

namespace ooze::ui {

// Gap between plots, and padding of a plot [design pixels].
inline constexpr float kProfilerGap = 8.f, kProfilerPad = 4.f;

/// Data that all plots of a picture share.
struct ProfilerSheet {
  PanelContext& context;
  const FrameHistory& history;
  std::vector<PlotColumn> columns;
  double from, to;
  float legend;                              ///< width of the list of stages; 0: no room
  const FrameStatistics* pointed = nullptr;  ///< the frame under the cursor; null: none

  [[nodiscard]] const FrameStatistics& shown() const { return pointed ? *pointed : history.frames.back(); }
};

ImU32 dimColour(const Theme& theme);
ImU32 brightColour();
/// Returns the width of a label [ImGui's units].
float labelWidth(const Theme& theme, const std::string& text);
/// Draws a label. @param align  0: `at` is the left end; 1: `at` is the right end
void label(const Theme& theme, const ImVec2& at, const std::string& text, ImU32 colour, float align = 0.f);

/// Draws the background of a plot.
PlotArea beginPlot(const ProfilerSheet& sheet, const ImVec2& lower, const ImVec2& upper);
/// Draws a vertical line at the frame under the cursor.
void drawCursor(const ProfilerSheet& sheet, const PlotArea& area);

struct PlottedQuantity {
  std::string title;
  std::string name;  ///< unabbreviated name of the quantity
  const char* unit;
  ImU32 colour;
  double (*value)(const FrameStatistics&);
};

/// Returns the quantities that this world has. Links have the method's name.
std::vector<PlottedQuantity> plottedQuantities(const FrameHistory& history);
/// Returns the smallest width for all plots side by side without clipped text.
float leastWidthOf(const Theme& theme, std::span<const PlottedQuantity> measures);
void drawMeasures(const ProfilerSheet& sheet, std::span<const PlottedQuantity> measures, const ImVec2& lower,
                  const ImVec2& upper);

}  // namespace ooze::ui
