// Writes a range of a session's frames to files while the session goes on: a world of its own takes the same
// course again, and goes on where that ends. Any moment comes back to the bit, so the files are those that
// `ooze run` writes.
#pragma once

#include "app/exports/exports.h"
#include "session/course.h"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace ooze {

class FrameExporter {
 public:
  struct Plan {
    ExportOptions files;
    std::uint64_t first = 1, last = 1;  ///< frames, both included; 1 is the first that is simulated
    int threads = 1;
    /// The frame from which the course is needed: what rests is shown at the mean of the frames before, and a
    /// tracked surface goes through all of them.
    [[nodiscard]] std::uint64_t from() const;
  };
  struct Progress {
    std::uint64_t frame = 0;    ///< that the world has reached
    std::uint64_t begun = 0;    ///< where it began; equal while that is not known
    std::uint64_t written = 0;  ///< frames
    bool ended = false;
    bool cancelled = false;
    std::string failure;  ///< why it ended before its last frame, or ""
  };

  /// @param wake  called on any thread when progress() has something new
  /// @throws InputError if there is nothing to write, or a file of the first frame could not be written
  FrameExporter(Plan plan, std::function<void()> wake);
  /// As cancel(), and waits for the frame in progress.
  ~FrameExporter();
  FrameExporter(const FrameExporter&) = delete;
  FrameExporter& operator=(const FrameExporter&) = delete;

  /// The work begins. On any thread, once. @param course  from plan().from(); without a scene it ends at once
  void begin(Course course);
  /// What is complete stays; no file is left half written.
  void cancel();
  [[nodiscard]] Progress progress() const;
  [[nodiscard]] const Plan& plan() const { return plan_; }

 private:
  void run();
  void write(const Course& course);
  [[nodiscard]] bool stopped() const;
  void end(std::string failure);

  const Plan plan_;
  const std::function<void()> wake_;
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::optional<Course> course_;
  bool cancelled_ = false;
  Progress progress_;
  std::thread thread_;  // last: it starts when everything else is there
};

}  // namespace ooze
