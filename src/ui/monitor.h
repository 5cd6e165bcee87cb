// Figures over time: what every frame took and came to, whether the window drew it or not.
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

struct FrameFigures {
  std::uint64_t frame = 0;
  double time = 0.0;  ///< simulated, at its end [s]
  int steps = 0;
  std::size_t particles = 0, links = 0;
  double kineticEnergy = 0.0;  ///< [J]
  double meanDensity = 0.0;    ///< method's measure [1]
  double maxSpeed = 0.0;       ///< [m/s]
  SolverWork solver;           ///< of a method that solves equations
  std::vector<float> stages;   ///< [ms], in the order of Figures::stages; those that it lacks took nothing

  [[nodiscard]] float stage(std::size_t s) const { return s < stages.size() ? stages[s] : 0.f; }
};

struct Figures {
  std::vector<std::string> stages;  ///< in the order in which they first ran
  std::string method;               ///< its key
  std::string links;                ///< what the method calls its links; "" without any
  bool solves = false;              ///< the method solves an equation for the pressure
  std::deque<FrameFigures> frames;  ///< ascending; one that was taken again replaces it and all after it
};

/// The figures of the last frames. Any thread may call any of it.
class Monitor {
 public:
  static constexpr std::size_t kFrames = 36'000;   ///< ten minutes at 60 frames a second
  static constexpr std::size_t kSlices = 150'000;  ///< for the trace: some 300 frames of 30 steps

  explicit Monitor(std::size_t frames = kFrames, std::size_t slices = kSlices)
      : mostFrames_(frames), mostSlices_(slices) {}

  /// Notes a frame that was simulated to its end. Another scene starts from nothing.
  void note(const std::string& scene, const Snapshot& frame);
  /// Notes that a picture was drawn, for the trace.
  void notePicture(const StageSlice& slice);

  /// Whoever has something to note waits meanwhile.
  void read(FunctionRef<void(const Figures&)> use) const;

  /// Writes one of the two below to a file; takeMessages() tells how that went.
  void writeCsv(const std::filesystem::path& file);
  void writeTrace(const std::filesystem::path& file);
  std::vector<Message> takeMessages();

  /// A row per frame under a row of names with units.
  [[nodiscard]] std::string csv() const;
  /// The last frames stage by stage, as chromeTrace().
  [[nodiscard]] std::string trace() const;

 private:
  void write(const std::filesystem::path& file, const std::string& text);

  const std::size_t mostFrames_, mostSlices_;
  mutable std::mutex mutex_;
  std::string scene_;
  Figures figures_;
  std::deque<TraceFrame> trace_;
  std::size_t slices_ = 0;  ///< in trace_
  std::deque<StageSlice> pictures_;
  std::vector<Message> messages_;
};

}  // namespace ooze::ui
