// How many frames the window has drawn, and how quickly: for the status bar, and for the report.
#pragma once

#include "app/window/session_report.h"

#include <cstddef>
#include <vector>

namespace ooze {

class FrameCounter {
 public:
  /// A frame was drawn. @param began, ended  wall clock, from the input to the picture [s]
  void count(double began, double ended);
  /// Over the last half second.
  [[nodiscard]] double framesPerSecond() const { return framesPerSecond_; }
  /// Sets those numbers of the report that are about frames.
  void report(WindowNumbers& numbers) const;

 private:
  std::vector<double> milliseconds_;  ///< of the first frames, as many as are remembered
  double framesPerSecond_ = 0.0;
  double countedFrom_ = 0.0;  ///< [s]
  int counted_ = 0;           ///< since then
  std::size_t drawn_ = 0;     ///< all frames
};

}  // namespace ooze
