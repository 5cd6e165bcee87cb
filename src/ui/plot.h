// Plots of figures over frames: how values become lines and areas.
#pragma once

#include "ui/monitor.h"
#include "ui/theme.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ooze::ui {

/// Which frames plots show: the last ones, or a stretch that stays.
class PlotRange {
 public:
  static constexpr double kUsual = 600.0, kFewest = 8.0;  ///< frames shown

  /// While it follows, the newest frame is at the right edge.
  [[nodiscard]] bool following() const { return !held_; }
  void hold(double newest) { held_ = newest; }
  void follow() { held_.reset(); }
  void reset() { *this = {}; }

  [[nodiscard]] double to(double newest) const { return held_.value_or(newest); }
  [[nodiscard]] double from(double newest) const { return to(newest) - span_; }
  /// Shows more (factor > 1) or fewer frames. What stands still is held at `at`, a part of the width from the
  /// left; what follows keeps its right edge.
  void zoom(double factor, double at, double first, double newest);
  /// Moves what is shown, and holds it there.
  void pan(double frames, double first, double newest);

 private:
  void keepWithin(double first, double newest);

  double span_ = kUsual;
  std::optional<double> held_;  ///< frame at the right edge
};

/// Frames that share a place along a plot: [begin, end) of Figures::frames.
struct PlotColumn {
  double frame;  ///< the middle
  std::size_t begin, end;
};
/// The frames in [from, to], at most about `most` columns. Which frames share one does not depend on from and
/// to, so that a plot that moves does not flicker.
std::vector<PlotColumn> plotColumns(const std::deque<FrameFigures>& frames, double from, double to,
                                    std::size_t most);

/// The next number of 1, 2 or 5 times a power of ten that is not less; 1 for 0.
double roundUp(double value);
/// "12.3k", "0.0042", "57"
std::string shortNumber(double value);

/// The place of a plot on the screen, and the frames that it shows.
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

/// A stripe of a stack.
struct PlotBand {
  ImU32 colour;
  std::function<float(const FrameFigures&)> value;
};

/// Areas one above the other, from `bands` first to last. @return the value at the upper edge
double drawStack(const PlotArea& area, const std::deque<FrameFigures>& frames,
                 std::span<const PlotColumn> columns, std::span<const PlotBand> bands);

/// A line with its mean; between lowest and highest where frames share a place. @return the values at the
/// lower and upper edge
std::pair<double, double> drawLine(const PlotArea& area, const std::deque<FrameFigures>& frames,
                                   std::span<const PlotColumn> columns, ImU32 colour,
                                   const std::function<double(const FrameFigures&)>& value);

}  // namespace ooze::ui
