#include "ui/plot_range.h"

#include <algorithm>

namespace ooze::ui {

void PlotRange::zoom(double factor, double at, double first, double newest) {
  // At first there are not as many as it would show.
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
