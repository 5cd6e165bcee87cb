#include "ui/panels/profiler_plots.h"

#include "ui/widgets/widgets.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace ooze::ui {
namespace {

constexpr std::size_t kAcross = 3;  // plots side by side, or one less

/// A row of the table of quantities, with the condition under which a world has the quantity.
struct MeasureRow {
  const char* title;  ///< null: the method's word for links, if the method has links
  const char* name;   ///< unabbreviated name of the quantity
  const char* unit;
  ImU32 colour;
  double (*value)(const FrameStatistics&);
  bool (*isThere)(const FrameHistory&) = [](const FrameHistory&) { return true; };
};
bool hasLinks(const FrameHistory& history) { return !history.links.empty(); }
bool solves(const FrameHistory& history) { return history.solves; }
constexpr std::array kRows{
    MeasureRow{"Particles", "Particles", "", IM_COL32(118, 162, 214, 255),
               [](const FrameStatistics& f) { return static_cast<double>(f.particles); }},
    MeasureRow{nullptr, nullptr, "", IM_COL32(178, 132, 200, 255),
               [](const FrameStatistics& f) { return static_cast<double>(f.links); }, hasLinks},
    MeasureRow{"Steps", "Steps per frame", "", IM_COL32(150, 158, 170, 255),
               [](const FrameStatistics& f) { return static_cast<double>(f.steps); }},
    MeasureRow{"Energy", "Kinetic energy", "J", IM_COL32(222, 166, 82, 255),
               [](const FrameStatistics& f) { return f.kineticEnergy; }},
    MeasureRow{"Density", "Mean density, in the method's own unit", "", IM_COL32(96, 184, 172, 255),
               [](const FrameStatistics& f) { return f.meanDensity; }},
    MeasureRow{"Top speed", "Speed of the fastest particle", "m/s", IM_COL32(206, 118, 98, 255),
               [](const FrameStatistics& f) { return f.maxSpeed; }},
    MeasureRow{"Iterations", "Iterations of the last pressure solve", "", IM_COL32(178, 132, 200, 255),
               [](const FrameStatistics& f) { return static_cast<double>(f.solver.iterations); }, solves},
    MeasureRow{"Residual", "Relative residual of the last pressure solve", "", IM_COL32(170, 176, 96, 255),
               [](const FrameStatistics& f) { return f.solver.residual; }, solves},
};

std::string withUnit(const PlottedQuantity& measure, double value) {
  return *measure.unit ? shortNumber(value) + " " + measure.unit : shortNumber(value);
}

/// Draws a small plot.
/// @param stacked  the value stands below the title
void drawMeasure(const ProfilerSheet& sheet, const PlottedQuantity& measure, bool stacked,
                 const ImVec2& lower, const ImVec2& upper) {
  const Theme& theme = sheet.context.theme;
  const PlotArea area = beginPlot(sheet, lower, upper);
  const float pad = kProfilerPad * theme.scale, line = theme.small->FontSize;
  // Keeps the line below the text if possible.
  const float words = std::min((stacked ? 2.f : 1.f) * line + pad, 0.5f * (upper.y - lower.y));
  const PlotArea inner{{lower.x, lower.y + words}, {upper.x, upper.y - 1.f}, area.from, area.to};
  const auto [low, high] =
      drawLine(inner, sheet.history.frames, sheet.columns, measure.colour, measure.value);
  drawCursor(sheet, area);
  label(theme, {lower.x + pad, lower.y + 0.5f * pad}, measure.title, dimColour(theme));
  const std::string value = withUnit(measure, measure.value(sheet.shown()));
  if (stacked) {
    const ImVec2 at{lower.x + pad, lower.y + 0.5f * pad + line};
    const ImVec2 end{at.x + labelWidth(theme, value), std::min(at.y + line, upper.y)};
    ImGui::GetWindowDrawList()->AddRectFilled(at, end,
                                              IM_COL32(18, 20, 24, 190));  // the line may pass behind
    label(theme, at, value, brightColour());
  } else {
    label(theme, {upper.x - pad, lower.y + 0.5f * pad}, value, brightColour(), 1.f);
  }
  if (!ImGui::IsMouseHoveringRect(lower, upper)) return;
  beginExplanation(theme);
  ImGui::TextUnformatted(measure.name.c_str());
  ImGui::TextDisabled("shown from %s to %s", withUnit(measure, low).c_str(), withUnit(measure, high).c_str());
  endExplanation();
}

/// The width of the widest text of all plots, in one line and in two.
struct WordWidths {
  float oneLine = 0.f, twoLines = 0.f;
};
WordWidths wordsOf(const Theme& theme, std::span<const PlottedQuantity> measures) {
  constexpr double kLongest = 0.000888;  // a value with the widest formatted number
  const float pads = 2.f * kProfilerPad * theme.scale;
  WordWidths widths;
  for (const PlottedQuantity& m : measures) {
    const float title = labelWidth(theme, m.title), value = labelWidth(theme, withUnit(m, kLongest));
    widths.oneLine = std::max(widths.oneLine, title + value + 1.5f * pads);
    widths.twoLines = std::max(widths.twoLines, std::max(title, value) + pads);
  }
  return widths;
}

/// Layout of the plots: as many side by side as their texts allow, in one line if possible.
struct PlotGrid {
  std::size_t across = kAcross, down = 1;
  bool stacked = false;  ///< title and value in two lines
};
PlotGrid gridFor(const Theme& theme, std::span<const PlottedQuantity> measures, const ImVec2& room,
                 float gap) {
  const WordWidths words = wordsOf(theme, measures);
  // Reserves room for six plots, so that the layout does not depend on links.
  const std::size_t count = std::max<std::size_t>(6, measures.size());
  const auto rows = [&](std::size_t across) { return (count + across - 1) / across; };
  for (const bool stacked : {false, true})
    for (const std::size_t across : {kAcross, kAcross - 1}) {
      const float width = (room.x + gap) / static_cast<float>(across) - gap,
                  height = (room.y + gap) / static_cast<float>(rows(across)) - gap;
      const float lines = (stacked ? 2.f : 1.f) * theme.small->FontSize;
      if (width >= (stacked ? words.twoLines : words.oneLine) && height >= lines)
        return {across, rows(across), stacked};
    }
  return {kAcross, rows(kAcross), true};
}

constexpr ImU32 kSheetBack = IM_COL32(18, 20, 24, 255), kSheetGrid = IM_COL32(255, 255, 255, 18);

}  // namespace

