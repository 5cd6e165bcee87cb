#include "ui/plot_range.h"

#include <algorithm>

namespace ooze::ui {

void PlotRange::zoom(double factor, double at, double first, double newest) {
  const double all = std::max(newest - first, kFewest);
  const double span = std::clamp(span_ * factor, kFewest, std::max(all, kUsual));
  if (held_) *held_ += (1.0 - at) * (span - span_);
  span_ = span;
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
