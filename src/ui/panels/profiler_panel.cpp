// Profiler panel: time per stage of each frame, and quantities of the world over time.
#include "base/file_name.h"
#include "ui/monitor.h"
#include "ui/panels/panel.h"
#include "ui/panels/profiler_plots.h"
#include "ui/widgets/stage_colours.h"
#include "ui/widgets/widgets.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <span>
#include <string>
#include <vector>

namespace ooze::ui {
namespace {

constexpr float kLegend = 168.f;  // width of the list of stages [design pixels]
constexpr ImU32 kOthers = IM_COL32(84, 88, 96, 255);

/// Handles wheel, drag and double click over all plots that share the frame axis.
void handlePointer(PanelContext& context, const FrameHistory& history, const PlotArea& area) {
  PlotRange& range = context.state.profiler;
  const ImGuiIO& io = ImGui::GetIO();
  const auto first = static_cast<double>(history.frames.front().frame),
             newest = static_cast<double>(history.frames.back().frame);
  const double width = std::max(area.upper.x - area.lower.x, 1.f);
  if (ImGui::IsItemHovered() && io.MouseWheel != 0.f)
    range.zoom(std::pow(0.8, io.MouseWheel), (io.MousePos.x - area.lower.x) / width, first, newest);
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) range.reset();
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0) && io.MouseDelta.x != 0.f)
    range.pan(-io.MouseDelta.x / width * (area.to - area.from), first, newest);
}

const FrameStatistics* frameUnder(const FrameHistory& history, const PlotArea& area, float x) {
  const double frame = area.frameAt(x);
  const FrameStatistics* nearest = nullptr;
  for (const FrameStatistics& f : history.frames) {
    const auto distance = [&](const FrameStatistics& g) {
      return std::abs(static_cast<double>(g.frame) - frame);
    };
    if (static_cast<double>(f.frame) < area.from || static_cast<double>(f.frame) > area.to) continue;
    if (!nearest || distance(f) < distance(*nearest)) nearest = &f;
  }
  return nearest;
}

struct StageMean {
  std::size_t stage;
  float mean;
};

/// Returns the mean time of each stage over the shown frames, largest first.
std::vector<StageMean> meansOf(const ProfilerSheet& sheet) {
  std::vector<StageMean> means;
  std::size_t count = 0;
  for (const PlotColumn& column : sheet.columns) count += column.end - column.begin;
  for (std::size_t s = 0; s < sheet.history.stages.size(); ++s) {
    double sum = 0.0;
    for (const PlotColumn& column : sheet.columns)
      for (std::size_t i = column.begin; i < column.end; ++i) sum += sheet.history.frames[i].stage(s);
    means.push_back({s, static_cast<float>(sum / static_cast<double>(std::max<std::size_t>(count, 1)))});
  }
  std::stable_sort(means.begin(), means.end(),
                   [](const StageMean& a, const StageMean& b) { return a.mean > b.mean; });
  return means;
}

void legendRow(const ProfilerSheet& sheet, const ImVec2& at, ImU32 colour, const std::string& name,
               float value) {
  const Theme& theme = sheet.context.theme;
  const float side = 0.7f * theme.small->FontSize;
  const float low = at.y + 0.5f * (theme.small->FontSize - side);
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, low}, {at.x + side, low + side}, colour, 2.f);
  label(theme, {at.x + 1.6f * side, at.y}, name, brightColour());
  label(theme, {at.x + (kLegend - kProfilerGap) * theme.scale, at.y}, fmt::format("{:.2f}", value),
        dimColour(theme), 1.f);
}

