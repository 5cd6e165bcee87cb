// Which frames plots show: pure arithmetic.
#pragma once

#include <optional>

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

}  // namespace ooze::ui
