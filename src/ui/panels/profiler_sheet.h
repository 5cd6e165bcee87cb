// What the plots of the profiler share: their frames, their ground, their words.
#pragma once

#include "ui/monitor.h"
#include "ui/panels/panel.h"
#include "ui/plot.h"

#include <imgui.h>
#include <string>
#include <vector>

namespace ooze::ui {

inline constexpr float kProfilerGap = 8.f, kProfilerPad = 4.f;  // [design pixels]

/// What all plots of one picture share.
struct Sheet {
  PanelContext& context;
  const Figures& figures;
  std::vector<PlotColumn> columns;
  double from, to;
  float legend;                           ///< width of the list of stages; 0: there is no room for it
  const FrameFigures* pointed = nullptr;  ///< the frame under the cursor

  [[nodiscard]] const FrameFigures& shown() const { return pointed ? *pointed : figures.frames.back(); }
};

ImU32 dimColour(const Theme& theme);
ImU32 brightColour();
/// Of a label.
float labelWidth(const Theme& theme, const std::string& text);
/// @param align  0: it begins there; 1: it ends there
void label(const Theme& theme, const ImVec2& at, const std::string& text, ImU32 colour, float align = 0.f);

/// The ground of a plot.
PlotArea beginPlot(const Sheet& sheet, const ImVec2& lower, const ImVec2& upper);
/// Where the frame under the cursor is.
void drawCursor(const Sheet& sheet, const PlotArea& area);

}  // namespace ooze::ui
