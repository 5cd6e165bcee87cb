// A session on a thread of its own: it takes requests, and publishes immutable snapshots. Whoever looks never
// waits for a step, and a step never waits for whoever looks.
#pragma once

#include "ooze/scene/save_file.h"
#include "ooze/scene/scene.h"
#include "ooze/world/spray_trail.h"

#include "session/live_world.h"
#include "session/pace.h"
#include "session/pending_edits.h"
#include "session/session.h"
#include "session/session_opening.h"
#include "session/session_writer.h"
#include "session/step_inspector.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace ooze {

class SimulationThread final : public Session {
 public:
  using FrameSink = std::function<void(const Scene& scene, std::shared_ptr<const Snapshot> frame)>;

  /// @param threads  of the world; 0: every core
  /// @param wake     called on the simulation's thread whenever view() or takeMessages() has something new
  /// @param frames   called there with every frame that was simulated to its end, each once; it may wait
  SimulationThread(int threads, std::function<void()> wake, FrameSink frames = {});
  /// As finish().
  ~SimulationThread() override;

  /// As load(), with `KEY=VALUE` commands before the first step. One that is not valid fails the load.
  void open(std::string nameOrPath, std::optional<Detail> detail, std::vector<std::string> assignments);
  /// Goes on from a session that another program left; it has no file of its own.
  void recover(std::filesystem::path autosave);
  /// Goes on from a session in memory.
  void open(SaveFile session);
  /// From now on the session is written to this file whenever so much time has passed and anything has
  /// changed. What goes wrong is said once.
  void autosave(std::filesystem::path file, double seconds);
  /// Where sessions with edits that were not saved are kept when another scene takes their place, or at the
  /// end; the last few of them.
  void keepUnsavedIn(std::filesystem::path folder);
  /// Stops after the step in progress, and writes what there is to write.
  void finish();
  /// After finish(): false if there were edits that could neither be saved nor kept. The autosave has them,
  /// if that could be written.
  [[nodiscard]] bool kept() const;
  /// Files that recover() was given and whose sessions are in another file by now, since the last call.
  std::vector<std::filesystem::path> takeSecured();

  void submit(Command command) override;
  void setPlaying(bool playing) override;
  void singleStep() override;
  void reset(bool forget) override;
  void load(std::string nameOrPath, std::optional<Detail> detail) override;
  void loadMaterial(std::size_t index, std::string nameOrPath) override;
  void setSpeed(float speed) override;
  void beginEdit(std::string label) override;
  void endEdit() override;
  void undo() override;
  void redo() override;
  void seek(std::uint64_t frame) override;
  void cancelSeek() override;
  void stepBack() override;
  void switchBranch(std::size_t branch) override;
  void save(std::filesystem::path file) override;
  void saveScene(std::filesystem::path file, SceneView view) override;
  void inspect(bool on, std::optional<std::uint32_t> particle) override;

  /// Keeps pace with another world from now on. @param pace  null: goes alone
  void setPace(std::shared_ptr<Pace> pace, std::size_t lane);
  /// Has `take` called on the simulation's thread, between two steps, with the session as it then is.
  void copySession(std::function<void(SaveFile session)> take);
  /// Likewise with what it takes to go through the present branch again, from this frame or one before it;
  /// without a scene if that fails, which a message tells.
  void copyCourse(std::uint64_t frame, std::function<void(Course course)> take);
  /// Writes the autosave now. @return false if that failed or took longer than `seconds`, or there is
  /// nothing to save
  bool autosaveNow(double seconds);
  /// What snapshots should have from now on. If the world stands, a new one is published.
  void setContent(SnapshotContent content);

  [[nodiscard]] SessionView view() const;
  /// What there is to tell the user since the last call, oldest first.
  std::vector<Message> takeMessages();
  /// Why the first scene did not load, or null. Later failures are messages: the running world stays.
  [[nodiscard]] std::exception_ptr firstLoadError() const;
  /// The commands that the present world has behind it.
  [[nodiscard]] std::vector<LoggedCommand> commandLog() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Requests {
    std::optional<LoadRequest> load;
    bool restart = false, publish = false, cancelSeek = false, autosave = false;
    std::optional<std::uint64_t> seek;
    std::optional<std::size_t> branch;
    int stepsBack = 0;
    std::vector<std::pair<std::size_t, std::string>> materials;
    std::vector<std::filesystem::path> saves;
    std::vector<std::pair<std::filesystem::path, SceneView>> scenes;
    std::vector<std::function<void(SaveFile)>> copies;
    std::vector<std::pair<std::uint64_t, std::function<void(Course)>>> courses;

    [[nodiscard]] bool any() const {
      return load || restart || publish || cancelSeek || autosave || seek || branch || stepsBack > 0 ||
             !materials.empty() || !saves.empty() || !scenes.empty() || !copies.empty() || !courses.empty();
    }
  };

