// What a frame costs, stage by stage, and what the world comes to, over time.
#include "ui/monitor.h"
#include "ui/panels/panel.h"
#include "ui/plot.h"
#include "ui/stage_colours.h"
#include "ui/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace ooze::ui {
namespace {

constexpr float kLegend = 168.f, kGap = 8.f;  // [design pixels]
constexpr ImU32 kBack = IM_COL32(18, 20, 24, 255), kGrid = IM_COL32(255, 255, 255, 18),
                kOthers = IM_COL32(84, 88, 96, 255);

struct Measure {
  const char* title;  ///< null: what the method calls its links, if it has any
  const char* name;   ///< in full
  const char* unit;
  ImU32 colour;
  double (*value)(const FrameFigures&);
  bool (*isThere)(const Figures&) = [](const Figures&) { return true; };
};
bool hasLinks(const Figures& figures) { return !figures.links.empty(); }
bool solves(const Figures& figures) { return figures.solves; }
constexpr std::array kMeasures{
    Measure{"Particles", "Particles", "", IM_COL32(118, 162, 214, 255),
            [](const FrameFigures& f) { return static_cast<double>(f.particles); }},
    Measure{nullptr, nullptr, "", IM_COL32(178, 132, 200, 255),
            [](const FrameFigures& f) { return static_cast<double>(f.links); }, hasLinks},
    Measure{"Steps", "Steps per frame", "", IM_COL32(150, 158, 170, 255),
            [](const FrameFigures& f) { return static_cast<double>(f.steps); }},
    Measure{"Energy", "Kinetic energy", "J", IM_COL32(222, 166, 82, 255),
            [](const FrameFigures& f) { return f.kineticEnergy; }},
    Measure{"Density", "Mean density, in the method's own measure", "", IM_COL32(96, 184, 172, 255),
            [](const FrameFigures& f) { return f.meanDensity; }},
    Measure{"Top speed", "Speed of the fastest particle", "m/s", IM_COL32(206, 118, 98, 255),
            [](const FrameFigures& f) { return f.maxSpeed; }},
    Measure{"Iterations", "Iterations of the last solution of the pressure's equation", "",
            IM_COL32(178, 132, 200, 255),
            [](const FrameFigures& f) { return static_cast<double>(f.solver.iterations); }, solves},
    Measure{"Residual", "What the pressure's equation was left with, over its right side", "",
            IM_COL32(170, 176, 96, 255), [](const FrameFigures& f) { return f.solver.residual; }, solves},
};

/// What all plots of one picture share.
struct Sheet {
  PanelContext& context;
  const Figures& figures;
  std::vector<PlotColumn> columns;
  double from, to;
  const FrameFigures* pointed = nullptr;  ///< the frame under the cursor

  [[nodiscard]] const FrameFigures& shown() const { return pointed ? *pointed : figures.frames.back(); }
};

void label(const Theme& theme, const ImVec2& at, const std::string& text, ImU32 colour, float align = 0.f) {
  const float width = theme.small->CalcTextSizeA(theme.small->FontSize, 1e9f, 0.f, text.c_str()).x;
  ImGui::GetWindowDrawList()->AddText(theme.small, theme.small->FontSize, {at.x - align * width, at.y},
                                      colour, text.c_str());
}

ImU32 dim(const Theme& theme) { return ImGui::GetColorU32(theme.dim); }
ImU32 bright() { return ImGui::GetColorU32(ImGuiCol_Text); }

PlotArea beginPlot(const Sheet& sheet, const ImVec2& lower, const ImVec2& upper) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(lower, upper, kBack, 3.f * sheet.context.theme.scale);
  for (const float part : {0.25f, 0.5f, 0.75f}) {
    const float y = lower.y + part * (upper.y - lower.y);
    list.AddLine({lower.x, y}, {upper.x, y}, kGrid);
  }
  return {lower, upper, sheet.from, sheet.to};
}

void drawCursor(const Sheet& sheet, const PlotArea& area) {
  if (!sheet.pointed) return;
  const float x = area.x(static_cast<double>(sheet.pointed->frame));
  ImGui::GetWindowDrawList()->AddLine({x, area.lower.y}, {x, area.upper.y}, IM_COL32(255, 255, 255, 110));
}