std::vector<PlottedQuantity> plottedQuantities(const FrameHistory& history) {
  const std::string links = capitalised(history.links);
  std::vector<PlottedQuantity> list;
  for (const MeasureRow& row : kRows)
    if (row.isThere(history))
      list.push_back(
          {row.title ? row.title : links, row.title ? row.name : links, row.unit, row.colour, row.value});
  return list;
}

float leastWidthOf(const Theme& theme, std::span<const PlottedQuantity> measures) {
  const float gap = 0.5f * kProfilerGap * theme.scale;
  return static_cast<float>(kAcross) * (wordsOf(theme, measures).twoLines + gap) - gap;
}

void drawMeasures(const ProfilerSheet& sheet, std::span<const PlottedQuantity> measures, const ImVec2& lower,
                  const ImVec2& upper) {
  const Theme& theme = sheet.context.theme;
  const float gap = 0.5f * kProfilerGap * theme.scale;
  const PlotGrid grid = gridFor(theme, measures, {upper.x - lower.x, upper.y - lower.y}, gap);
  const float width = (upper.x - lower.x + gap) / static_cast<float>(grid.across),
              height = (upper.y - lower.y + gap) / static_cast<float>(grid.down);
  for (std::size_t m = 0; m < measures.size(); ++m) {
    const ImVec2 corner{lower.x + static_cast<float>(m % grid.across) * width,
                        lower.y + static_cast<float>(m / grid.across) * height};
    drawMeasure(sheet, measures[m], grid.stacked, corner, {corner.x + width - gap, corner.y + height - gap});
  }
}

float labelWidth(const Theme& theme, const std::string& text) {
  return theme.small->CalcTextSizeA(theme.small->FontSize, 1e9f, 0.f, text.c_str()).x;
}

void label(const Theme& theme, const ImVec2& at, const std::string& text, ImU32 colour, float align) {
  ImGui::GetWindowDrawList()->AddText(theme.small, theme.small->FontSize,
                                      {at.x - align * labelWidth(theme, text), at.y}, colour, text.c_str());
}

ImU32 dimColour(const Theme& theme) { return ImGui::GetColorU32(theme.dim); }
ImU32 brightColour() { return ImGui::GetColorU32(ImGuiCol_Text); }

PlotArea beginPlot(const ProfilerSheet& sheet, const ImVec2& lower, const ImVec2& upper) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(lower, upper, kSheetBack, 3.f * sheet.context.theme.scale);
  for (const float part : {0.25f, 0.5f, 0.75f}) {
    const float y = lower.y + part * (upper.y - lower.y);
    list.AddLine({lower.x, y}, {upper.x, y}, kSheetGrid);
  }
  return {lower, upper, sheet.from, sheet.to};
}

void drawCursor(const ProfilerSheet& sheet, const PlotArea& area) {
  if (!sheet.pointed) return;
  const float x = area.x(static_cast<double>(sheet.pointed->frame));
  ImGui::GetWindowDrawList()->AddLine({x, area.lower.y}, {x, area.upper.y}, IM_COL32(255, 255, 255, 110));
}

}  // namespace ooze::ui
