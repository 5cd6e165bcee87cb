// A session on a thread of its own: it takes requests, and publishes immutable snapshots. Whoever looks never
// waits for a step, and a step never waits for whoever looks.
#pragma once

#include "ooze/scene/save_file.h"

#include "session/course.h"
#include "session/pace.h"
#include "session/session.h"
#include "session/session_keeper.h"
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

  /// @param threads  of the world; 0: every core
  /// @param wake     called on the simulation's thread whenever view() or takeMessages() has something new
  /// @param frames   called there with every frame that was simulated to its end, each once; it may wait
  SimulationThread(int threads, std::function<void()> wake, FrameSink frames = {});
  /// As finish().
  ~SimulationThread() override;

  /// As load(), with `KEY=VALUE` commands before the first step. One that is not valid fails the load.
  /// @param method  as loadScene()
  void open(std::string nameOrPath, std::optional<Detail> detail, std::vector<std::string> assignments,
            std::string method = {});
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
  void switchBranch(std::size_t branch) override;
  void save(std::filesystem::path file) override;
  void saveScene(std::filesystem::path file, SceneView view) override;
  void inspect(bool on, std::optional<std::uint32_t> particle) override;

  /// From the first call on only the world of this scene plays: another that is opened stands until it is
  /// named, whatever its status says. @param scene  null: none
  void letPlay(std::shared_ptr<const Scene> scene);
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
  void setContent(const SnapshotContent& content);

  [[nodiscard]] SessionView view() const;
  /// What there is to tell the user since the last call, oldest first.
  std::vector<Message> takeMessages();
  /// Why the first scene did not load, or null. Later failures are messages: the running world stays.
  [[nodiscard]] std::exception_ptr firstLoadError() const;
  /// The commands that the present world has behind it.
  [[nodiscard]] std::vector<LoggedCommand> commandLog() const;

 private:
  using State = SharedSession::State;

  SharedSession shared_;
  StepInspector inspector_;  // has a lock of its own
  SessionKeeper keeper_;
  SimulationLoop loop_;
  std::thread thread_;  // last: it starts when everything else is there
};

}  // namespace ooze
