#include "ui/plot_range.h"

#include <algorithm>

namespace ooze::ui {

double PlotRange::span(double first, double newest) const {
  return held_ ? span_ : std::clamp(newest - first, kFewest, span_);
}

void PlotRange::hold(double first, double newest) {
  span_ = span(first, newest);
  held_ = newest;
}

void PlotRange::zoom(double factor, double at, double first, double newest) {
  const double before = span(first, newest);
  span_ = std::clamp(before * factor, kFewest, std::max({newest - first, kFewest, before}));
  if (held_) *held_ += (1.0 - at) * (span_ - before);
  keepWithin(first, newest);
}

void PlotRange::pan(double frames, double first, double newest) {
  if (!held_) hold(first, newest);
  *held_ += frames;
  keepWithin(first, newest);
}

void PlotRange::keepWithin(double first, double newest) {
  if (held_) held_ = std::clamp(*held_, std::min(first + span_, newest), newest);
}

}  // namespace ooze::ui
