// Counts the window's frames and measures the frame rate, for the status bar and the report.
#pragma once

#include "app/window/session_report.h"

#include <cstddef>
#include <vector>

namespace ooze {

class FrameCounter {
 public:
  /// Counts a frame. @param began, ended  wall clock, from the input to the picture [s]
  void count(double began, double ended);
  /// Returns the frame rate over the last half second [1/s].
  [[nodiscard]] double framesPerSecond() const { return framesPerSecond_; }
  /// Fills in the frame statistics of the report.
  void report(WindowNumbers& numbers) const;

 private:
  std::vector<double> milliseconds_;  ///< durations of the first frames, up to a limit [ms]
  double framesPerSecond_ = 0.0;
  double countedFrom_ = 0.0;  ///< start of the current counting interval, wall clock [s]
  int counted_ = 0;           ///< number of frames in the current counting interval
  std::size_t drawn_ = 0;     ///< total number of frames
};

}  // namespace ooze