/// Draws the stages that fit, largest first, and the rest in one row. Shows the frame under the cursor, or
/// else means.
/// @return the number of stages with a row of their own
std::size_t drawLegendOf(const ProfilerSheet& sheet, const std::vector<StageMean>& means, const ImVec2& at,
                         float height) {
  const Theme& theme = sheet.context.theme;
  const float line = 1.15f * theme.small->FontSize;
  const auto fit = static_cast<std::size_t>(std::max(2.f, std::floor(height / line) - 2.f));
  const std::size_t rows = std::min(means.size() > fit + 1 ? fit : means.size(), means.size());
  const auto value = [&](const StageMean& m) {
    return sheet.pointed ? sheet.pointed->stage(m.stage) : m.mean;
  };
  float total = 0.f, rest = 0.f;
  for (std::size_t k = 0; k < means.size(); ++k) {
    total += value(means[k]);
    if (k >= rows) rest += value(means[k]);
  }
  const float right = at.x + (kLegend - kProfilerGap) * theme.scale;
  label(theme, at, sheet.pointed ? fmt::format("frame {}", sheet.pointed->frame) : "mean shown",
        dimColour(theme));
  label(theme, {right, at.y}, fmt::format("{:.2f} ms", total), brightColour(), 1.f);
  for (std::size_t k = 0; k < rows; ++k) {
    const std::string& name = sheet.history.stages[means[k].stage];
    legendRow(sheet, {at.x, at.y + static_cast<float>(k + 1) * line}, stageColour(name, sheet.history.method),
              name, value(means[k]));
  }
  if (rows < means.size())
    legendRow(sheet, {at.x, at.y + static_cast<float>(rows + 1) * line}, kOthers,
              fmt::format("{} others", means.size() - rows), rest);
  return rows;
}

/// Draws a tooltip in place of the legend: the stages of the frame under the cursor, largest first.
void explainStages(const ProfilerSheet& sheet, const std::vector<StageMean>& means) {
  if (!sheet.pointed) return;
  beginExplanation(sheet.context.theme);
  ImGui::TextDisabled("frame %llu", static_cast<unsigned long long>(sheet.pointed->frame));
  for (const StageMean& m : means)
    ImGui::TextUnformatted(
        fmt::format("{} {:.2f} ms", sheet.history.stages[m.stage], sheet.pointed->stage(m.stage)).c_str());
  endExplanation();
}

void drawStages(ProfilerSheet& sheet, const ImVec2& lower, const ImVec2& upper) {
  const Theme& theme = sheet.context.theme;
  const PlotArea area = beginPlot(sheet, lower, {upper.x - sheet.legend, upper.y});
  const std::vector<StageMean> means = meansOf(sheet);
  std::size_t rows = means.size();
  if (sheet.legend > 0.f)
    rows =
        drawLegendOf(sheet, means, {area.upper.x + kProfilerGap * theme.scale, lower.y}, upper.y - lower.y);
  else
    explainStages(sheet, means);

  std::vector<std::size_t> named, others;
  for (std::size_t k = 0; k < means.size(); ++k) (k < rows ? named : others).push_back(means[k].stage);
  std::sort(named.begin(), named.end());  // in the order of the step
  std::vector<PlotBand> bands;
  for (const std::size_t s : named)
    bands.push_back({stageColour(sheet.history.stages[s], sheet.history.method),
                     [s](const FrameStatistics& f) { return f.stage(s); }});
  if (!others.empty())
    bands.push_back({kOthers, [&others](const FrameStatistics& f) {
                       float sum = 0.f;
                       for (const std::size_t s : others) sum += f.stage(s);
                       return sum;
                     }});
  const double top = drawStack(area, sheet.history.frames, sheet.columns, bands);
  const float pad = kProfilerPad * theme.scale;
  label(theme, {area.lower.x + pad, area.lower.y + 0.5f * pad},
        fmt::format("{} ms per frame", shortNumber(top)), brightColour());
  label(theme, {area.lower.x + pad, area.upper.y - theme.small->FontSize - 0.5f * pad},
        fmt::format("frame {:.0f}", std::max(0.0, sheet.from)), brightColour());
  label(theme, {area.upper.x - pad, area.upper.y - theme.small->FontSize - 0.5f * pad},
        fmt::format("{:.0f}", sheet.to), brightColour(), 1.f);
  drawCursor(sheet, area);
}

/// Builds a request for a file that is written when the user has chosen its name.
FileRequest exportRequest(std::string title, std::string name, std::string extension,
                          std::function<void(std::filesystem::path)> write) {
  FileRequest request;
  request.kind = FileRequest::RequestKind::Save;
  request.title = std::move(title);
  request.about = "figures";
  request.name = std::move(name);
  request.extensions = {std::move(extension)};
  request.chosen = std::move(write);
  return request;
}

