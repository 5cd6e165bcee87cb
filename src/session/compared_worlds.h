// A second world beside the first: a copy of it as it stood, which then goes its own way at the same pace.
#pragma once

#include "session/comparison.h"
#include "session/linked_session.h"
#include "session/pace.h"
#include "session/scene_values.h"
#include "session/simulation_thread.h"

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ooze {

/// All from one thread. Without drawing, so that it can be tested without a window.
class ComparedWorlds final : public Comparison {
 public:
  /// @param first  outlives this @param threads, wake  of the second world
  ComparedWorlds(SimulationThread& first, int threads, std::function<void()> wake);
  ~ComparedWorlds() override;

  /// Begins, with a copy of the first world, or ends. Of two that have changed sides the left one stays.
  void setActive(bool active);
  [[nodiscard]] bool active() const { return second_ != nullptr; }

  /// Takes over what both have published. Of two worlds that run only pairs of the same frame are taken over.
  void follow();
  /// Tells the second what its snapshots should have.
  void setContent(const SnapshotContent& content);

  /// Where panels and keys send what they ask for; that of the first while nothing is compared.
  Session& edits();
  /// Where tools do.
  Session& tools();

  /// The world that panels show.
  [[nodiscard]] const SessionView& focusedView() const { return shown_[focus_]; }
  /// What a side shows; the snapshot is null until the world is there.
  [[nodiscard]] const SessionView& view(std::size_t side) const { return shown_[side]; }
  [[nodiscard]] const SimulationThread* second() const { return second_.get(); }
  /// The side on which the second world stands.
  [[nodiscard]] std::size_t secondSide() const { return swapped_ ? 0 : 1; }
  std::vector<Message> takeMessages();
  /// As SimulationThread::copyCourse, of the world that panels show.
  void copyCourse(std::uint64_t frame, std::function<void(Course course)> take);

  [[nodiscard]] std::size_t focus() const override { return focus_; }
  void setFocus(std::size_t side) override;
  [[nodiscard]] bool editsBoth() const override { return editsBoth_; }
  void setEditsBoth(bool both) override;
  [[nodiscard]] bool ofTwoMethods() const override;
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

  std::shared_ptr<Pace> pace_;
  std::shared_ptr<SimulationThread> second_;
  /// Copies that are on their way, and whether the worlds run once they are there: what is opened stands.
  std::shared_ptr<std::atomic<int>> copying_ = std::make_shared<std::atomic<int>>(0);
  bool arriving_ = false, resume_ = false;
  std::shared_ptr<SimulationThread> leaving_;  ///< its state goes to the first before it ends
  std::optional<LinkedSession> edits_, tools_;
  std::array<SessionView, 2> shown_;  ///< by side
  bool swapped_ = false, editsBoth_ = false, toolsBoth_ = true;
  std::size_t focus_ = 0;
  std::vector<Difference> differences_;
};

}  // namespace ooze
