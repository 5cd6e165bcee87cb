// Statistics of simulated frames over time, for plots and exports. Includes frames that the window never
// drew.
#pragma once

#include "ooze/base/stage_timer.h"
#include "ooze/base/threads.h"
#include "ooze/world/snapshot.h"

#include "base/chrome_trace.h"
#include "session/session.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

namespace ooze::ui {

struct FrameStatistics {
  std::uint64_t frame = 0;
  double time = 0.0;  ///< simulated time at the end of the frame [s]
  int steps = 0;
  std::size_t particles = 0, links = 0;
  double kineticEnergy = 0.0;  ///< kinetic energy of the liquid [J]
  double meanDensity = 0.0;    ///< mean over all particles, in the method's own measure of density [1]
  double maxSpeed = 0.0;       ///< largest particle speed [m/s]
  SolverWork solver;           ///< zero for a method that solves no equations
  std::vector<float> stages;   ///< time of each stage, in the order of FrameHistory::stages [ms]; missing: 0

  [[nodiscard]] float stage(std::size_t s) const { return s < stages.size() ? stages[s] : 0.f; }
};

struct FrameHistory {
  std::vector<std::string> stages;     ///< stage names, in the order of first execution
  std::string method;                  ///< key of the method
  std::string links;                   ///< the method's word for links; "": no links
  bool solves = false;                 ///< the method solves a pressure equation
  std::deque<FrameStatistics> frames;  ///< ascending in the frame number; a frame simulated again replaces
                                       ///< its old entry and all later entries
};

/// Collects the statistics of the last frames. All member functions are thread-safe.
class FrameMonitor {
  /// Number of frames kept: ten minutes at 60 frames a second.
 public:
  static constexpr std::size_t kFrames = 36'000;
  /// Stage timings kept for the trace: some 300 frames of 30 steps.
  static constexpr std::size_t kSlices = 150'000;

  explicit FrameMonitor(std::size_t frames = kFrames, std::size_t slices = kSlices)
      : mostFrames_(frames), mostSlices_(slices) {}

  /// Records a simulated frame. A different scene clears the statistics.
  void note(const std::string& scene, const Snapshot& frame);
  /// Records the time slice of a drawn picture, for the trace.
  void notePicture(const StageSlice& slice);

  /// Calls `use` with the statistics, under the lock: threads that record frames wait meanwhile.
  void read(FunctionRef<void(const FrameHistory&)> use) const;

  /// Write csv() or trace() to a file. takeMessages() reports success or failure.
  void writeCsv(const std::filesystem::path& file);
  void writeTrace(const std::filesystem::path& file);
  std::vector<Message> takeMessages();

  /// Returns a CSV table: a header row with units, then a row per frame.
  [[nodiscard]] std::string csv() const;
  /// Returns the last frames by stage in the format of chromeTrace().
  [[nodiscard]] std::string trace() const;

 private:
  void write(const std::filesystem::path& file, const std::string& text);

  const std::size_t mostFrames_, mostSlices_;
  mutable std::mutex mutex_;
  std::string scene_;
  FrameHistory figures_;
  std::deque<TraceFrame> trace_;
  std::size_t slices_ = 0;  ///< number of slices in trace_
  std::deque<StageSlice> pictures_;
  std::vector<Message> messages_;
};

}  // namespace ooze::ui
