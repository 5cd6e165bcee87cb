// Side-by-side comparison: a second world that starts as a copy of the first and then runs at the same pace.
#pragma once

#include "session/comparison.h"
#include "session/frame_pacing.h"
#include "session/scene_values.h"
#include "session/session.h"
#include "session/simulation_thread.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

/// Sends the requests of the user interface to two compared worlds: time controls to both, edits to the
/// chosen worlds.
class LinkedSession final : public Session {
 public:
  /// Both sessions must outlive this object.
  LinkedSession(Session& a, Session& b) : both_{&a, &b} {}

  /// Chooses the worlds that receive edits: commands, materials, undo. Saves are taken from the first chosen
  /// world.
  void choose(bool a, bool b);

  void submit(Command command) override;
  void submitWithoutUndo(Command command) override;
  void loadMaterial(std::size_t index, std::string nameOrPath) override;
  void beginEdit(std::string label) override;
  void endEdit() override;
  void undo() override;
  void redo() override;
  void switchBranch(std::size_t branch) override;
  void save(std::filesystem::path file) override;
  void saveScene(std::filesystem::path file, SceneView view) override;
  void inspect(bool on, std::optional<std::uint32_t> particle) override;

  void setPlaying(bool playing) override;
  void singleStep() override;
  void reset(bool forget) override;
  void setSpeed(float speed) override;
  void seek(std::uint64_t frame) override;
  void cancelSeek() override;
  void stepBack() override;
  void playBack(bool on) override;
  /// Loads in the first world only, because worlds with different scenes are not compared.
  void load(std::string nameOrPath, std::optional<Detail> detail) override;
  /// Changes the method of the chosen worlds; the other world restarts.
  void changeMethod(std::string key) override;

 private:
  template <class Call>
  void chosen(Call call) const {
    for (std::size_t i = 0; i < both_.size(); ++i)
      if (chosen_[i]) call(*both_[i]);
  }
  [[nodiscard]] Session& firstChosen() const { return *both_[chosen_[0] ? 0 : 1]; }

  std::array<Session*, 2> both_;
  std::array<bool, 2> chosen_{true, false};
  std::array<bool, 2> editing_{};  ///< worlds with an edit in progress
};

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
