// Runs a parameter sweep: simulates several worlds in parallel and draws them on one thread. The caller polls
// for results. Cancelling takes no longer than a step and a picture.
#pragma once

#include "ooze/world/quantity.h"
#include "ooze/world/spray_trail.h"

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

/// The world of a cell at the frame of the pictures.
struct SimulatedCell {
  std::shared_ptr<const Snapshot> snapshot;  ///< null after a failure
  SweepCell cell;                            ///< without its picture
};

/// Simulates the world of one cell. A failure is a result like any other.
/// @param goOn    called after each step with the frame that the world has reached; false ends the simulation
/// @param finish  called with the world and its spray at the frame of the pictures
SimulatedCell simulateCell(const SweepPlan& plan, std::size_t cell, int threads,
                           const std::function<bool(std::uint64_t frame)>& goOn,
                           const std::function<void(const World&, const SprayTrail&)>& finish = {});

/// Returns true if all pictures share a colour scale that the values of all worlds decide.
[[nodiscard]] bool usesCommonScale(const SweepPlan& plan);
/// Returns the colour scale of the pictures of all cells. Snapshots of failed cells are null.
[[nodiscard]] QuantityScale commonScale(const SweepPlan& plan,
                                        std::span<const std::shared_ptr<const Snapshot>> snapshots);

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
  void run(const std::function<RenderQueue::Draw()>& open);
  void simulateAll(int threads);
  [[nodiscard]] SimulatedCell simulate(std::size_t cell, int threads);
  void drawAll(const std::function<RenderQueue::Draw()>& open);
  void draw(const RenderQueue::Draw& draw, SimulatedCell done);
  void chooseScale(const std::vector<SimulatedCell>& all);

  const SweepPlan plan_;
  const bool usesCommonScale_;  ///< a common colour scale needs all worlds before the first is drawn
  const bool hasLowPriority_;
  const std::function<void()> wake_;
  std::atomic<bool> cancelled_{false};
  std::atomic<std::size_t> next_{0};  ///< index of the next cell to simulate
  std::atomic<int> working_{0};       ///< number of simulating threads
  std::atomic<std::uint64_t> framesDone_{0};
  BoundedQueue<SimulatedCell> simulated_;

  mutable std::mutex mutex_;  // guards all members below
  std::optional<QuantityScale> scale_;
  std::vector<SweepCell> cells_;
  bool ended_ = false;
  std::exception_ptr failure_;

  std::thread thread_;  // last member: the thread starts after all other members are constructed
};

/// Returns a note for each cell that has stopped early or lacks liquid.
[[nodiscard]] std::vector<std::string> notesOf(const SweepPlan& plan, std::span<const SweepCell> cells);

/// Draws the contact sheet of a sweep.
/// @param plan   Sweep::plan() of the sweep that made the cells
/// @param cells  finished cells; other cells stay empty
Image drawSweep(const SweepPlan& plan, std::span<const SweepCell> cells);

}  // namespace ooze
