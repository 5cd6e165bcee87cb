// A sweep at work: worlds side by side on threads of their own, and one that draws. Whoever asked for it
// looks in now and then; cancelling takes no longer than a step and a picture.
#pragma once

#include "app/pictures/bounded_queue.h"
#include "app/pictures/picture_line.h"
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

/// What came of one world.
struct SweepCell {
  std::size_t index = 0;      ///< counted row by row
  Image picture;              ///< 3 channels; empty after a failure
  std::string failure;        ///< why there is no picture, or ""
  std::uint64_t frame = 0;    ///< that was reached
  std::size_t rollBacks = 0;  ///< frames that were taken again
};

class Sweep {
 public:
  /// Begins at once, with requireSound().
  /// @param open     as of PictureLine
  /// @param patient  takes only what time others leave
  /// @param wake     called, on any thread, whenever there is something new
  Sweep(SweepPlan plan, std::function<PictureLine::Draw()> open, bool patient,
        std::function<void()> wake = {});
  /// Cancels.
  ~Sweep();
  Sweep(const Sweep&) = delete;
  Sweep& operator=(const Sweep&) = delete;

  /// Returns at once. What is done stays done.
  void cancel();

  /// Cells that have come since the last call, in no particular order.
  std::vector<SweepCell> takeCells();
  /// Frames simulated so far, of cells() * frame of the plan.
  [[nodiscard]] std::uint64_t framesDone() const { return framesDone_; }
  /// True once nothing more comes: all cells are there, or it was cancelled, or it has failed.
  [[nodiscard]] bool ended() const;
  /// @throws what ended it: the plan is not sound, or nothing can be drawn
  void rethrow() const;
  /// As it was given, with the scale of colours that all pictures have in common, once one is drawn.
  [[nodiscard]] SweepPlan plan() const;

 private:
  struct Simulated {
    std::shared_ptr<const Snapshot> snapshot;  ///< null after a failure
    SweepCell cell;
  };

  void run(const std::function<PictureLine::Draw()>& open);
  void simulateAll(int threads);
  [[nodiscard]] Simulated simulate(std::size_t cell, int threads);
  void drawAll(const std::function<PictureLine::Draw()>& open);
  void draw(const PictureLine::Draw& draw, Simulated done);
  void chooseScale(const std::vector<Simulated>& all);

  const SweepPlan plan_;
  const bool scalesTogether_;  ///< all worlds must be there before the first is drawn
  const bool patient_;
  const std::function<void()> wake_;
  std::atomic<bool> cancelled_{false};
  std::atomic<std::size_t> next_{0};  ///< the cell to be simulated next
  std::atomic<int> working_{0};       ///< threads that simulate
  std::atomic<std::uint64_t> framesDone_{0};
  BoundedQueue<Simulated> simulated_;

  mutable std::mutex mutex_;  // guards what follows
  std::optional<QuantityScale> scale_;
  std::vector<SweepCell> cells_;
  bool ended_ = false;
  std::exception_ptr failure_;

  std::thread thread_;  // last: it starts when everything else is there
};

/// From the cells of a sweep to its sheet.
/// @param plan   Sweep::plan() of the sweep that the cells come from
/// @param cells  those that are there; the places of others stay empty
Image drawSweep(const SweepPlan& plan, std::span<const SweepCell> cells);

}  // namespace ooze
