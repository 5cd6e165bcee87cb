// A session on its own thread: takes requests and publishes immutable snapshots. Readers never wait for a
// step, and a step never waits for readers.
#pragma once

#include "ooze/scene/save_file.h"

#include "session/frame_pacing.h"
#include "session/live_world.h"
#include "session/session.h"
#include "session/session_saver.h"
#include "session/shared_session.h"
#include "session/simulation_loop.h"
#include "session/step_inspector.h"

#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace ooze {

class SimulationThread final : public Session {
 public:
  using FrameSink = SimulationLoop::FrameSink;

  /// @param threads  number of threads of the world; 0: one for every core
  /// @param wake     called on the simulation thread whenever view() or takeMessages() has something new
  /// @param frames   called on the simulation thread once for every finished frame; may block
  SimulationThread(int threads, std::function<void()> wake, FrameSink frames = {});
  /// Calls finish(), which stops the thread and finishes writing files.
  ~SimulationThread() override;

  /// Same as load(), with `KEY=VALUE` commands before the first step. An invalid command fails the load.
  /// @param method  key of the method, as for loadScene()
  void open(std::string nameOrPath, std::optional<Detail> detail, std::vector<std::string> assignments,
            std::string method = {});
  /// Opens the autosave of a lost session. The session has no file of its own then.
  void recover(std::filesystem::path autosave);
  /// Opens a session in memory.
  void open(SaveFile session);
  /// Enables autosaves to this file, whenever `seconds` have passed and anything has changed. A failure is
  /// reported once.
  void autosave(std::filesystem::path file, double seconds);
  /// Sets the folder for unsaved sessions. Unsaved edits are stored in the folder when another scene replaces
  /// the session, or at the end of the program; only the last few files are kept.
  void setUnsavedFolder(std::filesystem::path folder);
  /// Stops after the step in progress, and finishes writing files.
  void finish();
  /// Returns false if edits could neither be saved nor kept; call after finish(). The autosave then has the
  /// edits, unless writing the autosave failed too.
  [[nodiscard]] bool kept() const;
  /// Returns the recovered files, given to recover(), whose sessions have been saved in another file since
  /// the last call.
  std::vector<std::filesystem::path> takeSavedElsewhere();

  void submit(Command command) override;
  void submitWithoutUndo(Command command) override;
  void setPlaying(bool playing) override;
  void singleStep() override;
  void reset(bool forget) override;
  void load(std::string nameOrPath, std::optional<Detail> detail) override;
  void changeMethod(std::string key) override;
  void loadMaterial(std::size_t index, std::string nameOrPath) override;
  void setSpeed(float speed) override;
  void beginEdit(std::string label) override;
  void endEdit() override;
  void undo() override;
  void redo() override;
  void seek(std::uint64_t frame) override;
  void cancelSeek() override;
  void stepBack() override;
  void playBack(bool on) override;
  void switchBranch(std::size_t branch) override;
  void save(std::filesystem::path file) override;
  void saveScene(std::filesystem::path file, SceneView view) override;
  void inspect(bool on, std::optional<std::uint32_t> particle) override;

  /// Allows only the world of this scene to play. After the first call, another scene stays paused until
  /// named here, whatever its status says.
  /// @param scene  null: no world plays
  void allowPlaying(std::shared_ptr<const Scene> scene);
  /// Synchronises frames with another world.
  /// @param pace  null: runs freely
  void setFrameBarrier(std::shared_ptr<FrameBarrier> pace, std::size_t lane);
  /// Calls `take` on the simulation thread, between two steps, with a copy of the session.
  void copySession(std::function<void(SaveFile session)> take);
  /// Calls `take` on the simulation thread with the data to replay the present branch. The replay begins at
  /// this frame or an earlier one. If that fails, the data has no scene, and a message reports the reason.
  void copyReplaySource(std::uint64_t frame, std::function<void(ReplaySource course)> take);
  /// Writes the autosave now.
  /// @return false if that failed, took longer than `seconds`, or nothing is loaded
  bool autosaveNow(double seconds);
  /// Sets the content of snapshots. A paused world publishes a new snapshot.
  void setContent(const SnapshotContent& content);

  [[nodiscard]] SessionView view() const;
  /// Returns the messages to the user since the last call, oldest first.
  std::vector<Message> takeMessages();
  /// Returns the error of loading the first scene, or null. Later errors are messages, because the running
  /// world stays.
  [[nodiscard]] std::exception_ptr firstLoadError() const;
  /// Returns the commands that the present world has applied.
  [[nodiscard]] std::vector<LoggedCommand> commandLog() const;

 private:
  using State = SharedSession::SessionState;

  SharedSession shared_;
  StepInspector inspector_;  // thread-safe without a lock of this class
  SessionSaver keeper_;
  SimulationLoop loop_;
  std::thread thread_;  // last member, so that the thread starts after all others are initialised
};

}  // namespace ooze