void drawButtons(PanelContext& context, const FrameHistory& history) {
  const Theme& theme = context.theme;
  InterfaceState& state = context.state;
  FrameMonitor* monitor = context.services.monitor;
  const std::string scene = context.view.scene ? fileNameOf(context.view.scene->name) : "ooze";
  ImGui::BeginGroup();
  const bool follows = state.profiler.following();
  if (iconButton(theme, follows ? icon::kPause : icon::kPlay, follows ? "Hold" : "Follow", !follows,
                 follows ? "Hold the plots; the simulation goes on" : "Follow the newest frames")) {
    if (follows)
      state.profiler.hold(static_cast<double>(history.frames.back().frame));
    else
      state.profiler.follow();
  }
  if (iconButton(theme, icon::kHome, "Reset", false,
                 "Show the last 600 frames.\nWheel: zoom.  Drag: move.  Double click: this"))
    state.profiler.reset();
  if (iconButton(theme, icon::kTable, "CSV", false, "Save the values of all frames as a table (CSV)"))
    state.fileRequest =
        exportRequest("Save the values", scene + ".csv", ".csv",
                      [monitor](const std::filesystem::path& file) { monitor->writeCsv(file); });
  if (iconButton(theme, icon::kTrace, "Trace", false,
                 "Save the timing of the stages of the last frames, for chrome://tracing or ui.perfetto.dev"))
    state.fileRequest =
        exportRequest("Save a trace", scene + ".trace.json", ".json",
                      [monitor](const std::filesystem::path& file) { monitor->writeTrace(file); });
  ImGui::EndGroup();
}

/// Division of a sheet's width.
struct Shares {
  float stages = 0.f;  ///< width of the stage plot with its legend
  float legend = 0.f;
};
Shares sharesOf(const Theme& theme, std::span<const PlottedQuantity> measures, float width) {
  constexpr float kLeastPlot = 60.f;  // narrowest stage plot [design pixels]
  const float gap = kProfilerGap * theme.scale, legend = kLegend * theme.scale,
              plot = kLeastPlot * theme.scale;
  const float stages = std::min(0.56f * width, width - gap - leastWidthOf(theme, measures));
  if (stages >= legend + plot) return {stages, legend};
  return {std::max(stages, plot), 0.f};
}

void drawPlots(PanelContext& context, const FrameHistory& history) {
  const Theme& theme = context.theme;
  drawButtons(context, history);
  ImGui::SameLine();
  const ImVec2 lower = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const ImVec2 size{std::max(room.x, 1.f), std::max(room.y, 1.f)};
  ImGui::InvisibleButton("plots", size);
  const ImVec2 upper{lower.x + size.x, lower.y + size.y};
  const auto first = static_cast<double>(history.frames.front().frame),
             newest = static_cast<double>(history.frames.back().frame);
  const PlotRange& range = context.state.profiler;
  const std::vector<PlottedQuantity> measures = plottedQuantities(history);
  const Shares shares = sharesOf(theme, measures, size.x);
  const float middle = lower.x + shares.stages, gap = kProfilerGap * theme.scale;
  const double to = range.to(newest);
  // A run with few frames fills the whole plot.
  const double from = std::max(range.from(newest), std::min(first, to - PlotRange::kFewest));
  ProfilerSheet sheet{context, history, {}, from, to, shares.legend};
  const ImVec2 stackUpper{middle - shares.legend, upper.y};
  const PlotArea axis{lower, stackUpper, sheet.from, sheet.to};
  handlePointer(context, history, axis);
  sheet.columns = plotColumns(history.frames, sheet.from, sheet.to,
                              static_cast<std::size_t>(std::max(axis.upper.x - lower.x, 8.f) / 1.5f));
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (ImGui::IsItemHovered() && mouse.x < axis.upper.x) sheet.pointed = frameUnder(history, axis, mouse.x);
  drawStages(sheet, lower, {middle, upper.y});
  drawMeasures(sheet, measures, {middle + gap, lower.y}, upper);
}

}  // namespace

void drawProfilerPanel(PanelContext& context) {
  if (!context.services.monitor) return;
  context.services.monitor->read([&](const FrameHistory& history) {
    if (history.frames.empty())
      ImGui::TextDisabled("%s", insertKeys("No frame has been simulated yet. {1} plays.",
                                           std::array{Action::PlayPause}, context.state.keyMap)
                                    .c_str());
    else
      drawPlots(context, history);
  });
}

}  // namespace ooze::ui
