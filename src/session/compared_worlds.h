// Side-by-side comparison: a second world that starts as a copy of the first and then runs at the same pace.
#pragma once

#include "session/comparison.h"
#include "session/frame_barrier.h"
#include "session/linked_session.h"
#include "session/scene_values.h"
#include "session/simulation_thread.h"

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ooze {

/// Manages the second world, the distribution of edits, and the view of each side. Call all functions from
/// one thread. The class does not draw, so that tests need no window.
class ComparedWorlds final : public Comparison {
 public:
  /// @param first  the first world; must outlive this object
  /// @param threads, wake  passed on to the second world
  ComparedWorlds(SimulationThread& first, int threads, std::function<void()> wake);
  ~ComparedWorlds() override;

  /// Begins the comparison with a copy of the first world, or ends the comparison. The world on the left side
  /// stays.
  void setActive(bool active);
  [[nodiscard]] bool active() const { return second_ != nullptr; }

  /// Updates the views from both worlds. While the worlds run, only pairs of snapshots of the same frame are
  /// taken.
  void follow();
  /// Sets the snapshot content of the second world.
  void setContent(const SnapshotContent& content);

  /// Returns the session for edits by panels and keys; the first world's if nothing is compared.
  Session& edits();
  /// Returns the session for edits by mouse tools.
  Session& tools();

  /// Returns the view of the side that panels show.
  [[nodiscard]] const SessionView& focusedView() const { return shown_[focus_]; }
  /// Returns the view of a side; the snapshot is null until that world is loaded.
  [[nodiscard]] const SessionView& view(std::size_t side) const { return shown_[side]; }
  [[nodiscard]] const SimulationThread* second() const { return second_.get(); }
  /// Returns the side of the second world.
  [[nodiscard]] std::size_t secondSide() const { return swapped_ ? 0 : 1; }
  std::vector<Message> takeMessages();
  /// Same as SimulationThread::copyReplaySource(), for the world that panels show.
  void copyReplaySource(std::uint64_t frame, std::function<void(ReplaySource course)> take);

  [[nodiscard]] std::size_t focus() const override { return focus_; }
  void setFocus(std::size_t side) override;
  [[nodiscard]] bool editsBoth() const override { return editsBoth_; }
  void setEditsBoth(bool both) override;
  [[nodiscard]] bool comparesMethods() const override;
  [[nodiscard]] bool toolsBoth() const override { return toolsBoth_; }
  void setToolsBoth(bool both) override;
  void swap() override;
  void copy(std::size_t from) override;
  [[nodiscard]] const std::vector<Difference>& differences() const override { return differences_; }
  [[nodiscard]] std::string label(std::size_t side) const override;
  [[nodiscard]] bool waiting() const override;

 private:
  [[nodiscard]] SimulationThread& world(std::size_t side) const {
    return side == secondSide() ? *second_ : first_;
  }
  void begin();
  void end();
  void send(bool toSecond);
  [[nodiscard]] bool arrived();
  void choose();
  void compare();

  SimulationThread& first_;
  const int threads_;
  const std::function<void()> wake_;
  SnapshotContent content_;

  std::shared_ptr<FrameBarrier> pace_;
  std::shared_ptr<SimulationThread> second_;
  /// Number of copies in progress, and whether the worlds play afterwards: an opened session is paused.
  std::shared_ptr<std::atomic<int>> copying_ = std::make_shared<std::atomic<int>>(0);
  bool arriving_ = false, resume_ = false;
  /// Second world that is being copied to the first, and ends afterwards.
  std::shared_ptr<SimulationThread> leaving_;
  std::optional<LinkedSession> edits_, tools_;
  std::array<SessionView, 2> shown_;  ///< view of each side: 0 is left, 1 is right
  bool swapped_ = false, editsBoth_ = false, toolsBoth_ = true;
  std::size_t focus_ = 0;
  std::vector<Difference> differences_;
};

}  // namespace ooze
