#include "ui/widgets/plot.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ooze::ui {
namespace {

/// Turns off antialiased fills while alive, because ImGui's smooth edges leave seams between adjacent areas.
class SharpFills {
 public:
  explicit SharpFills(ImDrawList& list) : list_(list), flags_(list.Flags) {
    list_.Flags &= ~ImDrawListFlags_AntiAliasedFill;
  }
  ~SharpFills() { list_.Flags = flags_; }
  SharpFills(const SharpFills&) = delete;
  SharpFills& operator=(const SharpFills&) = delete;

 private:
  ImDrawList& list_;
  ImDrawListFlags flags_;
};

template <class Value>
double meanOf(const std::deque<FrameStatistics>& frames, const PlotColumn& column, const Value& value) {
  double sum = 0.0;
  for (std::size_t i = column.begin; i < column.end; ++i) sum += value(frames[i]);
  return sum / static_cast<double>(column.end - column.begin);
}

}  // namespace

std::vector<PlotColumn> plotColumns(const std::deque<FrameStatistics>& frames, double from, double to,
                                    std::size_t most) {
  std::vector<PlotColumn> columns;
  const auto share = static_cast<std::uint64_t>(
      std::max(1.0, std::ceil((to - from) / static_cast<double>(std::max<std::size_t>(most, 1)))));
  const auto before = [](const FrameStatistics& f, double frame) {
    return static_cast<double>(f.frame) < frame;
  };
  auto first = std::lower_bound(frames.begin(), frames.end(), from, before);
  if (first != frames.begin()) --first;  // the line continues to the left edge
  for (auto i = static_cast<std::size_t>(first - frames.begin()); i < frames.size();) {
    const std::uint64_t group = frames[i].frame / share;
    std::size_t end = i + 1;
    while (end < frames.size() && frames[end].frame / share == group) ++end;
    columns.push_back({0.5 * static_cast<double>(frames[i].frame + frames[end - 1].frame), i, end});
    if (static_cast<double>(frames[i].frame) > to) break;
    i = end;
  }
  return columns;
}

double roundUp(double value) {
  if (!(value > 0.0)) return 1.0;
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double step : {1.0, 2.0, 5.0})
    if (value <= step * power * (1.0 + 1e-9)) return step * power;
  return 10.0 * power;
}

std::string shortNumber(double value) {
  const double size = std::abs(value);
  if (size >= 1e6) return fmt::format("{:.3g}M", value * 1e-6);
  if (size >= 1e4) return fmt::format("{:.3g}k", value * 1e-3);
  if (size >= 999.5) return fmt::format("{:.0f}", value);
  return fmt::format("{:.3g}", value);
}

double drawStack(const PlotArea& area, const std::deque<FrameStatistics>& frames,
                 std::span<const PlotColumn> columns, std::span<const PlotBand> bands) {
  // Accumulates the bands from the bottom, column by column.
  std::vector<std::vector<float>> tops(bands.size() + 1, std::vector<float>(columns.size(), 0.f));
  double highest = 0.0;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    for (std::size_t b = 0; b < bands.size(); ++b)
      tops[b + 1][c] = tops[b][c] + static_cast<float>(meanOf(frames, columns[c], bands[b].value));
    highest = std::max<double>(highest, tops[bands.size()][c]);
  }
  const double top = roundUp(highest);
  const auto y = [&](float value) {
    return area.upper.y - value / static_cast<float>(top) * (area.upper.y - area.lower.y);
  };
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const SharpFills sharp(list);
  list.PushClipRect(area.lower, area.upper, true);
  for (std::size_t b = 0; b < bands.size(); ++b)
    for (std::size_t c = 0; c + 1 < columns.size(); ++c) {
      const float left = area.x(columns[c].frame), right = area.x(columns[c + 1].frame);
      if (tops[b + 1][c] - tops[b][c] + tops[b + 1][c + 1] - tops[b][c + 1] <= 0.f) continue;
      list.AddQuadFilled({left, y(tops[b][c])}, {left, y(tops[b + 1][c])}, {right, y(tops[b + 1][c + 1])},
                         {right, y(tops[b][c + 1])}, bands[b].colour);
    }
  list.PopClipRect();
  return top;
}

std::pair<double, double> drawLine(const PlotArea& area, const std::deque<FrameStatistics>& frames,
                                   std::span<const PlotColumn> columns, ImU32 colour,
                                   const std::function<double(const FrameStatistics&)>& value) {
  if (columns.empty()) return {0.0, 1.0};
  struct Spread {
    double low, high, mean;
  };
  std::vector<Spread> spreads;
  double low = value(frames[columns[0].begin]), high = low;
  for (const PlotColumn& column : columns) {
    Spread s{value(frames[column.begin]), value(frames[column.begin]), meanOf(frames, column, value)};
    for (std::size_t i = column.begin; i < column.end; ++i)
      s.low = std::min(s.low, value(frames[i])), s.high = std::max(s.high, value(frames[i]));
    low = std::min(low, s.low), high = std::max(high, s.high);
    spreads.push_back(s);
  }
  // The axis starts at zero, unless all values are far above zero and vary.
  const bool far = low > 0.6 * high && high - low > 2e-3 * high;
  const double bottom = far ? low - 0.15 * (high - low) : 0.0;
  const double top = std::max(high + 0.08 * (high - bottom), bottom + 1e-9);
  const auto y = [&](double v) {
    return area.upper.y - static_cast<float>((v - bottom) / (top - bottom)) * (area.upper.y - area.lower.y);
  };
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(area.lower, area.upper, true);
  std::vector<ImVec2> line;
  const ImU32 shade = (colour & ~IM_COL32_A_MASK) | (0x40u << IM_COL32_A_SHIFT);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const float x = area.x(columns[c].frame);
    if (spreads[c].high > spreads[c].low)
      list.AddLine({x, y(spreads[c].low)}, {x, y(spreads[c].high)}, shade, 2.f);
    line.push_back({x, y(spreads[c].mean)});
  }
  list.AddPolyline(line.data(), static_cast<int>(line.size()), colour, 0, 1.5f);
  list.PopClipRect();
  return {bottom, top};
}

void PlotRange::zoom(double factor, double at, double first, double newest) {
  // Early in a run fewer frames exist than the range would show.
  const double before = std::min(span_, std::max(to(newest) - first, kFewest));
  span_ = std::clamp(before * factor, kFewest, std::max(newest - first, kUsual));
  if (held_) *held_ += (1.0 - at) * (span_ - before);
  keepWithin(first, newest);
}

void PlotRange::pan(double frames, double first, double newest) {
  held_ = to(newest) + frames;
  keepWithin(first, newest);
}

void PlotRange::keepWithin(double first, double newest) {
  if (held_) held_ = std::clamp(*held_, std::min(first + span_, newest), newest);
}

}  // namespace ooze::ui
