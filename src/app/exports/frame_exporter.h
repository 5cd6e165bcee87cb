// Writes a range of a session's frames to files while the session continues. A second world replays the
// session's event log and continues after its end. Replay is bit-exact, so the files are identical to those
// of `ooze run`.
#pragma once

#include "app/exports/exports.h"
#include "session/live_world.h"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace ooze {

/// Exports a range of frames on a background thread with its own world.
class FrameExporter {
 public:
  struct Plan {
    ExportOptions files;
    std::uint64_t first = 1, last = 1;  ///< first and last frame, inclusive; 1 is the first simulated frame
    int threads = 1;
    /// Returns the frame at which the replay has to start. Resting particles are averaged over several
    /// earlier frames, and a tracked level set visits all frames.
    [[nodiscard]] std::uint64_t from() const;
  };
  struct ExportProgress {
    std::uint64_t frame = 0;    ///< frame that the world has reached
    std::uint64_t begun = 0;    ///< frame at which the replay began; equal to `frame` while unknown
    std::uint64_t written = 0;  ///< number of written frames
    bool ended = false;
    bool cancelled = false;
    std::string failure;  ///< reason for ending before the last frame, or ""
  };

  /// @param wake  called on any thread when progress() has changed
  /// @throws InputError if the plan exports nothing, or a file of the first frame could not be written
  FrameExporter(Plan plan, std::function<void()> wake);
  /// Cancels the export and waits for the frame in progress.
  ~FrameExporter();
  FrameExporter(const FrameExporter&) = delete;
  FrameExporter& operator=(const FrameExporter&) = delete;

  /// Starts the work. Call once, on any thread.
  /// @param replay  replay source from plan().from(); without a scene the export ends at once
  void begin(ReplaySource replay);
  /// Stops the export. Complete files stay; no file is left half written.
  void cancel();
  [[nodiscard]] ExportProgress progress() const;
  [[nodiscard]] const Plan& plan() const { return plan_; }

 private:
  void run();
  void write(const ReplaySource& replay);
  [[nodiscard]] bool stopped() const;
  void end(std::string failure);

  const Plan plan_;
  const std::function<void()> wake_;
  mutable std::mutex mutex_;  // guards all members below
  std::condition_variable changed_;
  std::optional<ReplaySource> course_;
  bool cancelled_ = false;
  ExportProgress progress_;
  std::thread thread_;  // last member: the thread starts after all other members are constructed
};

}  // namespace ooze
