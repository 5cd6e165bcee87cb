// Runs a parameter sweep: simulates several worlds in parallel and draws them on one thread. The caller polls
// for results. Cancelling takes no longer than a step and a picture.
#pragma once

#include "app/pictures/bounded_queue.h"
#include "app/pictures/render_queue.h"
#include "app/pictures/sweep_plan.h"
#include "image/image.h"

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace ooze {

/// Result of one world of a sweep.
struct SweepCell {
  std::size_t index = 0;      ///< index of the cell on the sheet, row by row
  Image picture;              ///< picture with 3 channels; empty after a failure
  std::string failure;        ///< why the picture is missing; "": success
  std::uint64_t frame = 0;    ///< last frame that this world has simulated
  std::string warning;        ///< LiquidBalance::warning() at the last frame
  std::size_t rollBacks = 0;  ///< number of frames that were rolled back and repeated
};

/// A parameter sweep in progress.
class Sweep {
 public:
  /// Starts at once, beginning with requireSound().
  /// @param open     as for RenderQueue
  /// @param patient  lowers the thread priority
  /// @param wake     called, on any thread, whenever new results are available
  Sweep(SweepPlan plan, std::function<RenderQueue::Draw()> open, bool patient,
        std::function<void()> wake = {});
  /// Cancels the sweep and waits for its threads.
  ~Sweep();
  Sweep(const Sweep&) = delete;
  Sweep& operator=(const Sweep&) = delete;

  /// Cancels the sweep. Returns at once; finished cells stay available.
  void cancel();

  /// Returns the cells finished since the last call, in no particular order.
  std::vector<SweepCell> takeCells();
  /// Returns the number of frames simulated so far, of cells() * frame of the plan.
  [[nodiscard]] std::uint64_t framesDone() const { return framesDone_; }
  /// Returns true once no more cells will follow: all are finished, or the sweep was cancelled or has failed.
  [[nodiscard]] bool ended() const;
  /// Rethrows the error that ended the sweep: an invalid plan, or a failure to draw.
  void rethrow() const;
  /// Returns the plan, with the colour scale shared by all pictures once the scale is known.
  [[nodiscard]] SweepPlan plan() const;

 private:
  struct Simulated {
    std::shared_ptr<const Snapshot> snapshot;  ///< null after a failure
    SweepCell cell;
  };

  void run(const std::function<RenderQueue::Draw()>& open);
  void simulateAll(int threads);
  [[nodiscard]] Simulated simulate(std::size_t cell, int threads);
  void drawAll(const std::function<RenderQueue::Draw()>& open);
  void draw(const RenderQueue::Draw& draw, Simulated done);
  void chooseScale(const std::vector<Simulated>& all);

  const SweepPlan plan_;
  const bool usesCommonScale_;  ///< a common colour scale needs all worlds before the first is drawn
  const bool hasLowPriority_;
  const std::function<void()> wake_;
  std::atomic<bool> cancelled_{false};
  std::atomic<std::size_t> next_{0};  ///< index of the next cell to simulate
  std::atomic<int> working_{0};       ///< number of simulating threads
  std::atomic<std::uint64_t> framesDone_{0};
  BoundedQueue<Simulated> simulated_;

  mutable std::mutex mutex_;  // guards all members below
  std::optional<QuantityScale> scale_;
  std::vector<SweepCell> cells_;
  bool ended_ = false;
  std::exception_ptr failure_;

  std::thread thread_;  // last member: the thread starts after all other members are constructed
};

/// Draws the contact sheet of a sweep.
/// @param plan   Sweep::plan() of the sweep that made the cells
/// @param cells  finished cells; other cells stay empty
Image drawSweep(const SweepPlan& plan, std::span<const SweepCell> cells);

}  // namespace ooze
