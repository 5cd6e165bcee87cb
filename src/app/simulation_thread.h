// The simulation on a thread of its own: it takes requests, and publishes immutable snapshots. Whoever looks
// never waits for a step, and a step never waits for whoever looks.
#pragma once

#include "ooze/scene/save_file.h"
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "app/pace.h"
#include "ui/session.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace ooze {

class SimulationThread final : public ui::Session {
 public:
  using FrameSink = std::function<void(const Scene& scene, std::shared_ptr<const Snapshot> frame)>;

  /// @param threads  of the world; 0: every core
  /// @param wake     called on the simulation's thread whenever view() or takeMessages() has something new
  /// @param frames   called there with every frame that was simulated to its end, each once; it may wait
  SimulationThread(int threads, std::function<void()> wake, FrameSink frames = {});
  /// Stops after the step in progress.
  ~SimulationThread() override;

  /// As load(), with `KEY=VALUE` commands before the first step. One that is not valid fails the load.
  void open(std::string nameOrPath, std::optional<Detail> detail, std::vector<std::string> assignments);

  /// Opens a world as it was saved.
  void open(SaveFile save);
  /// Calls `take` on the simulation's thread with the world as it stands, between two steps.
  void copy(std::function<void(SaveFile)> take);
  /// Keeps pace with another world from now on. @param pace  null: goes alone
  void setPace(std::shared_ptr<Pace> pace, std::size_t lane);

  void submit(Command command) override;
  void setPlaying(bool playing) override;
  void singleStep() override;
  void reset(bool forget) override;
  void load(std::string nameOrPath, std::optional<Detail> detail) override;
  void loadMaterial(std::size_t index, std::string nameOrPath) override;
  void setSpeed(float speed) override;
  void beginEdit(std::string) override {}
  void endEdit() override {}
  void undo() override {}
  void redo() override {}
  void seek(std::uint64_t) override {}
  void cancelSeek() override {}
  void stepBack() override {}
  void switchBranch(std::size_t) override {}
  void save(std::filesystem::path) override {}

  /// What snapshots should have from now on. If the world stands, a new one is published.
  void setContent(SnapshotContent content);

  [[nodiscard]] ui::SessionView view() const;
  /// What there is to tell the user since the last call, oldest first.
  std::vector<ui::Message> takeMessages();
  /// Why the first scene did not load, or null. Later failures are messages: the running world stays.
  [[nodiscard]] std::exception_ptr firstLoadError() const;
  /// The commands that the present world has applied.
  [[nodiscard]] std::vector<LoggedCommand> commandLog() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Pending {
    Command command;
    bool handedOver = false;  ///< to the world; the next snapshot shows it
  };
  struct LoadRequest {
    std::string name;
    std::optional<Detail> detail;  ///< unset: chosen for this machine
    std::vector<std::string> assignments;
    std::string detailReason;  ///< of a detail that was chosen before
  };
  struct Requests {
    std::shared_ptr<SaveFile> save;  ///< to be opened
    std::vector<std::function<void(SaveFile)>> copies;
    std::optional<LoadRequest> load;
    bool restart = false;
    bool publish = false;
    std::vector<std::pair<std::size_t, std::string>> materials;
  };

  void run();
  void wait(std::unique_lock<std::mutex>& lock);
  void serve(const Requests& requests);
  void openScene(LoadRequest request);
  void openSave(const SaveFile& save);
  void makeCopies(const Requests& requests);
  void restart();
  void applyMaterial(std::size_t index, const std::string& name);
  void advance(bool wholeFrame);
  void handOverCommands();
  void measure(double simulated, double working, std::uint64_t steps);
  [[nodiscard]] std::shared_ptr<const Snapshot> dressed(std::shared_ptr<const Snapshot> snapshot) const;
  void publish();
  void handOverFrame();
  void noteRollBacks();
  void enqueue(Command command);  // mutex_ held
  void say(ui::Message::Kind kind, std::string text);

  const int threads_;
  const std::function<void()> wake_;
  const FrameSink frames_;

  // Only the simulation's thread touches these.
  std::unique_ptr<World> world_;
  std::map<std::string, Command> edits_;  ///< the last accepted command of every target: what a restart keeps
  std::map<std::size_t, MaterialDefinition> looks_;  ///< how materials chosen in the window are drawn
  Clock::time_point nextFrame_{};
  Clock::time_point measuredFrom_{};
  double simulated_ = 0.0, working_ = 0.0;  ///< since measuredFrom_ [s]
  std::uint64_t steps_ = 0;
  std::size_t rollBacks_ = 0;  ///< of the present world, as far as they are known here

  mutable std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  bool stop_ = false;
  bool broken_ = false;  ///< a step failed: the world cannot go on
  int singleSteps_ = 0;
  std::optional<Detail> usersDetail_;
  SnapshotContent content_;
  Requests requests_;
  std::shared_ptr<Pace> pace_;
  std::size_t lane_ = 0;  ///< of the pace
  std::vector<Pending> pending_;
  ui::SessionView view_;
  std::vector<ui::Message> messages_;
  std::vector<LoggedCommand> log_;
  std::exception_ptr firstLoadError_;

  std::thread thread_;  // last: it starts when everything else is there
};

}  // namespace ooze
