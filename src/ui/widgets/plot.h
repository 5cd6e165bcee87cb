// Plots of frame statistics over frames: line plots and stacked area plots.
#pragma once

#include "ui/monitor.h"
#include "ui/widgets/theme.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ooze::ui {

/// The range of frames that plots show: the newest frames, or a fixed range.
class PlotRange {
 public:
  static constexpr double kUsual = 600.0, kFewest = 8.0;  ///< default and smallest number of frames shown

  /// Returns whether the newest frame stays at the right edge.
  [[nodiscard]] bool following() const { return !held_; }
  void hold(double newest) { held_ = newest; }
  void follow() { held_.reset(); }
  void reset() { *this = {}; }

  [[nodiscard]] double to(double newest) const { return held_.value_or(newest); }
  [[nodiscard]] double from(double newest) const { return to(newest) - span_; }
  /// Shows more (factor > 1) or fewer frames. A fixed range keeps the frame at `at`, a fraction of the width
  /// from the left; a following range keeps its right edge.
  void zoom(double factor, double at, double first, double newest);
  /// Moves the range, and fixes the range there.
  void pan(double frames, double first, double newest);

 private:
  void keepWithin(double first, double newest);

  double span_ = kUsual;
  std::optional<double> held_;  ///< frame at the right edge; unset: the newest frame
};

/// Frames that share a column of a plot: [begin, end) of FrameHistory::frames.
struct PlotColumn {
  double frame;  ///< number of the middle frame
  std::size_t begin, end;
};
/// Groups the frames in [from, to] into about `most` columns or fewer. Column boundaries do not depend on
/// from and to, so that a scrolling plot does not flicker.
std::vector<PlotColumn> plotColumns(const std::deque<FrameStatistics>& frames, double from, double to,
                                    std::size_t most);

/// Rounds up to the next number of 1, 2 or 5 times a power of ten; 1 for 0.
double roundUp(double value);
/// Formats a number briefly: "12.3k", "0.0042", "57".
std::string shortNumber(double value);

/// The rectangle of a plot on the screen, and the range of frames shown.
struct PlotArea {
  ImVec2 lower, upper;  ///< upper left and lower right corner
  double from = 0.0, to = 1.0;

  [[nodiscard]] float x(double frame) const {
    return lower.x + static_cast<float>((frame - from) / (to - from)) * (upper.x - lower.x);
  }
  [[nodiscard]] double frameAt(float x) const {
    return from + (x - lower.x) / static_cast<double>(upper.x - lower.x) * (to - from);
  }
};

/// A band of a stacked area plot.
struct PlotBand {
  ImU32 colour;
  std::function<float(const FrameStatistics&)> value;
};

/// Draws a stacked area plot, from the first band at the bottom to the last.
/// @return the value at the upper edge
double drawStack(const PlotArea& area, const std::deque<FrameStatistics>& frames,
                 std::span<const PlotColumn> columns, std::span<const PlotBand> bands);

/// Draws a line of column means, with a bar from the lowest to the highest value of each column.
/// @return the values at the lower and the upper edge
std::pair<double, double> drawLine(const PlotArea& area, const std::deque<FrameStatistics>& frames,
                                   std::span<const PlotColumn> columns, ImU32 colour,
                                   const std::function<double(const FrameStatistics&)>& value);

}  // namespace ooze::ui