  void request(const std::function<void()>& change);
  /// With the lock held. @param plays  it begins at once if it is another scene than the present one
  void requestScene(std::string nameOrPath, std::optional<Detail> detail,
                    std::vector<std::string> assignments, bool plays);

  // On the simulation's thread (simulation_loop.cpp).
  void run();
  void wait(std::unique_lock<std::mutex>& lock);
  [[nodiscard]] bool asked() const;
  [[nodiscard]] bool inspectionDue() const;
  [[nodiscard]] bool mayBegin() const;
  void serve(Requests& requests);
  void handOverCourse(std::uint64_t frame, const std::function<void(Course)>& take);
  void travel(const Requests& requests);
  void openScene(LoadRequest request);
  void applyMaterial(std::size_t index, const std::string& name);
  bool applyPending(bool stays);
  void advance(bool wholeFrame);
  bool takeSteps(bool wholeFrame);
  void seekOn();
  void handOverFrame();

  // What others see (simulation_publishing.cpp).
  void measure(double simulated, double working, std::uint64_t steps);
  void publish();
  [[nodiscard]] std::vector<MaterialDefinition> originals() const;
  void noteRollBacks();
  void say(Message::Kind kind, std::string text);

  // Files (simulation_files.cpp).
  void writeSession(const std::filesystem::path& file);
  void writeSceneFile(const std::filesystem::path& file, const SceneView& view);
  void autosaveIfDue();
  void writeAutosave();
  std::string keepUnsaved(const std::filesystem::path& next);
  void noteSecured();
  void leaveSession(const std::filesystem::path& next);
  void leaveForGood();

  const int threads_;
  const std::function<void()> wake_;
  const FrameSink frames_;

  // Only the simulation's thread touches these.
  std::unique_ptr<LiveWorld> live_;
  SprayTrail spray_;
  std::map<std::uint64_t, std::pair<std::size_t, MaterialDefinition>>
      chosen_;  ///< materials that edits gave to those of the scene
  Clock::time_point nextFrame_{};
  Clock::time_point measuredFrom_{};
  double simulated_ = 0.0, working_ = 0.0;  ///< since measuredFrom_ [s]
  std::uint64_t steps_ = 0;
  std::size_t rollBacks_ = 0;         ///< of the present world, as far as they are known here
  std::atomic<bool> edited_ = false;  ///< since the session was saved; the writer may find that it was not
  bool leavesAnyway_ = false;         ///< the next scene opens although what is not saved cannot be kept
  bool changedSinceAutosave_ = false;
  Clock::time_point nextAutosave_{};

  mutable std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  bool stop_ = false;
  int singleSteps_ = 0;
  bool standsMeanwhile_ = false;  ///< paused since the coming scene was asked for
  std::optional<Detail> usersDetail_;
  SnapshotContent content_;
  Requests requests_;
  std::shared_ptr<Pace> pace_;
  std::size_t lane_ = 0;  ///< of the pace
  PendingEdits pending_;
  SessionView view_;
  std::vector<Message> messages_;
  std::vector<LoggedCommand> log_;
  std::exception_ptr firstLoadError_;
  std::filesystem::path autosaveFile_, unsavedFolder_;
  std::vector<std::filesystem::path> recovered_, secured_;  ///< autosaves of others: the only copies; not so
  double autosaveSeconds_ = 0.0;
  bool autosaveFailed_ = false;
  std::uint64_t autosavesBegun_ = 0, autosaves_ = 0;  ///< the latter: that came to their end
  bool kept_ = true;

  StepInspector inspector_;  // has a lock of its own
  SessionWriter writer_;
  std::thread thread_;  // last: it starts when everything else is there
};

}  // namespace ooze