/// Wheel, drag and double click over everything that has the frames' axis.
void handlePointer(PanelContext& context, const Figures& figures, const PlotArea& area) {
  PlotRange& range = context.state.profiler;
  const ImGuiIO& io = ImGui::GetIO();
  const auto first = static_cast<double>(figures.frames.front().frame),
             newest = static_cast<double>(figures.frames.back().frame);
  const double width = std::max(area.upper.x - area.lower.x, 1.f);
  if (ImGui::IsItemHovered() && io.MouseWheel != 0.f)
    range.zoom(std::pow(0.8, io.MouseWheel), (io.MousePos.x - area.lower.x) / width, first, newest);
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) range.reset();
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0) && io.MouseDelta.x != 0.f)
    range.pan(-io.MouseDelta.x / width * (area.to - area.from), first, newest);
}

const FrameFigures* frameUnder(const Figures& figures, const PlotArea& area, float x) {
  const double frame = area.frameAt(x);
  const FrameFigures* nearest = nullptr;
  for (const FrameFigures& f : figures.frames) {
    const auto distance = [&](const FrameFigures& g) {
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

/// Of the frames that are shown, the greatest first.
std::vector<StageMean> meansOf(const Sheet& sheet) {
  std::vector<StageMean> means;
  std::size_t count = 0;
  for (const PlotColumn& column : sheet.columns) count += column.end - column.begin;
  for (std::size_t s = 0; s < sheet.figures.stages.size(); ++s) {
    double sum = 0.0;
    for (const PlotColumn& column : sheet.columns)
      for (std::size_t i = column.begin; i < column.end; ++i) sum += sheet.figures.frames[i].stage(s);
    means.push_back({s, static_cast<float>(sum / static_cast<double>(std::max<std::size_t>(count, 1)))});
  }
  std::stable_sort(means.begin(), means.end(),
                   [](const StageMean& a, const StageMean& b) { return a.mean > b.mean; });
  return means;
}

void legendRow(const Sheet& sheet, const ImVec2& at, ImU32 colour, const std::string& name, float value) {
  const Theme& theme = sheet.context.theme;
  const float side = 0.7f * theme.small->FontSize;
  const float low = at.y + 0.5f * (theme.small->FontSize - side);
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, low}, {at.x + side, low + side}, colour, 2.f);
  label(theme, {at.x + 1.6f * side, at.y}, name, bright());
  label(theme, {at.x + (kLegend - kGap) * theme.scale, at.y}, fmt::format("{:.2f}", value), dim(theme), 1.f);
}

/// The stages that fit, greatest first, and the rest in one row. Under the cursor it shows that frame, else
/// means. @return how many stages have a row
std::size_t drawLegendOf(const Sheet& sheet, const std::vector<StageMean>& means, const ImVec2& at,
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
  const float right = at.x + (kLegend - kGap) * theme.scale;
  label(theme, at, sheet.pointed ? fmt::format("frame {}", sheet.pointed->frame) : "mean of these",
        dim(theme));
  label(theme, {right, at.y}, fmt::format("{:.2f} ms", total), bright(), 1.f);
  for (std::size_t k = 0; k < rows; ++k) {
    const std::string& name = sheet.figures.stages[means[k].stage];
    legendRow(sheet, {at.x, at.y + static_cast<float>(k + 1) * line}, stageColour(name, sheet.figures.method),
              name, value(means[k]));
  }
  if (rows < means.size())
    legendRow(sheet, {at.x, at.y + static_cast<float>(rows + 1) * line}, kOthers,
              fmt::format("{} others", means.size() - rows), rest);
  return rows;
}

void drawStages(Sheet& sheet, const ImVec2& lower, const ImVec2& upper) {
  const Theme& theme = sheet.context.theme;
  const float side = kLegend * theme.scale;
  const PlotArea area = beginPlot(sheet, lower, {upper.x - side, upper.y});
  const std::vector<StageMean> means = meansOf(sheet);
  const std::size_t rows =
      drawLegendOf(sheet, means, {area.upper.x + kGap * theme.scale, lower.y}, upper.y - lower.y);

  std::vector<std::size_t> named, others;
  for (std::size_t k = 0; k < means.size(); ++k) (k < rows ? named : others).push_back(means[k].stage);
  std::sort(named.begin(), named.end());  // in the order of the step
  std::vector<PlotBand> bands;
  for (const std::size_t s : named)
    bands.push_back({stageColour(sheet.figures.stages[s], sheet.figures.method),
                     [s](const FrameFigures& f) { return f.stage(s); }});
  if (!others.empty())
    bands.push_back({kOthers, [&others](const FrameFigures& f) {
                       float sum = 0.f;
                       for (const std::size_t s : others) sum += f.stage(s);
                       return sum;
                     }});
  const double top = drawStack(area, sheet.figures.frames, sheet.columns, bands);
  const float pad = 4.f * theme.scale;
  label(theme, {area.lower.x + pad, area.lower.y + 0.5f * pad},
        fmt::format("{} ms per frame", shortNumber(top)), bright());
  label(theme, {area.lower.x + pad, area.upper.y - theme.small->FontSize - 0.5f * pad},
        fmt::format("frame {:.0f}", std::max(0.0, sheet.from)), bright());
  label(theme, {area.upper.x - pad, area.upper.y - theme.small->FontSize - 0.5f * pad},
        fmt::format("{:.0f}", sheet.to), bright(), 1.f);
  drawCursor(sheet, area);
}

void drawMeasure(const Sheet& sheet, const Measure& measure, const ImVec2& lower, const ImVec2& upper) {
  const Theme& theme = sheet.context.theme;
  const PlotArea area = beginPlot(sheet, lower, upper);
  const float pad = 4.f * theme.scale, line = theme.small->FontSize;
  const auto withUnit = [&](double value) {
    return *measure.unit ? shortNumber(value) + " " + measure.unit : shortNumber(value);
  };
  // The line stays below its title.
  const PlotArea inner{{lower.x, lower.y + line + pad}, {upper.x, upper.y - 1.f}, area.from, area.to};
  const auto [low, high] =
      drawLine(inner, sheet.figures.frames, sheet.columns, measure.colour, measure.value);
  drawCursor(sheet, area);
  const std::string value = withUnit(measure.value(sheet.shown()));
  const float left = upper.x - 2.f * pad - theme.small->CalcTextSizeA(line, 1e9f, 0.f, value.c_str()).x;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(lower, {left, upper.y}, true);  // a long number has the place of the title
  label(theme, {lower.x + pad, lower.y + 0.5f * pad}, measure.title, dim(theme));
  list.PopClipRect();
  label(theme, {upper.x - pad, lower.y + 0.5f * pad}, value, bright(), 1.f);
  if (!ImGui::IsMouseHoveringRect(lower, upper)) return;
  beginExplanation(theme);
  ImGui::TextUnformatted(measure.name);
  ImGui::TextDisabled("shown from %s to %s", withUnit(low).c_str(), withUnit(high).c_str());
  endExplanation();
}

void drawMeasures(const Sheet& sheet, const ImVec2& lower, const ImVec2& upper) {
  const float scale = sheet.context.theme.scale, gap = 0.5f * kGap * scale;
  // Two by three where that leaves each a wider place that is high enough.
  const bool narrow = upper.x - lower.x < 3.f * 130.f * scale && upper.y - lower.y > 3.f * 44.f * scale;
  const std::size_t across = narrow ? 2 : 3;
  // Links or not, the others have room for six.
  const std::size_t there = static_cast<std::size_t>(
      std::ranges::count_if(kMeasures, [&](const Measure& m) { return m.isThere(sheet.figures); }));
  const std::size_t count = std::max<std::size_t>(6, there);
  const float width = (upper.x - lower.x + gap) / static_cast<float>(across),
              height = (upper.y - lower.y + gap) / static_cast<float>((count + across - 1) / across);
  const std::string links = capitalised(sheet.figures.links);
  std::size_t m = 0;
  for (Measure measure : kMeasures) {
    if (!measure.isThere(sheet.figures)) continue;
    if (!measure.title) measure.title = measure.name = links.c_str();
    const ImVec2 corner{lower.x + static_cast<float>(m % across) * width,
                        lower.y + static_cast<float>(m / across) * height};
    drawMeasure(sheet, measure, corner, {corner.x + width - gap, corner.y + height - gap});
    ++m;
  }
}

/// Asks for a file, which is written when it is chosen.
FileRequest exportRequest(std::string title, std::string name, std::string extension,
                          std::function<void(std::filesystem::path)> write) {
  FileRequest request;
  request.kind = FileRequest::Kind::Save;
  request.title = std::move(title);
  request.about = "figures";
  request.name = std::move(name);
  request.extensions = {std::move(extension)};
  request.chosen = std::move(write);
  return request;
}

void drawButtons(PanelContext& context, const Figures& figures) {
  const Theme& theme = context.theme;
  InterfaceState& state = context.state;
  Monitor* monitor = context.services.monitor;
  const std::string scene = context.view.scene ? context.view.scene->name : "ooze";
  ImGui::BeginGroup();
  const bool follows = state.profiler.following();
  if (iconButton(
          theme, follows ? icon::kPause : icon::kPlay, follows ? "Hold" : "Follow", !follows,
          follows ? "Hold the plots where they are; the simulation goes on" : "Follow the newest frames")) {
    if (follows)
      state.profiler.hold(static_cast<double>(figures.frames.back().frame));
    else
      state.profiler.follow();
  }
  if (iconButton(theme, icon::kHome, "Reset", false,
                 "Show the last 600 frames.\nWheel: zoom.  Drag: move.  Double click: this"))
    state.profiler.reset();
  if (iconButton(theme, icon::kTable, "CSV", false, "Save the figures of all frames as a table (CSV)"))
    state.fileRequest =
        exportRequest("Save the figures", scene + ".csv", ".csv",
                      [monitor](const std::filesystem::path& file) { monitor->writeCsv(file); });
  if (iconButton(theme, icon::kTrace, "Trace", false,
                 "Save when each stage of the last frames ran, for chrome://tracing or ui.perfetto.dev"))
    state.fileRequest =
        exportRequest("Save a trace", scene + ".trace.json", ".json",
                      [monitor](const std::filesystem::path& file) { monitor->writeTrace(file); });
  ImGui::EndGroup();
}

void drawPlots(PanelContext& context, const Figures& figures) {
  const Theme& theme = context.theme;
  drawButtons(context, figures);
  ImGui::SameLine();
  const ImVec2 lower = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const ImVec2 size{std::max(room.x, 1.f), std::max(room.y, 1.f)};
  ImGui::InvisibleButton("plots", size);
  const ImVec2 upper{lower.x + size.x, lower.y + size.y};
  const auto first = static_cast<double>(figures.frames.front().frame),
             newest = static_cast<double>(figures.frames.back().frame);
  const PlotRange& range = context.state.profiler;
  const float middle = lower.x + 0.56f * size.x, gap = kGap * theme.scale;
  const double to = range.to(newest);
  // As long as there are few, they fill the plot.
  const double from = std::max(range.from(newest), std::min(first, to - PlotRange::kFewest));
  Sheet sheet{context, figures, {}, from, to};
  const ImVec2 stackUpper{middle - kLegend * theme.scale, upper.y};
  const PlotArea axis{lower, stackUpper, sheet.from, sheet.to};
  handlePointer(context, figures, axis);
  sheet.columns = plotColumns(figures.frames, sheet.from, sheet.to,
                              static_cast<std::size_t>(std::max(axis.upper.x - lower.x, 8.f) / 1.5f));
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (ImGui::IsItemHovered() && mouse.x < axis.upper.x) sheet.pointed = frameUnder(figures, axis, mouse.x);
  drawStages(sheet, lower, {middle, upper.y});
  drawMeasures(sheet, {middle + gap, lower.y}, upper);
}

}  // namespace

void drawProfilerPanel(PanelContext& context) {
  if (!context.services.monitor) return;
  context.services.monitor->read([&](const Figures& figures) {
    if (figures.frames.empty())
      ImGui::TextDisabled("%s", "No frame has been simulated yet. Space plays.");
    else
      drawPlots(context, figures);
  });
}

}  // namespace ooze::ui
